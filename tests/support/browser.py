"""Pages and pictures in a real browser: Playwright drives the headless Chromium of the system.

Fixtures, registered in conftest.py; each gives a `Page`, a fresh tab that shares nothing with others:

- ``page``: a screen of 1280 x 900 pixels. At the end of the test nothing may be wrong in its console, and
  no request may have left it.
- ``phone``: the same with the viewport of a phone, 360 x 740, three pixels of the device to each of its
  own, and a finger in place of the mouse.
- ``open_page(**options)``: a tab made with options of Playwright's `new_context`; not checked at the end.

Where Chromium is missing or does not start, the tests are skipped with the reason; with the environment
variable ``KNIGHT_MODELS_BROWSER=required`` (as `.ci/run` sets it) they fail. A test::

    def test_plays(page: Page) -> None:
        page.open(page_of(tour))                   # text (HTML or SVG)
        page.click("#play")                        # a selector, or (x, y) in CSS pixels
        page.keys("ArrowRight", "Shift+Tab", " ")  # names as in KeyboardEvent.key
        page.until("document.querySelector('#step').textContent === '25'")

Where the elements of a page lie is asked by `boxes`, `overlaps` and `outside`. A `Box` (boxes.py) is in CSS
pixels of the viewport. Hidden and transparent elements do not count, and a selector that matches nothing
visible is a LookupError, since a check of nothing always passes.
"""

from __future__ import annotations

import faulthandler
import os
import shutil
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import pytest
from boxes import Box, overlapping, sticking_out

if TYPE_CHECKING:
    from playwright.sync_api import Browser, ConsoleMessage, Request
    from playwright.sync_api import Page as Tab

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
FLAGS = (
    "--hide-scrollbars",
    # whatever a page asks for, nothing leaves the machine
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",
)
STUCK = 300
"""Seconds after which a test whose page does not answer ends its process."""

_BOXES = """
const visible = {opacityProperty: true, visibilityProperty: true};
return [...document.querySelectorAll(arguments[0])].filter(e => e.checkVisibility(visible)).map(e => {
    const box = e.getBoundingClientRect();
    const text = e.children.length ? "" : e.textContent.trim().slice(0, 20);
    const classes = [...e.classList].map(name => "." + name).join("");
    const label = e.tagName.toLowerCase() + (e.id && "#" + e.id) + classes + (text && ` "${text}"`);
    return [box.left, box.top, box.right, box.bottom, label];
});
"""
_USER_BOXES = """
const [selector, rectangles] = arguments, matrix = document.querySelector(selector).getScreenCTM();
return rectangles.map(([x, y, width, height]) => {
    const corners = [[x, y], [x + width, y], [x, y + height], [x + width, y + height]];
    const seen = corners.map(([x, y]) => new DOMPoint(x, y).matrixTransform(matrix));
    const across = seen.map(p => p.x), down = seen.map(p => p.y);
    return [Math.min(...across), Math.min(...down), Math.max(...across), Math.max(...down)];
});
"""
_VIEW_BOX = """
const svg = document.documentElement;
if (svg.localName !== "svg") return null;
const box = svg.viewBox.baseVal;
return [box.x, box.y, box.width, box.height];
"""
_SEEK = """
for (const animation of document.getAnimations()) {
    animation.pause();
    animation.currentTime = arguments[0];
}
"""
_FRAMES = """
const frame = () => new Promise(requestAnimationFrame);
return frame().then(frame).then(() => new Promise(done => setTimeout(done, 0)));
"""


class Page:
    """A tab of the browser.

    Parameters
    ----------
    tab : Playwright's page
    folder : where texts that are opened are written first

    Attributes
    ----------
    errors : errors and warnings of the console (violations of the content security policy are among them)
        and uncaught exceptions, those of workers too
    requests : the address of every request but that of the opened file; `data:` and `blob:` stay in the
        page and do not count
    """

    def __init__(self, tab: Tab, folder: Path) -> None:
        self.tab = tab
        self.errors: list[str] = []
        self.requests: list[str] = []
        self._folder = folder
        self._address = ""
        tab.set_default_timeout(10_000)
        tab.on("console", self._heard)
        tab.on("pageerror", lambda error: self.errors.append(str(error)))
        tab.on("request", self._asked)
        tab.on("websocket", lambda socket: self.requests.append(socket.url))

    def open(self, text: str, scripts: bool = True) -> Page:
        """Open the text of an SVG or HTML file; `scripts` says whether the tab runs scripts."""
        name = "page.svg" if text.lstrip().startswith("<svg") else "page.html"
        path = self._folder / name
        path.write_text(text, encoding="utf-8")
        self._address = path.as_uri()
        self.tab.goto(self._address)
        if scripts:
            self.settle()
        return self

    def run(self, script: str, *arguments: Any) -> Any:
        """Run the body of a function in the page; what it returns, or what its promise gives."""
        return self.tab.evaluate(f"given => (function () {{{script}}})(...given)", list(arguments))

    def until(self, condition: str | Callable[[], Any], seconds: float = 10.0) -> Any:
        """Wait until a JavaScript expression, or a Python function, gives something true; return that."""
        end = time.monotonic() + seconds
        while not (value := condition() if callable(condition) else self.run(f"return ({condition})")):
            assert time.monotonic() < end, f"not true after {seconds:g} s: {condition}; {self.errors}"
            self.tab.wait_for_timeout(20)
        return value

    def settle(self) -> None:
        """Wait until the page has drawn two frames."""
        self.run(_FRAMES)

    def seek(self, seconds: float) -> None:
        """Stop every animation of the document at this time."""
        self.run(_SEEK, seconds * 1000)
        self.settle()

    def text(self, selector: str) -> str:
        return self.tab.locator(selector).text_content() or ""

    def attribute(self, selector: str, name: str) -> str | None:
        return self.tab.locator(selector).get_attribute(name)

    def style(self, selector: str, name: str) -> str:
        """The computed value of a property."""
        script = "(element, name) => getComputedStyle(element).getPropertyValue(name)"
        return str(self.tab.locator(selector).evaluate(script, name))

    def click(self, target: str | tuple[float, float]) -> None:
        """Click on the middle of an element, or at a point of the viewport."""
        if isinstance(target, str):
            self.tab.click(target)
        else:
            self.tab.mouse.click(*target)
        self.settle()

    def keys(self, *keys: str) -> None:
        """Press keys, named as in KeyboardEvent.key, or "Shift+Tab"."""
        for key in keys:
            self.tab.keyboard.press(key)
        self.settle()

    def viewport(self, width: int, height: int) -> None:
        """Give the page a size in CSS pixels."""
        self.tab.set_viewport_size({"width": width, "height": height})
        self.settle()

    def assert_quiet(self) -> None:
        """No request has left the page, and nothing is wrong in the console."""
        self.settle()
        assert not self.requests, f"{self.tab.url} asks for {self.requests}"
        assert not self.errors, f"in the console of {self.tab.url}: {self.errors}"

    def boxes(self, selector: str) -> list[Box]:
        """Boxes of the visible elements that match, in document order; a text's is as high as its line."""
        found = [Box(*values) for values in self.run(_BOXES, selector)]
        if not found:
            raise LookupError(f"nothing visible matches {selector!r} in {self.tab.url}")
        return found

    def box(self, selector: str) -> Box:
        """Box of the only visible element that matches."""
        found = self.boxes(selector)
        if len(found) > 1:
            raise LookupError(f"{len(found)} elements match {selector!r} in {self.tab.url}, not one")
        return found[0]

    def user_boxes(self, rectangles: Sequence[Sequence[float]], svg: str = "svg") -> list[Box]:
        """Rectangles (x, y, width, height) in user units of an SVG element, as boxes of the viewport."""
        return [Box(*values) for values in self.run(_USER_BOXES, svg, [list(r) for r in rectangles])]

    def overlaps(self, selector: str, tolerance: float = 0.01) -> list[tuple[str, str]]:
        """Pairs of elements, by label, that overlap by more than `tolerance` pixels both ways."""
        return [(one.label, other.label) for one, other in overlapping(self.boxes(selector), tolerance)]

    def outside(self, selector: str, tolerance: float = 0.01) -> list[str]:
        """Labels of elements that stick out of the view box of an SVG, or of the width of the viewport."""
        boxes = self.boxes(selector)
        return [box.label for box in sticking_out(boxes, [self._view()] * len(boxes), tolerance)]

    def _view(self) -> Box:
        if rectangle := self.run(_VIEW_BOX):
            return self.user_boxes([rectangle], ":root")[0]
        width = self.run("return document.documentElement.clientWidth")
        return Box(0, float("-inf"), width, float("inf"))

    def _heard(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning", "assert"):
            self.errors.append(message.text)

    def _asked(self, request: Request) -> None:
        itself = request.url == self._address and request.is_navigation_request()
        if not itself and not request.url.startswith(("data:", "blob:")):
            self.requests.append(request.url)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """One headless Chromium for the tests of a file.

    Not for all files: as long as Playwright runs, asyncio has a running loop in this thread, and tests of
    other files (notebooks) start loops of their own.
    """
    from playwright.sync_api import Error, sync_playwright

    program = next(filter(None, map(shutil.which, NAMES)), None)
    if program is None:
        _without(f"no browser was found on the PATH (looked for {', '.join(NAMES)})")
    with sync_playwright() as playwright:
        try:
            started = playwright.chromium.launch(executable_path=program, args=FLAGS)
        except Error as error:
            _without(f"{program} did not start: {error.message.splitlines()[0]}")
        yield started
        started.close()


def _without(reason: str) -> NoReturn:
    """Skip the test, or fail it where a browser is required."""
    if os.environ.get("KNIGHT_MODELS_BROWSER") == "required":
        pytest.fail(f"KNIGHT_MODELS_BROWSER=required, but {reason}", pytrace=False)
    pytest.skip(reason)


@pytest.fixture
def open_page(browser: Browser, tmp_path: Path) -> Iterator[Callable[..., Page]]:
    """Makes tabs, and closes them at the end."""
    contexts = []

    def opened(**options: Any) -> Page:
        contexts.append(browser.new_context(**options))
        return Page(contexts[-1].new_page(), tmp_path)

    faulthandler.dump_traceback_later(STUCK, exit=True)
    yield opened
    for context in contexts:
        context.close()
    faulthandler.cancel_dump_traceback_later()


@pytest.fixture
def page(open_page: Callable[..., Page]) -> Iterator[Page]:
    """A tab on a screen; nothing may be wrong in it at the end."""
    tab = open_page(viewport={"width": 1280, "height": 900})
    yield tab
    tab.assert_quiet()


@pytest.fixture
def phone(open_page: Callable[..., Page]) -> Iterator[Page]:
    """A tab on a phone; nothing may be wrong in it at the end."""
    size = {"width": 360, "height": 740}
    tab = open_page(viewport=size, device_scale_factor=3, is_mobile=True, has_touch=True)
    yield tab
    tab.assert_quiet()
