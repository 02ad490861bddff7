"""The options of Belotten, and what follows from them (rules 4.4 to 4.7)."""

from dataclasses import dataclass, fields

from scoring.rulebooks.belotten_deals import PLACES
from scoring.rulebooks.belotten_melds import RANKS, MeldRules
from scoring.rulebooks.pairs import DEALS_CHAIN, GAMES_CHAIN

# What an option that is a word can say; the first one is the default.
CHOICES = {
    "target_rule": ("exceed", "reach"),
    "rounding": ("none", "tens_half_up", "tens_half_down"),
    "melds_on_failure": ("to_defenders", "void"),
    "tie_rule": ("carry", "failed"),
    "held_at_end": ("lapse", "to_winner"),
    "no_trick_voids": ("all", "makers"),
    "eight_sequence": ("seed", "split"),
    "equal_melds": ("first", "none"),
    "revoke_rule": ("none", "162_to_others"),
}


@dataclass(frozen=True)
class BelottenRules:
    """The rules of Belotten; the defaults are those of rules 4.4 to 4.6.

    Raises ValueError for a word that an option does not know.
    """

    key: str = "belotten"
    sizes: tuple[int, ...] = (PLACES,)
    usual_sizes: tuple[int, ...] = (PLACES,)
    target: int = 1000  # a side past it ends the game; in tens: a tenth of it
    target_rule: str = "exceed"  # or "reach": exactly the target is enough (Q36)
    deal_count: int | None = None  # so many deals instead of a target (rule 6.4)
    rounding: str = "none"  # or "tens_half_up", "tens_half_down" (Q40)
    melds_count_for_contract: bool = True  # melds help the makers to make it (Q31)
    belot_counts_for_contract: bool = True  # belot helps to make it (Q31)
    makers_keep_belot: bool = True  # when they fail or tie; else it goes along (Q32)
    melds_on_failure: str = "to_defenders"  # or "void": makers' melds are lost (Q33)
    tie_rule: str = "carry"  # or "failed": an equal deal counts as failed
    held_adds_up: bool = True  # held points of equal deals in a row add up (Q34)
    held_at_end: str = "lapse"  # or "to_winner" of the game (Q35)
    capot_bonus: int = 90  # for makers who take every trick
    no_trick_bonus: int = 50  # for defenders who take every trick (Q38)
    no_trick_on_top: bool = True  # those 50 come on top of the 162 (Q37)
    no_trick_voids: str = "all"  # whose melds are void then: all or "makers" (Q37)
    defenders_melds_on_capot: bool = True  # they count when makers take all (Q39)
    deciding_deal: bool = True  # equal past the target: play on; else a draw (Q46)
    held_in_deciding_deal: bool = True  # held points are at stake in it too (Q47)
    eight_sequence: str = "seed"  # eight plain cards: 100; or "split", 5 + 3 is 120
    sequence_order: tuple[str, ...] = RANKS  # how cards follow in a sequence (Q41)
    carre_order: tuple[str, ...] = ("A", "10", "K", "Q")  # among carrés of 100 (Q41)
    worthless_carre_takes_precedence: bool = False  # eights or sevens rank too (Q41)
    equal_melds: str = "first"  # who plays first has it; or "none": nobody (Q41)
    card_in_carre_and_sequence: bool = True  # one card may serve both (Q43)
    misdeal_penalty: int = 0  # points for the other side after a misdeal
    revoke_rule: str = "none"  # or "162_to_others": the deal is theirs (Q44)

    def __post_init__(self) -> None:
        for name, known in CHOICES.items():
            if getattr(self, name) not in known:
                raise ValueError(f"{name} is one of {known}, not {getattr(self, name)}")

    @property
    def chain(self) -> tuple[str, ...]:
        return DEALS_CHAIN if self.deal_count else GAMES_CHAIN

    @property
    def meld_rules(self) -> MeldRules:
        """The options that concern melds."""
        return MeldRules(**{f.name: getattr(self, f.name) for f in fields(MeldRules)})


def goal_of(rules: BelottenRules) -> int:
    """The target in the unit in which totals are kept."""
    return rules.target if rules.rounding == "none" else rules.target // 10
