"""Every address of Bolwerk. Pages live under their language; data does not."""

from django.conf.urls.i18n import i18n_patterns
from django.contrib import admin
from django.contrib.auth.views import LogoutView
from django.urls import path, register_converter
from django.urls.converters import StringConverter
from django.views.generic import RedirectView

from tournament.views import (
    accounts,
    captain,
    checking,
    clock,
    company,
    director,
    door,
    ending,
    exchanging,
    houserules,
    log,
    penalties,
    people,
    printed,
    prizes,
    proposals,
    public,
    register,
    rounds,
    seats,
    sheets,
    ways,
)


class Leaving(StringConverter):
    regex = "withdraw|return|unregister"


class AtDoor(StringConverter):
    regex = "paid|unpaid|undo"


class Step(StringConverter):
    regex = "publish|discard|unpublish|close|reopen"


class ExpectedAct(StringConverter):
    regex = "cancel|restore"


class ClockAct(StringConverter):
    regex = "start|stop|pause|resume|more|less|extra"


class AtOnce(StringConverter):
    regex = "three|divide"


class Finish(StringConverter):
    regex = "close|reopen"


class ByHand(StringConverter):
    regex = "swap|place|pin|unpin|undo"


class Company(StringConverter):
    regex = "apart|not-apart|table|together|not-together|not-always"


class SeatAct(StringConverter):
    regex = "remove|leave|substitute|redraw|unseat|put-back|stay|own"


register_converter(Leaving, "leaving")
register_converter(ByHand, "byhand")
register_converter(Company, "company")
register_converter(AtDoor, "atdoor")
register_converter(Step, "step")
register_converter(ClockAct, "clockact")
register_converter(ExpectedAct, "expectedact")
register_converter(AtOnce, "atonce")
register_converter(Finish, "finish")
register_converter(SeatAct, "seatact")
desk = "desk/<slug:slug>/"

urlpatterns = [
    path("admin/", admin.site.urls),
    path("t/<slug:slug>/standings.json", public.standings_json, name="standings_json"),
    path("t/<slug:slug>/standings.csv", public.standings_csv, name="standings_csv"),
    path("t/<slug:slug>/standings.xlsx", public.standings_xlsx, name="standings_xlsx"),
    path("t/<path:rest>", accounts.to_language),
    path("c/<slug:code>/", accounts.to_captain, name="captain_link"),
    path("language/<slug:code>/", accounts.choose_language, name="choose_language"),
    path("", RedirectView.as_view(pattern_name="start")),
    *i18n_patterns(
        path("", accounts.start, name="start"),
        path("setup/", accounts.set_up, name="set_up"),
        path("login/", accounts.LogIn.as_view(), name="login"),
        path("logout/", LogoutView.as_view(), name="logout"),
        path("t/<slug:slug>/", public.standings_page, name="standings"),
        path("t/<slug:slug>/seats/", public.seats_page, name="seats"),
        path("t/<slug:slug>/hall/", public.hall_page, name="hall"),
        path("t/<slug:slug>/register/", register.register_page, name="register"),
        path(
            "t/<slug:slug>/register/<slug:code>/",
            register.registered_page,
            name="registered",
        ),
        path("t/<slug:slug>/prizes/", prizes.public_prizes, name="public_prizes"),
        path("c/<slug:code>/", captain.captain_page, name="captain"),
        path("desk/", director.desk_home, name="desk"),
        path("desk/new/", director.new_tournament, name="new_tournament"),
        path("desk/address-book/", director.address_book, name="address_book"),
        path(desk + "people/", people.people_page, name="people"),
        path(desk + "people/add/", people.add_names, name="add_names"),
        path(desk + "people/pair/", people.add_pair, name="add_pair"),
        path(desk + "people/book/", people.add_from_book, name="add_from_book"),
        path(desk + "people/import/", people.import_file, name="import_file"),
        path(desk + "people/report/", people.list_report, name="list_report"),
        path(desk + "people/<int:number>/", people.person, name="person"),
        path(
            desk + "people/<int:number>/partner/<int:position>/",
            people.change_partner,
            name="change_partner",
        ),
        path(
            desk + "people/<int:number>/table/<company:act>/",
            company.company_of,
            name="company",
        ),
        path(
            desk + "people/<int:number>/<leaving:act>/",
            people.person_leaves,
            name="person_leaves",
        ),
        path(desk + "door/", door.door_page, name="door"),
        path(desk + "door/register/", door.register, name="door_register"),
        path(desk + "door/<int:number>/<atdoor:act>/", door.act, name="door_act"),
        path(
            desk + "door/<int:number>/said/<int:position>/", door.said, name="door_said"
        ),
        path(desk + "door/expected/", door.expected_page, name="expected"),
        path(
            desk + "door/expected/<slug:code>/<expectedact:act>/",
            door.expected_act,
            name="expected_act",
        ),
        path(desk + "presence/", director.presence_page, name="presence"),
        path(desk + "settings/", director.change_settings, name="settings"),
        path(desk + "rules/", houserules.house_rules, name="house_rules"),
        path(desk + "log/", log.log_page, name="log"),
        path(desk + "standings/", director.desk_standings, name="desk_standings"),
        path(desk + "penalties/", penalties.penalties_page, name="penalties"),
        path(
            desk + "penalties/<int:pk>/cancel/", penalties.cancel, name="penalty_cancel"
        ),
        path(desk + "prizes/", prizes.prizes_page, name="prizes"),
        path(desk + "prizes/list/", prizes.prize_list, name="prize_list"),
        path(desk + "prizes/teams/", prizes.teams_page, name="teams"),
        path(
            desk + "prizes/<int:pk>/remove/", prizes.remove_prize, name="remove_prize"
        ),
        path(desk + "prizes/<atonce:act>/", prizes.quick_prizes, name="quick_prizes"),
        path(desk + "stage/", ending.stage, name="stage"),
        path(desk + "stage/hide/", ending.hide, name="hide"),
        path(desk + "end/<finish:act>/", ending.finish, name="finish"),
        path(desk + "objections/", ending.objections, name="objections"),
        path(desk + "clone/", ending.clone_page, name="clone"),
        path(desk + "workbook.xlsx", director.workbook, name="workbook"),
        path(desk, rounds.round_page, name="round"),
        path(desk + "draw/", rounds.draw, name="draw"),
        path(desk + "draw/final/", ways.final_page, name="final"),
        path(desk + "draw/lots/", ways.lots_page, name="lots"),
        path(desk + "rounds/<int:number>/", rounds.round_page, name="one_round"),
        path(
            desk + "rounds/<int:number>/tables/<int:table_number>/",
            sheets.sheet_page,
            name="sheet",
        ),
        path(
            desk + "rounds/<int:number>/tables/<int:table_number>/check/",
            checking.check_form,
            name="check_form",
        ),
        path(
            desk + "rounds/<int:number>/tables/<int:table_number>/move/",
            checking.move_form,
            name="move_form",
        ),
        path(
            desk + "rounds/<int:number>/find/", checking.find_table, name="find_table"
        ),
        path(
            desk + "rounds/<int:number>/tables/<int:table_number>/people/",
            seats.table_people,
            name="table_people",
        ),
        path(desk + "rounds/<int:number>/newcomer/", seats.newcomer, name="newcomer"),
        path(
            desk + "rounds/<int:number>/exchange/", exchanging.exchange, name="exchange"
        ),
        path(
            desk + "rounds/<int:number>/seats/<int:person>/<seatact:act>/",
            seats.seat_act,
            name="seat_act",
        ),
        path(desk + "rounds/<int:number>/cards/", printed.table_cards, name="cards"),
        path(desk + "rounds/<int:number>/forms/", printed.table_forms, name="forms"),
        path(
            desk + "rounds/<int:number>/seats/<byhand:act>/",
            proposals.by_hand,
            name="by_hand",
        ),
        path(desk + "rounds/<int:number>/<step:act>/", rounds.act, name="act"),
        path(
            desk + "rounds/<int:number>/clock/<clockact:act>/", clock.act, name="clock"
        ),
    ),
]
