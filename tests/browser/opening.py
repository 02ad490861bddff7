"""Opens Debian's Chromium and keeps a watch over what its pages do.

No page may ask anything of another host, log an error or fail a request.
"""

import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    FilePayload,
    Page,
    Request,
    Response,
    sync_playwright,
)

from tests.browser.filled import HEIGHTS, LANGUAGES, PLAYER_LIST, Address, Scheme

ARGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
ABORTED = "net::ERR_ABORTED"
PATIENCE = 30_000  # milliseconds before something that does not come is a failure


@contextmanager
def chromium() -> Iterator[Browser]:
    """Debian's Chromium, closed at the end with everything it opened."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=ARGS
        )
        try:
            yield browser
        finally:
            browser.close()


def watch(context: BrowserContext, origin: str) -> list[str]:
    """Everything that goes wrong in the context from now on, as sentences.

    A form sent back with its faults (422) or beside another (409), a table's link that
    is switched off (403) and the page that is not there, asked for on purpose, are no
    trouble.
    """
    troubles: list[str] = []

    def meant(status: int, url: str) -> bool:
        of_table = status in (403, 409) and "/c/" in url
        return status == 422 or of_table or "/nowhere/" in url

    def console(message: ConsoleMessage) -> None:
        where = message.location["url"]
        said = re.search(r"status of (\d+)", message.text)
        told = meant(int(said[1]) if said else 0, where)
        if message.type in ("error", "warning") and not told:
            troubles.append(f"{message.type}: {message.text} ({message.location})")

    def asked(request: Request) -> None:
        if not request.url.startswith((f"{origin}/", "data:")):
            troubles.append(f"asked of another host: {request.url}")

    def failed(request: Request) -> None:
        # a download ends the navigation; a page that is left ends what it still loads
        left = request.resource_type != "document" and request.failure == ABORTED
        if not left and not request.url.endswith(".xlsx"):
            troubles.append(f"failed: {request.url} ({request.failure})")

    def answered(response: Response) -> None:
        if response.status >= 400 and not meant(response.status, response.url):
            troubles.append(f"{response.status}: {response.url}")

    context.on("console", console)
    context.on("weberror", lambda error: troubles.append(f"error: {error.error}"))
    context.on("request", asked)
    context.on("requestfailed", failed)
    context.on("response", answered)
    return troubles


def log_in(context: BrowserContext, origin: str, session: str) -> None:
    """Carry a session made by Django into the browser."""
    context.add_cookies([{"name": "sessionid", "value": session, "url": origin}])


def visit(page: Page, address: Address, language: str) -> None:
    """Go to a page and do there what its address says."""
    assert language in LANGUAGES
    page.goto(f"/{language}{address.path}")
    if address.act:
        ACTS[address.act](page)


def _submit(page: Page) -> None:
    page.locator("[data-submit]").click()
    page.locator(".note.err").wait_for()


def _import(page: Page) -> None:
    listed = FilePayload(
        name="leden.csv", mimeType="text/csv", buffer=PLAYER_LIST.encode()
    )
    form = page.locator("form[action$='/import/']")
    form.locator("input[type=file]").set_input_files(listed)
    form.locator("button").click()
    page.wait_for_url("**/report/")


def _correct(page: Page) -> None:
    page.locator("[name=pen1]").fill("1")
    page.locator("form[data-sheet] [name=reason]").fill("strafbol vergeten")
    page.locator("[data-submit]").click()
    page.locator("#changes").wait_for()


def _second(page: Page) -> None:
    """What somebody sends who never saw the form that is in."""
    page.locator("[name=pen1]").fill("1")
    page.locator("[name=based_on]").first.evaluate("field => field.value = 0")
    page.locator("[data-submit]").click()
    page.locator("#two-h").wait_for()


ACTS: dict[str, Callable[[Page], None]] = {
    "submit": _submit,
    "import": _import,
    "correct": _correct,
    "second": _second,
}


def look_at(page: Page, width: int, scheme: Scheme) -> None:
    """Make the window so many pixels wide, light or dark; the page stays as it is."""
    page.set_viewport_size({"width": width, "height": HEIGHTS[width]})
    page.emulate_media(color_scheme=scheme)


def sideways(page: Page) -> int:
    """By how many pixels the page is wider than its window."""
    wide: int = page.evaluate(
        "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    )
    return wide
