"""The harness of the browser tests sees what is wrong, and sees nothing where nothing is."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from boxes import Box, overlapping
from browser import Browser, BrowserMissingError, Page, find_program

QUIET = """<!doctype html><html lang="en"><meta charset="utf-8"><title>quiet</title>
<img alt="" src="data:image/gif;base64,R0lGODlhAQABAAAAACw="><p>Nothing to see.</p></html>"""

SQUARES = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20" width="400" height="200"
font-size="6">
<rect class="square" width="20" height="20" fill="#eee"/>
<rect class="square" x="20" width="20" height="20" fill="#ccc"/>
<text x="10" y="12" text-anchor="middle">1</text><text x="{x}" y="12" text-anchor="middle">{number}</text>
</svg>"""


def html(body: str, head: str = "") -> str:
    start = '<!doctype html><html lang="en"><meta charset="utf-8"><title>t</title>'
    return f"{start}{head}<body>{body}</body></html>"


# What is wrong is seen


def test_a_quiet_page_is_quiet(page: Page) -> None:
    page.open(QUIET).assert_quiet()
    assert page.requests() == []
    assert page.console_errors() == []


@pytest.mark.parametrize(
    ("body", "address"),
    [
        ('<img alt="" src="http://127.0.0.1:1/x.png">', "http://127.0.0.1:1/x.png"),
        ('<img alt="" src="http://nowhere.example/x.png">', "http://nowhere.example/x.png"),
        ('<link rel="stylesheet" href="http://127.0.0.1:1/x.css">', "http://127.0.0.1:1/x.css"),
        (
            '<style>p {background: url("http://127.0.0.1:1/y.png")}</style><p>p</p>',
            "http://127.0.0.1:1/y.png",
        ),
        ("<script>fetch('http://127.0.0.1:1/f').catch(() => 0)</script>", "http://127.0.0.1:1/f"),
        ("<script>navigator.sendBeacon('http://127.0.0.1:1/b')</script>", "http://127.0.0.1:1/b"),
        ("<script>new WebSocket('ws://127.0.0.1:1/w')</script>", "ws://127.0.0.1:1/w"),
        ('<iframe src="http://127.0.0.1:1/frame"></iframe>', "http://127.0.0.1:1/frame"),
    ],
)
def test_every_kind_of_request_is_seen(page: Page, body: str, address: str) -> None:
    page.open(html(body))
    page.until(lambda: address in page.requests())
    with pytest.raises(AssertionError, match="asks for"):
        page.assert_quiet()


def test_a_file_beside_the_page_is_a_request(page: Page, tmp_path: Path) -> None:
    (tmp_path / "beside.svg").write_text(SQUARES.format(x=30, number=2), encoding="utf-8")
    page.open(html('<img alt="" src="beside.svg">'))
    assert page.requests() == [(tmp_path / "beside.svg").as_uri()]


def test_a_request_of_a_later_script_is_seen(page: Page) -> None:
    page.open(QUIET)
    page.run("setTimeout(() => fetch('http://127.0.0.1:1/late').catch(() => 0), 50)")
    page.until(lambda: "http://127.0.0.1:1/late" in page.requests())


@pytest.mark.parametrize(
    "address",
    ["URL.createObjectURL(new Blob([script]))", "'data:text/javascript,' + encodeURIComponent(script)"],
)
def test_a_worker_is_not_overlooked(page: Page, address: str) -> None:
    """Its errors are seen, and that there is one, since its requests are not."""
    page.open(
        html(f"""<script>const script = "console.error('in the worker')"; new Worker({address})</script>""")
    )
    page.until(lambda: any("in the worker" in error for error in page.console_errors()))
    page.until(page.requests)


@pytest.mark.parametrize(
    ("script", "told"),
    [
        ("console.error('as bad as that')", "as bad as that"),
        ("console.warn('take care')", "take care"),
        ("throw new Error('thrown at once')", "thrown at once"),
        ("setTimeout(() => { throw new Error('thrown later') })", "thrown later"),
        ("Promise.reject(new Error('nobody minds'))", "nobody minds"),
        ("let twice; let twice", "twice"),
        ("fetch('http://127.0.0.1:1/f').catch(() => 0)", "ERR_"),
    ],
)
def test_every_kind_of_error_is_seen(page: Page, script: str, told: str) -> None:
    page.open(html(f"<script>{script}</script>"))
    page.until(lambda: any(told in error for error in page.console_errors()))
    assert len(page.console_errors()) == 1
    with pytest.raises(AssertionError, match=r"in the console|asks for"):
        page.assert_quiet()


def test_what_is_no_error_is_none(page: Page) -> None:
    page.open(html("<script>console.log('log'); console.info('info'); console.debug('debug')</script>"))
    page.assert_quiet()


def test_a_violation_of_the_security_policy_is_seen(page: Page) -> None:
    policy = """<meta http-equiv="Content-Security-Policy" content="script-src 'none'">"""
    page.open(html("<script>document.title = 'ran'</script>", head=policy))
    assert page.run("return document.title") == "t"
    assert any("Content Security Policy" in error for error in page.console_errors())


@pytest.mark.parametrize("first", [True, False])
def test_pages_know_nothing_of_each_other(browser: Browser, tmp_path: Path, first: bool) -> None:
    """Errors, requests, emulation and what a page stored stay in its tab."""
    with browser.page(tmp_path) as page:
        page.open(
            html(
                "<script>console.error('bad'); localStorage.x = 1</script><img alt='' src='http://127.0.0.1:1/'>"
            )
        )
        page.media("dark")
        page.phone()
        assert page.console_errors() or first
    with browser.page(tmp_path) as page:
        page.open(QUIET).assert_quiet()
        assert page.run("return localStorage.x ?? null") is None
        assert not page.run("return matchMedia('(prefers-color-scheme: dark)').matches")
        assert page.run("return innerWidth") != 390


# What a user does


def test_clicks_and_keys_are_real(page: Page) -> None:
    page.open(
        html("""<button id="b">press</button> <input id="r" type="range" min="0" max="100" value="0">
        <script>const seen = []; for (const kind of ["click", "keydown"])
            addEventListener(kind, e => seen.push([kind, e.key ?? e.target.id, e.shiftKey, e.isTrusted]));
        </script>""")
    )
    page.click("#b")
    page.keys("Tab", "ArrowRight", "End", "Shift+Tab", "+", "k")
    assert page.run("return seen") == [
        ["click", "b", False, True],
        ["keydown", "Tab", False, True],
        ["keydown", "ArrowRight", False, True],
        ["keydown", "End", False, True],
        ["keydown", "Shift", True, True],
        ["keydown", "Tab", True, True],
        ["keydown", "+", True, True],
        ["keydown", "k", False, True],
    ]
    assert page.run("return document.activeElement.id") == "b"
    assert page.run("return document.querySelector('#r').valueAsNumber") == 100
    page.click("#r", at=(0.5, 0.5))
    assert page.run("return document.querySelector('#r').valueAsNumber") == 50


def test_a_click_falls_where_it_is_aimed(page: Page) -> None:
    page.open(
        html("""<p style="height: 3000px">above</p>
        <svg id="s" width="200" height="100"><rect id="r" width="200" height="100"/></svg>
        <script>const seen = []; const svg = document.querySelector("#s");
        svg.addEventListener("click", e => seen.push([e.offsetX, e.offsetY]))</script>""")
    )
    page.click("#r", at=(0.25, 0.5))  # scrolled into view first
    box = page.box("#r")
    page.click((box.left + 150, box.top + 20))
    first, second = page.run("return seen")
    assert first == pytest.approx([50, 50], abs=1)
    assert second == pytest.approx([150, 20], abs=1)


def test_a_click_on_what_is_covered_is_refused(page: Page) -> None:
    page.open(html('<button>under</button><div id="cover" style="position: fixed; inset: 0"></div>'))
    with pytest.raises(AssertionError, match="cover"):
        page.click("button")


def test_waiting_ends_either_way(page: Page) -> None:
    page.open(html("<script>setTimeout(() => { document.title = 'done' }, 100)</script>"))
    assert page.until("document.title === 'done' && document.title") == "done"
    with pytest.raises(AssertionError, match=r"not true after 0\.1 s: document.title === 'never'"):
        page.until("document.title === 'never'", seconds=0.1)


def test_scripts_return_values_and_promises(page: Page) -> None:
    page.open(QUIET)
    assert page.run("return [arguments[0] + 1, null, 'ä']", 41) == [42, None, "ä"]
    assert page.run("return new Promise(done => setTimeout(() => done(7), 20))") == 7


def test_selectors_that_match_nothing_are_refused(page: Page) -> None:
    page.open(html('<p>one</p><p>two</p><p id="h" style="visibility: hidden">three</p>'))
    assert page.count("p") == 3
    assert page.text("p:first-of-type") == "one"
    for asked in (page.text, page.click, page.boxes, page.overlaps, page.outside):
        with pytest.raises(LookupError, match="match"):
            asked("#none")
    with pytest.raises(LookupError, match="3 elements match 'p'"):
        page.text("p")
    with pytest.raises(LookupError, match="nothing visible"):
        page.boxes("#h")


def test_missing_files_are_refused(page: Page, tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"no file .*none\.html"):
        page.open(tmp_path / "none.html")


# What a page is told of its surroundings


def test_colours_motion_and_medium(page: Page) -> None:
    page.open(
        html("<p>text</p>", head="<style>@media (prefers-color-scheme: dark) {p {color: #fff}}</style>")
    )

    def told(query: str) -> bool:
        return bool(page.run("return matchMedia(arguments[0]).matches", query))

    for scheme, colour in (("dark", "rgb(255, 255, 255)"), ("light", "rgb(0, 0, 0)")):
        page.media(scheme)
        assert told(f"(prefers-color-scheme: {scheme})")
        assert page.style("p", "color") == colour
    page.media(reduced_motion=True)
    assert told("(prefers-reduced-motion: reduce)")
    page.media(reduced_motion=False, medium="print")
    assert not told("(prefers-reduced-motion: reduce)")
    assert told("print")


def test_sizes_and_phones(page: Page) -> None:
    meta = '<meta name="viewport" content="width=device-width, initial-scale=1">'
    text = html("text", head=meta)
    page.open(text)
    page.viewport(1000, 700)
    assert page.run("return [innerWidth, innerHeight, devicePixelRatio]") == [1000, 700, 1]
    page.phone()
    page.open(text)
    assert page.run("return [innerWidth, innerHeight, devicePixelRatio]") == [390, 844, 3]
    assert page.run("return matchMedia('(pointer: coarse)').matches && matchMedia('(hover: none)').matches")


def test_screenshots_are_png_of_the_right_size(page: Page, tmp_path: Path) -> None:
    page.viewport(500, 300)
    page.open(SQUARES.format(x=30, number=2))
    png = page.screenshot(tmp_path / "shot.png")
    assert (tmp_path / "shot.png").read_bytes() == png
    assert png.startswith(b"\x89PNG\r\n")
    assert (int.from_bytes(png[16:20]), int.from_bytes(png[20:24])) == (500, 300)


def test_animations_are_sought(page: Page) -> None:
    """SMIL and CSS stand at the time asked for, without waiting."""
    page.open("""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">
        <style>@keyframes go {to {transform: translateX(80px)}} #c {animation: go 8s linear}</style>
        <rect id="r" width="5" height="5"><animate attributeName="x" from="0" to="80" dur="8s"/></rect>
        <rect id="c" width="5" height="5"/></svg>""")
    page.seek(2)
    assert page.run("return document.querySelector('#r').x.animVal.value") == pytest.approx(20)
    assert page.style("#c", "transform") == "matrix(1, 0, 0, 1, 20, 0)"


# Legibility


def test_good_pictures_are_good(page: Page) -> None:
    page.open(SQUARES.format(x=30, number=2))
    assert page.overlaps("text") == []
    assert page.outside("text") == []
    assert page.outside("text", ".square") == []
    assert page.outside(".square") == []
    assert page.outside("text", page.user_boxes([(0, 0, 20, 20), (20, 0, 20, 20)])) == []
    assert page.overlaps(".square") == []  # they touch


def test_numbers_that_overlap_are_named(page: Page) -> None:
    page.open(SQUARES.format(x=13, number=22))
    assert page.overlaps("text") == [('text "1"', 'text "22"')]
    assert page.outside("text", ".square") == ['text "22"']


def test_what_sticks_out_is_named(page: Page) -> None:
    page.open(SQUARES.format(x=39, number=1234))
    assert page.outside("text") == ['text "1234"']
    assert page.outside("text", ".square") == ['text "1234"']
    assert page.outside("text", page.user_boxes([(0, 0, 20, 20), (20, 0, 20, 20)])) == ['text "1234"']
    assert page.outside("text", page.user_boxes([(0, 0, 60, 20)])[0]) == []
    with pytest.raises(LookupError, match="2 elements match 'text', but 3 are around"):
        page.outside("text", page.user_boxes([(0, 0, 60, 20)] * 3))


def test_hidden_things_are_not_illegible(page: Page) -> None:
    page.open(SQUARES.replace("<text x=", '<text opacity="0" x=', 1).format(x=10, number=22))
    assert page.overlaps("text") == []


def test_pages_wider_than_a_phone_are_found(page: Page) -> None:
    meta = '<meta name="viewport" content="width=device-width, initial-scale=1, minimum-scale=1">'
    page.phone(width=320)
    page.open(html('<p>text</p><div id="wide" style="width: 500px; height: 9px"></div>', head=meta))
    assert page.outside("p") == []
    assert page.outside("#wide") == ["div#wide"]


def test_boxes_are_in_css_pixels(page: Page) -> None:
    page.viewport(500, 300, scale=2)
    page.open(SQUARES.format(x=30, number=2))
    assert page.user_boxes([(20, 0, 20, 20)]) == [Box(200, 0, 400, 200)]
    second = page.boxes(".square")[1]
    assert (second.left, second.top, second.width, second.height) == (200, 0, 200, 200)
    assert second.centre == (300, 100)


def test_the_sweep_finds_what_comparing_all_pairs_finds() -> None:
    """Squares of three sizes on a lattice that makes some touch, some overlap and some hold another."""
    boxes = [
        Box(x, y, x + side, y + side, f"{x},{y},{side}")
        for x in range(-6, 20, 3)
        for y in range(-4, 16, 2)
        for side in (1, 2, 5)
        if (x * y + side) % 4
    ]
    pairs = {
        frozenset((one.label, other.label))
        for at, one in enumerate(boxes)
        for other in boxes[:at]
        if max(one.left, other.left) < min(one.right, other.right)
        and max(one.top, other.top) < min(one.bottom, other.bottom)
    }
    found = overlapping(boxes)
    assert len(pairs) > 100
    assert len(found) == len(pairs)
    assert {frozenset((one.label, other.label)) for one, other in found} == pairs


# Starting and ending


def processes(group: int) -> list[int]:
    """Processes of a group that still run; a dead one that nobody has waited for does not."""
    listed = subprocess.run(
        ["ps", "-eo", "pid=,pgid=,stat="], capture_output=True, text=True, check=True
    ).stdout
    rows = [line.split() for line in listed.splitlines()]
    return [int(pid) for pid, of, state in rows if int(of) == group and not state.startswith("Z")]


def test_closing_leaves_no_process_and_no_profile(browser: Browser, tmp_path: Path) -> None:
    own = Browser()
    group, folder = own.pid, own.folder
    with own.page(tmp_path) as page:
        page.open(QUIET)
    assert len(processes(group)) > 2
    assert folder.is_dir()
    own.close()
    assert processes(group) == []
    assert not folder.exists()


def test_a_stuck_page_is_given_up_and_the_next_one_works(browser: Browser, tmp_path: Path) -> None:
    from selenium.common.exceptions import WebDriverException
    from urllib3.exceptions import HTTPError

    own = Browser(seconds=2)
    try:
        group = own.pid
        with own.page(tmp_path) as page:
            page.open(QUIET)
            with pytest.raises((WebDriverException, HTTPError)):
                page.run("while (true) {}")
        assert own.pid == group or processes(group) == []
        with own.page(tmp_path) as page:
            page.open(QUIET).assert_quiet()
    finally:
        own.close()


def test_missing_programs_are_named() -> None:
    with pytest.raises(
        BrowserMissingError, match=r"no browser was found on the PATH \(looked for a-b, c-d\)"
    ):
        find_program(("a-b", "c-d"), "browser")


@pytest.mark.parametrize(("required", "outcome"), [("", "1 skipped"), ("required", "1 error")])
def test_without_a_browser_tests_skip_or_fail_as_asked(tmp_path: Path, required: str, outcome: str) -> None:
    """Run in a process of its own, with a PATH on which there is nothing."""
    (tmp_path / "conftest.py").write_text("from browser import browser, page\n", encoding="utf-8")
    (tmp_path / "test_it.py").write_text("def test_it(page):\n    pass\n", encoding="utf-8")
    ran = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-rsE", "-p", "no:cacheprovider", "test_it.py"],
        env={
            **os.environ,
            "PATH": str(tmp_path),
            "PYTHONPATH": str(Path(__file__).parents[1] / "support"),
            "KNIGHT_MODELS_BROWSER": required,
        },
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert outcome in ran.stdout
    assert "no browser was found on the PATH (looked for chromium," in ran.stdout
    assert ran.returncode == (1 if required else 0)
