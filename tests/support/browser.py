"""A real headless Chromium for tests of pages and pictures.

Two fixtures, registered in conftest.py:

- ``page``: a `Page`, one fresh tab for the test; what a test wants nearly always.
- ``browser``: the `Browser`, one for the whole run; ``with browser.page(folder) as page:`` gives further
  tabs.

Both skip the test, with the reason, where Chromium or its driver is missing or does not start; with the
environment variable ``KNIGHT_MODELS_BROWSER=required`` (as `.ci/run` sets it) they fail it. A test::

    def test_plays(page: Page) -> None:
        page.open(page_of(tour))                   # text (HTML or SVG), or the Path of a file
        page.click("#play")                        # a selector, or (x, y) in CSS pixels
        page.keys("ArrowRight", "Shift+Tab", " ")  # names as in KeyboardEvent.key
        page.until("document.querySelector('#step').textContent === '25'")
        page.assert_quiet()                        # no request left the page, no error in the console

What a user does:

- ``open(source, name=None) -> Page``: `source` is a Path, or text, which is written to the test's folder
  first (as `name`, or as page.svg where it begins like one, else page.html). ``url`` and ``path`` say
  what is open.
- ``click(target, at=(0.5, 0.5))``: a real click on an element, scrolled into view, at these fractions of
  its box, or at the point ``(x, y)`` of the viewport. AssertionError where something else lies over the
  element.
- ``keys(*keys)``: real keys to what has the focus; a text that is the name of no key is typed.
- ``viewport(width, height, scale=1.0)``; ``phone(width=390, height=844, scale=3.0)``: touch and no hover.
- ``media(colour_scheme=None, reduced_motion=None, medium=None)``: "light" or "dark", True or False,
  "screen" or "print"; None leaves the browser's own. Each call says all three anew.

What a test asks:

- ``run(script, *arguments) -> Any``: the script is the body of a function; it may ``return`` a promise.
- ``until(condition, seconds=10.0) -> Any``: waits until a JavaScript expression, or a Python function
  without arguments, gives something true, and returns that; AssertionError when the time is over.
- ``settle()``: waits until two frames are drawn; all of the above that act have done so.
- ``seek(seconds)``: stops every animation (SMIL, CSS, Web Animations) of the document at that time, so
  that a test need not wait. What scripts do by timers is theirs.
- ``count(selector) -> int``; of the one element that matches (LookupError otherwise): ``text(selector) ->
  str``, ``attribute(selector, name) -> str | None``, ``style(selector, name) -> str`` (computed).
- ``screenshot(path=None, selector=None) -> bytes``: a PNG of the viewport or of one element.
- ``console_errors() -> list[str]``: errors and warnings of the console, uncaught exceptions, unhandled
  rejections and violations of the content security policy, since the tab was made; of workers too.
- ``requests() -> list[str]``: the address of every request but for the opened file itself. ``data:`` and
  ``blob:`` stay in the page and do not count, but for a script's (a worker's requests are not seen, so
  that there is a worker is). A request that the security policy stops is none, but an error in the
  console. Neither sees a mere ``<link rel="preconnect">``: look for addresses in the text as well.
- ``assert_quiet()``: both are empty.

Legibility (`Box` is in boxes.py: ``left, top, right, bottom, label, width, height, centre`` in CSS pixels
of the viewport). What is hidden or transparent does not count, and a selector that matches nothing
visible is a LookupError, since a check of nothing always passes:

- ``boxes(selector) -> list[Box]`` in document order; ``box(selector) -> Box`` the only one. The box of a
  text is as high as its line, not as its ink.
- ``overlaps(selector, tolerance=0.01) -> list[tuple[str, str]]``: pairs, by label, in order from left to
  right, that overlap by more than `tolerance` pixels both ways.
- ``outside(selector, around=None, tolerance=0.01) -> list[str]``: labels of elements that stick out of
  `around`. None is the view box of an opened SVG file, or the width of the viewport for HTML. A selector
  that matches one element, or a Box, is around all of them; one that matches as many elements, or a list
  of Box, is around each in turn (every number and its own square).
- ``user_boxes(rectangles, svg="svg") -> list[Box]``: (x, y, width, height) in the user units of an SVG
  element, as boxes of the viewport: for squares that are no elements of their own.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from boxes import Box, overlapping, sticking_out

if TYPE_CHECKING:
    from selenium.webdriver.chrome.remote_connection import ChromeRemoteConnection
    from selenium.webdriver.remote.webdriver import WebDriver
    from selenium.webdriver.remote.webelement import WebElement

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
DRIVERS = ("chromedriver",)
FLAGS = (
    "--headless=new",
    "--disable-gpu",
    "--disable-quic",
    "--disable-dev-shm-usage",
    "--disable-breakpad",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-domain-reliability",
    "--disable-extensions",
    "--disable-sync",
    "--no-default-browser-check",
    "--no-first-run",
    "--no-pings",
    "--no-proxy-server",
    "--password-store=basic",
    "--force-device-scale-factor=1",
    "--hide-scrollbars",
    # whatever a page asks for, nothing leaves the machine
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",
)


class BrowserMissingError(Exception):
    """No browser, no driver, or they do not start; the text says which."""


def find_program(names: Sequence[str], what: str) -> str:
    """Path of the first of these programs that is there."""
    for name in names:
        if path := shutil.which(name):
            return path
    raise BrowserMissingError(f"no {what} was found on the PATH (looked for {', '.join(names)})")


class Browser:
    """A headless Chromium with an empty profile, and its driver.

    `seconds` bounds what it may take to load a page or to run a script, twice that what the driver may take
    to answer. One that does not answer is killed, and started anew for the next page.
    """

    def __init__(self, seconds: float = 30.0) -> None:
        self._seconds = seconds
        self._chromium = find_program(BROWSERS, "browser")
        self._chromedriver = find_program(DRIVERS, "driver of the browser")
        self._folder = tempfile.TemporaryDirectory(
            prefix="knight_models-browser-", ignore_cleanup_errors=True
        )
        self._start()

    @property
    def pid(self) -> int:
        """The process of the driver, which is also the group of every process of driver and browser."""
        return int(self._service.process.pid)

    @property
    def folder(self) -> Path:
        """Where the profile is."""
        return Path(self._folder.name)

    @contextlib.contextmanager
    def page(self, folder: Path) -> Iterator[Page]:
        """A fresh tab, closed at the end; texts to be opened are written into `folder`."""
        from selenium.common.exceptions import WebDriverException
        from urllib3.exceptions import HTTPError

        driver = self._driver
        home = driver.current_window_handle
        driver.switch_to.new_window("tab")
        _devtools(driver, "Storage.clearDataForOrigin", origin="file://", storageTypes="all")
        for name in ("browser", "performance"):
            _log(driver, name)
        try:
            yield Page(driver, folder)
        finally:
            try:
                driver.close()
                driver.switch_to.window(home)
            except (WebDriverException, HTTPError):  # it hangs or has crashed
                _kill(self._service)
                self._start()

    def close(self) -> None:
        """End browser and driver and delete the profile."""
        self._stop()
        self._folder.cleanup()

    def _start(self) -> None:
        from selenium import webdriver
        from selenium.common.exceptions import WebDriverException
        from urllib3.exceptions import HTTPError

        profile = tempfile.mkdtemp(dir=self._folder.name)
        options = webdriver.ChromeOptions()
        options.binary_location = self._chromium
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        for flag in (*FLAGS, f"--user-data-dir={profile}", *_sandbox()):
            options.add_argument(flag)
        homes = {"XDG_CONFIG_HOME": profile, "XDG_CACHE_HOME": profile}
        service = webdriver.ChromeService(
            executable_path=self._chromedriver,
            env={**os.environ, **homes},
            popen_kw={"start_new_session": True},  # Ctrl-C ends the tests, and they end the browser
        )
        try:
            service.start()
            self._driver = webdriver.Remote(
                _connection(service.service_url, 2 * self._seconds), options=options
            )
        except (WebDriverException, HTTPError, OSError) as error:
            _kill(service)
            told = str(getattr(error, "msg", None) or error).strip().splitlines()[0]
            raise BrowserMissingError(
                f"{self._chromium} did not start through {self._chromedriver}: {told}"
            ) from error
        self._service = service
        self._driver.set_page_load_timeout(self._seconds)
        self._driver.set_script_timeout(self._seconds)
        self._driver.get("about:blank")  # the page of new tabs asks for things of its own

    def _stop(self) -> None:
        from selenium.common.exceptions import WebDriverException
        from urllib3.exceptions import HTTPError

        with contextlib.suppress(WebDriverException, HTTPError):
            self._driver.quit()
        _kill(self._service)


def _connection(address: str, seconds: float) -> ChromeRemoteConnection:
    """Straight to the driver, whatever proxy the environment names, and never waiting longer than this."""
    from selenium.webdriver.chrome.remote_connection import ChromeRemoteConnection
    from selenium.webdriver.common.proxy import Proxy, ProxyType
    from selenium.webdriver.remote.client_config import ClientConfig

    direct = Proxy({"proxyType": ProxyType.DIRECT["string"]})
    once = {"init_args_for_pool_manager": {"retries": False}}
    config = ClientConfig(address, proxy=direct, timeout=round(seconds), init_args_for_pool_manager=once)
    return ChromeRemoteConnection(address, client_config=config)


def _log(driver: WebDriver, name: str) -> list[dict[str, Any]]:
    """What the driver has logged since it was last asked."""
    entries: list[dict[str, Any]] = driver.execute("getLog", {"type": name})["value"]
    return entries


def _devtools(driver: WebDriver, command: str, **parameters: Any) -> None:
    """A command of the Chrome DevTools Protocol."""
    driver.execute("executeCdpCommand", {"cmd": command, "params": parameters})


def _sandbox() -> tuple[str, ...]:
    """Chromium refuses to make its sandbox as root."""
    return ("--no-sandbox",) if hasattr(os, "geteuid") and os.geteuid() == 0 else ()


def _kill(service: Any) -> None:
    """End the driver and whatever is left of its group."""
    process: subprocess.Popen[bytes] | None = getattr(service, "process", None)
    if process is None:
        return
    if hasattr(os, "killpg"):
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
    process.wait(10)


KEYS = {
    "Backspace", "Delete", "End", "Enter", "Escape", "Home", "Insert", "Tab",
    "ArrowDown", "ArrowLeft", "ArrowRight", "ArrowUp", "PageDown", "PageUp",
    *(f"F{number}" for number in range(1, 13)),
}  # fmt: skip
MODIFIERS = ("Shift", "Control", "Alt", "Meta")

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
const [svg, rectangles] = arguments, matrix = svg.getScreenCTM();
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
if (!box || !box.width) throw new Error("the SVG has no viewBox");
return [box.x, box.y, box.width, box.height];
"""
_ON_TOP = """
const [element, x, y] = arguments;
const top = document.elementFromPoint(x, y);
if (top && (element.contains(top) || top.contains(element) && top.localName === "label")) return null;
return top ? top.outerHTML.slice(0, 80) : "nothing: the point is outside the viewport";
"""
_SEEK = """
const milliseconds = arguments[0];
for (const svg of document.querySelectorAll("svg")) {
    if (!svg.ownerSVGElement) { svg.pauseAnimations(); svg.setCurrentTime(milliseconds / 1000); }
}
for (const animation of document.getAnimations()) {
    animation.pause();
    animation.currentTime = milliseconds;
}
"""
_FRAMES = """
const frame = () => new Promise(requestAnimationFrame);
return frame().then(frame).then(() => new Promise(done => setTimeout(done, 0)));
"""


class Page:
    """One tab of the browser; see the head of this module."""

    def __init__(self, driver: WebDriver, folder: Path) -> None:
        self.driver = driver
        self.url = "about:blank"
        self.path: Path | None = None
        self._folder = folder
        self._errors: list[str] = []
        self._requests: list[str] = []
        self._opened: set[str] = set()

    def open(self, source: Path | str, name: str | None = None) -> Page:
        """Open a file, or a text, which is written to a file first."""
        if isinstance(source, str):
            start = source.lstrip().lower()
            picture = start.startswith("<svg") or (start.startswith("<?xml") and "<html" not in start)
            path = self._folder / (name or ("page.svg" if picture else "page.html"))
            path.write_text(source, encoding="utf-8")
        else:
            path = source
        if not path.is_file():
            raise FileNotFoundError(f"there is no file {path}")
        self.path = path.resolve()
        self.url = self.path.as_uri()
        self._opened.add(self.url)
        self.driver.get(self.url)
        self.settle()
        return self

    def run(self, script: str, *arguments: Any) -> Any:
        """Run the body of a function in the page; what it returns, or what its promise gives."""
        return self.driver.execute_script(script, *arguments)

    def until(self, condition: str | Callable[[], Any], seconds: float = 10.0) -> Any:
        """Wait until an expression of JavaScript, or a function, gives something true, and return that."""
        end = time.monotonic() + seconds
        while True:
            value = condition() if callable(condition) else self.run(f"return ({condition})")
            if value:
                return value
            if time.monotonic() > end:
                told = "; ".join(self.console_errors()) or "none"
                raise AssertionError(
                    f"not true after {seconds:g} s: {condition}; errors in the console: {told}"
                )
            time.sleep(0.02)

    def settle(self) -> None:
        """Wait until the page has drawn two frames."""
        self.run(_FRAMES)

    def seek(self, seconds: float) -> None:
        """Stop every animation of the document at this time."""
        self.run(_SEEK, seconds * 1000)
        self.settle()

    def count(self, selector: str) -> int:
        return len(self._all(selector))

    def text(self, selector: str) -> str:
        return str(self.run("return arguments[0].textContent", self._one(selector)))

    def attribute(self, selector: str, name: str) -> str | None:
        value: str | None = self.run(
            "return arguments[0].getAttribute(arguments[1])", self._one(selector), name
        )
        return value

    def style(self, selector: str, name: str) -> str:
        script = "return getComputedStyle(arguments[0]).getPropertyValue(arguments[1])"
        return str(self.run(script, self._one(selector), name))

    def click(self, target: str | tuple[float, float], at: tuple[float, float] = (0.5, 0.5)) -> None:
        """Click at a point of the viewport, or on an element, at these fractions of its box."""
        if isinstance(target, str):
            element = self._one(target)
            self.run(
                "arguments[0].scrollIntoView({block: 'nearest', inline: 'nearest', behavior: 'instant'})",
                element,
            )
            box = self.box(target)
            x, y = box.left + at[0] * box.width, box.top + at[1] * box.height
            if above := self.run(_ON_TOP, element, x, y):
                raise AssertionError(f"a click on {target} would meet {above}")
        else:
            x, y = target
        mouse = {"x": x, "y": y, "button": "left", "clickCount": 1}
        for kind in ("mouseMoved", "mousePressed", "mouseReleased"):
            _devtools(self.driver, "Input.dispatchMouseEvent", type=kind, **mouse)
        self.settle()

    def keys(self, *keys: str) -> None:
        """Press keys, named as in KeyboardEvent.key, or "Shift+Tab"; any other text is typed."""
        from selenium.webdriver.common.action_chains import ActionChains

        chain = ActionChains(self.driver)
        for key in keys:
            *modifiers, last = key.split("+") if len(key) > 1 else [key]
            if any(modifier not in MODIFIERS for modifier in modifiers):
                modifiers, last = [], key
            for modifier in modifiers:
                chain.key_down(_key(modifier))
            chain.send_keys(_key(last))
            for modifier in reversed(modifiers):
                chain.key_up(_key(modifier))
        chain.perform()
        self.settle()

    def viewport(self, width: int, height: int, scale: float = 1.0) -> None:
        """Give the page this many CSS pixels, and so many pixels of the device for each."""
        self._metrics(width, height, scale, mobile=False)

    def phone(self, width: int = 390, height: int = 844, scale: float = 3.0) -> None:
        """Behave as a phone: its viewport, a finger in place of the mouse."""
        self._metrics(width, height, scale, mobile=True)

    def media(
        self,
        colour_scheme: str | None = None,
        reduced_motion: bool | None = None,
        medium: str | None = None,
    ) -> None:
        """What the page's media queries are told; None leaves what the browser says by itself."""
        motion = {None: "", True: "reduce", False: "no-preference"}[reduced_motion]
        features = [
            {"name": "prefers-color-scheme", "value": colour_scheme or ""},
            {"name": "prefers-reduced-motion", "value": motion},
        ]
        _devtools(self.driver, "Emulation.setEmulatedMedia", media=medium or "", features=features)
        self.settle()

    def screenshot(self, path: Path | None = None, selector: str | None = None) -> bytes:
        """A PNG of the viewport, or of one element."""
        png: bytes = (
            self._one(selector).screenshot_as_png if selector else self.driver.get_screenshot_as_png()
        )
        if path is not None:
            path.write_bytes(png)
        return png

    def console_errors(self) -> list[str]:
        """Errors and warnings of the console, uncaught exceptions and violations of the security policy."""
        self.settle()
        logged = _log(self.driver, "browser")
        self._errors += [
            f"{e['source']}: {e['message']}" for e in logged if e["level"] in ("SEVERE", "WARNING")
        ]
        return list(self._errors)

    def requests(self) -> list[str]:
        """Address of every request but for the opened files and what stays in the page."""
        self.settle()
        for entry in _log(self.driver, "performance"):
            message = json.loads(entry["message"])["message"]
            if address := _requested(message["method"], message["params"]):
                kind = message["params"].get("type")
                itself = kind == "Document" and address in self._opened
                # a worker's script counts, since the log does not tell what the worker asks for
                harmless = address.startswith(("data:", "blob:", "about:")) and kind != "Script"
                if not itself and not harmless:
                    self._requests.append(address)
        return list(self._requests)

    def assert_quiet(self) -> None:
        """No request has left the page, and nothing is wrong in the console."""
        requests, errors = self.requests(), self.console_errors()
        assert not requests, f"{self.url} asks for {requests}"
        assert not errors, f"in the console of {self.url}: {errors}"

    def boxes(self, selector: str) -> list[Box]:
        """Boxes of the visible elements that match, in document order."""
        found = [Box(*values) for values in self.run(_BOXES, selector)]
        if not found:
            raise LookupError(f"nothing visible matches {selector!r} in {self.url}")
        return found

    def box(self, selector: str) -> Box:
        """Box of the only visible element that matches."""
        found = self.boxes(selector)
        if len(found) > 1:
            raise LookupError(f"{len(found)} elements match {selector!r} in {self.url}, not one")
        return found[0]

    def user_boxes(self, rectangles: Sequence[Sequence[float]], svg: str = "svg") -> list[Box]:
        """Rectangles (x, y, width, height) in user units of an SVG element, as boxes of the viewport."""
        return [
            Box(*values) for values in self.run(_USER_BOXES, self._one(svg), [list(r) for r in rectangles])
        ]

    def overlaps(self, selector: str, tolerance: float = 0.01) -> list[tuple[str, str]]:
        """Pairs of elements that overlap by more than `tolerance` pixels both ways."""
        return [(one.label, other.label) for one, other in overlapping(self.boxes(selector), tolerance)]

    def outside(
        self, selector: str, around: str | Box | Sequence[Box] | None = None, tolerance: float = 0.01
    ) -> list[str]:
        """Elements that stick out of the view box, the width of the viewport, or what is around each."""
        boxes = self.boxes(selector)
        if around is None:
            outer = [self._view()]
        elif isinstance(around, str):
            outer = self.boxes(around)
        else:
            outer = [around] if isinstance(around, Box) else list(around)
        if len(outer) == 1:
            outer *= len(boxes)
        if len(outer) != len(boxes):
            raise LookupError(f"{len(boxes)} elements match {selector!r}, but {len(outer)} are around them")
        return [box.label for box in sticking_out(boxes, outer, tolerance)]

    def _view(self) -> Box:
        """The view box of an SVG file, or the width of the viewport and all of its page's height."""
        if rectangle := self.run(_VIEW_BOX):
            return self.user_boxes([rectangle], ":root")[0]
        width = self.run("return document.documentElement.clientWidth")
        return Box(0, float("-inf"), width, float("inf"))

    def _metrics(self, width: int, height: int, scale: float, mobile: bool) -> None:
        sizes = {"width": width, "height": height, "deviceScaleFactor": scale, "mobile": mobile}
        _devtools(self.driver, "Emulation.setDeviceMetricsOverride", **sizes)
        _devtools(self.driver, "Emulation.setTouchEmulationEnabled", enabled=mobile)
        self.settle()

    def _all(self, selector: str) -> list[WebElement]:
        found: list[WebElement] = self.run("return [...document.querySelectorAll(arguments[0])]", selector)
        return found

    def _one(self, selector: str) -> WebElement:
        found = self._all(selector)
        if len(found) != 1:
            raise LookupError(f"{len(found)} elements match {selector!r} in {self.url}, not one")
        return found[0]


def _key(name: str) -> str:
    """The driver's character for a key."""
    from selenium.webdriver.common.keys import Keys

    if name not in KEYS and name not in MODIFIERS:
        return name
    words = {
        "ArrowDown": "ARROW_DOWN",
        "ArrowLeft": "ARROW_LEFT",
        "ArrowRight": "ARROW_RIGHT",
        "ArrowUp": "ARROW_UP",
    }
    words |= {"PageDown": "PAGE_DOWN", "PageUp": "PAGE_UP"}
    return str(getattr(Keys, words.get(name, name.upper())))


def _requested(method: str, parameters: dict[str, Any]) -> str | None:
    """The address that an event of the protocol asks for, if it does."""
    if method == "Network.requestWillBeSent":
        return str(parameters["request"]["url"])
    if method in ("Network.webSocketCreated", "Network.webTransportCreated"):
        return str(parameters["url"])
    return None


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One headless Chromium for all tests."""
    try:
        started = Browser()
    except BrowserMissingError as error:
        if os.environ.get("KNIGHT_MODELS_BROWSER") == "required":
            pytest.fail(f"KNIGHT_MODELS_BROWSER=required, but {error}", pytrace=False)
        pytest.skip(f"{error}")
    with contextlib.closing(started):
        yield started


@pytest.fixture
def page(browser: Browser, tmp_path: Path) -> Iterator[Page]:
    """A fresh tab."""
    with browser.page(tmp_path) as tab:
        yield tab
