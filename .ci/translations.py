"""The Dutch catalogues are complete, and the committed .mo files are what they say."""

import subprocess
import sys
import tempfile
from pathlib import Path

import polib

CATALOGUES = [
    Path(app, "locale", "nl", "LC_MESSAGES", "django.po")
    for app in ("tournament", "scoring")
]


def messages(catalogue: polib.POFile | polib.MOFile) -> dict[object, object]:
    return {
        (entry.msgctxt, entry.msgid): entry.msgstr_plural or entry.msgstr
        for entry in catalogue
    }


def main() -> int:
    kept = {path: path.read_text("utf-8") for path in CATALOGUES}
    faults = []
    try:
        subprocess.run(
            [sys.executable, "manage.py", "makemessages", "-l", "nl", "-v", "0"]
            + ["--no-wrap", "--no-location", "--no-obsolete"]
            + ["-i", ".venv", "-i", "tests"],
            check=True,
        )
        for path in CATALOGUES:
            fresh, old = polib.pofile(str(path)), polib.pofile(kept[path])
            known = messages(old)
            faults += [
                f"{path}: not in the catalogue: {entry.msgid!r}"
                for entry in fresh
                if (entry.msgctxt, entry.msgid) not in known
            ]
    finally:
        for path, text in kept.items():
            path.write_text(text, "utf-8")
    for path in CATALOGUES:
        catalogue = polib.pofile(str(path))
        faults += [f"{path}: {e.msgid!r}" for e in catalogue.untranslated_entries()]
        faults += [f"{path}: fuzzy {e.msgid!r}" for e in catalogue.fuzzy_entries()]
        with tempfile.NamedTemporaryFile(suffix=".mo") as made:
            catalogue.save_as_mofile(made.name)
            compiled = polib.mofile(made.name)
        if messages(compiled) != messages(polib.mofile(str(path.with_suffix(".mo")))):
            faults.append(f"{path}: the .mo file is not made from it")
    print("\n".join(faults) or "translations complete")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
