"""The one exception for what a person can put right."""

from typing import Any


class Refused(Exception):
    """An act that was not done, with a code and a translated sentence saying why.

    ``details`` carries what a page needs to show it well, such as the problems of
    a sheet or the revision that came first.
    """

    def __init__(self, code: str, sentence: Any, **details: Any) -> None:
        super().__init__(code)
        self.code = code
        self.sentence = sentence
        self.details = details

    def __str__(self) -> str:
        return str(self.sentence)
