"""The checks of the browser tests see what is wrong, and see nothing where nothing is."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from boxes import Box, overlapping
from browser import Page

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


@pytest.fixture
def loud(open_page: Callable[..., Page]) -> Page:
    """A page that the end of the test does not check."""
    return open_page()


# What is wrong is seen


def test_a_quiet_page_is_quiet(page: Page) -> None:
    page.open(QUIET).assert_quiet()


def test_what_is_no_error_is_none(page: Page) -> None:
    page.open(html("<script>console.log('log'); console.info('info'); console.debug('debug')</script>"))


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
        (
            """<script>const script = "fetch('http://127.0.0.1:1/worker').catch(() => 0)";
            new Worker(URL.createObjectURL(new Blob([script])))</script>""",
            "http://127.0.0.1:1/worker",
        ),
        (
            "<script>setTimeout(() => fetch('http://127.0.0.1:1/late').catch(() => 0), 50)</script>",
            "http://127.0.0.1:1/late",
        ),
    ],
)
def test_every_kind_of_request_is_seen(loud: Page, body: str, address: str) -> None:
    loud.open(html(body))
    loud.until(lambda: address in loud.requests)
    with pytest.raises(AssertionError, match="asks for"):
        loud.assert_quiet()


@pytest.mark.parametrize("element", ['<img alt="" src="beside.svg">', '<iframe src="beside.svg"></iframe>'])
def test_a_file_beside_the_page_is_a_request(loud: Page, tmp_path: Path, element: str) -> None:
    (tmp_path / "beside.svg").write_text(SQUARES.format(x=30, number=2), encoding="utf-8")
    loud.open(html(element))
    assert loud.requests == [(tmp_path / "beside.svg").as_uri()]


@pytest.mark.parametrize(
    ("script", "error"),
    [
        ("console.error('as bad as that')", "as bad as that"),
        ("console.warn('take care')", "take care"),
        ("throw new Error('thrown at once')", "thrown at once"),
        ("setTimeout(() => { throw new Error('thrown later') })", "thrown later"),
        ("Promise.reject(new Error('nobody minds'))", "nobody minds"),
        ("let twice; let twice", "twice"),
        ("fetch('http://127.0.0.1:1/f').catch(() => 0)", "ERR_"),
        (
            """new Worker(URL.createObjectURL(new Blob(["console.error('in the worker')"])))""",
            "in the worker",
        ),
    ],
)
def test_every_kind_of_error_is_seen(loud: Page, script: str, error: str) -> None:
    loud.open(html(f"<script>{script}</script>"))
    loud.until(lambda: any(error in each for each in loud.errors))
    with pytest.raises(AssertionError, match=r"in the console|asks for"):
        loud.assert_quiet()


def test_a_violation_of_the_security_policy_is_seen(loud: Page) -> None:
    policy = """<meta http-equiv="Content-Security-Policy" content="script-src 'none'">"""
    loud.open(html("<script>document.title = 'ran'</script>", head=policy))
    assert loud.run("return document.title") == "t"
    assert any("Content Security Policy" in error for error in loud.errors)


def test_pages_know_nothing_of_each_other(open_page: Callable[..., Page]) -> None:
    first, second = open_page(color_scheme="dark"), open_page()
    first.open(html("<script>console.error('bad'); localStorage.x = 1</script>"))
    second.open(QUIET).assert_quiet()
    assert second.run("return localStorage.x ?? null") is None
    assert not second.run("return matchMedia('(prefers-color-scheme: dark)').matches")


def test_a_phone_has_a_finger_and_no_mouse(phone: Page) -> None:
    meta = '<meta name="viewport" content="width=device-width, initial-scale=1">'
    phone.open(html("text", head=meta))
    assert phone.run("return [innerWidth, innerHeight, devicePixelRatio]") == [360, 740, 3]
    assert phone.run(
        "return matchMedia('(pointer: coarse)').matches && matchMedia('(hover: none)').matches"
    )


def test_animations_are_sought(page: Page) -> None:
    page.open("""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">
        <style>@keyframes go {to {transform: translateX(80px)}} #c {animation: go 8s linear}</style>
        <rect id="c" width="5" height="5"/></svg>""")
    page.seek(2)
    assert page.style("#c", "transform") == "matrix(1, 0, 0, 1, 20, 0)"


def test_waiting_ends_either_way(page: Page) -> None:
    page.open(html("<script>setTimeout(() => { document.title = 'done' }, 100)</script>"))
    assert page.until("document.title === 'done' && document.title") == "done"
    with pytest.raises(AssertionError, match=r"not true after 0\.1 s: document.title === 'never'"):
        page.until("document.title === 'never'", seconds=0.1)


# Legibility


def test_a_check_of_nothing_is_refused(page: Page) -> None:
    page.open(html('<p>one</p><p>two</p><p id="h" style="visibility: hidden">three</p>'))
    for selector in ("#none", "#h"):
        for check in (page.boxes, page.overlaps, page.outside):
            with pytest.raises(LookupError, match="nothing visible"):
                check(selector)
    with pytest.raises(LookupError, match="2 elements match 'p'"):
        page.box("p")


def test_good_pictures_are_good(page: Page) -> None:
    page.open(SQUARES.format(x=30, number=2))
    assert page.overlaps("text") == []
    assert page.outside("text") == []
    assert page.outside(".square") == []
    assert page.overlaps(".square") == []  # they touch


def test_numbers_that_overlap_are_named(page: Page) -> None:
    page.open(SQUARES.format(x=13, number=22))
    assert page.overlaps("text") == [('text "1"', 'text "22"')]


def test_what_sticks_out_is_named(page: Page) -> None:
    page.open(SQUARES.format(x=39, number=1234))
    assert page.outside("text") == ['text "1234"']


def test_hidden_things_are_not_illegible(page: Page) -> None:
    page.open(SQUARES.replace("<text x=", '<text opacity="0" x=', 1).format(x=10, number=22))
    assert page.overlaps("text") == []


def test_pages_wider_than_a_phone_are_found(phone: Page) -> None:
    meta = '<meta name="viewport" content="width=device-width, initial-scale=1, minimum-scale=1">'
    phone.open(html('<p>text</p><div id="wide" style="width: 500px; height: 9px"></div>', head=meta))
    assert phone.outside("p") == []
    assert phone.outside("#wide") == ["div#wide"]


def test_boxes_are_in_css_pixels(open_page: Callable[..., Page]) -> None:
    page = open_page(viewport={"width": 500, "height": 300}, device_scale_factor=2)
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

OPTIONS = ("-q", "-rsE", "-p", "no:cacheprovider", "-p", "no:playwright")
FILE = """
import pytest
from browser import browser, open_page, page, phone

def test_it(page):
    page.open("<!doctype html><title>t</title>{body}")
"""


def run_in_a_process_of_its_own(folder: Path, body: str = "", **environment: str) -> tuple[int, str]:
    """The exit code and the output of pytest, for a file with one test that opens a page."""
    (folder / "test_it.py").write_text(FILE.replace("{body}", body), encoding="utf-8")
    ran = subprocess.run(
        [sys.executable, "-m", "pytest", *OPTIONS, "test_it.py", *map(str, folder.glob("test_other.py"))],
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parent), **environment},
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    return ran.returncode, ran.stdout


@pytest.mark.parametrize(("required", "outcome"), [("", "1 skipped"), ("required", "1 error")])
def test_without_a_browser_tests_skip_or_fail_as_asked(tmp_path: Path, required: str, outcome: str) -> None:
    code, output = run_in_a_process_of_its_own(tmp_path, PATH=str(tmp_path), KNIGHT_MODELS_BROWSER=required)
    assert outcome in output
    assert "no browser was found on the PATH (looked for chromium," in output
    assert code == (1 if required else 0)


@pytest.mark.parametrize(("required", "outcome"), [("", "1 skipped"), ("required", "1 error")])
def test_a_browser_that_does_not_start_is_a_missing_one(
    tmp_path: Path, required: str, outcome: str
) -> None:
    (tmp_path / "chromium").write_text("#!/bin/sh\nexit 1\n", encoding="utf-8")
    (tmp_path / "chromium").chmod(0o755)
    path = f"{tmp_path}{os.pathsep}{os.environ['PATH']}"
    code, output = run_in_a_process_of_its_own(tmp_path, PATH=path, KNIGHT_MODELS_BROWSER=required)
    assert outcome in output
    assert f"{tmp_path / 'chromium'} did not start" in output
    assert code == (1 if required else 0)


def test_what_is_wrong_with_a_page_fails_its_test(browser: object, tmp_path: Path) -> None:
    code, output = run_in_a_process_of_its_own(tmp_path, "<script>console.error('so bad')</script>")
    assert "1 passed, 1 error" in output
    assert "so bad" in output
    assert code == 1


def test_other_files_may_run_loops_of_asyncio(browser: object, tmp_path: Path) -> None:
    (tmp_path / "test_other.py").write_text(
        "import asyncio\n\ndef test_it():\n    asyncio.run(asyncio.sleep(0))\n", encoding="utf-8"
    )
    code, output = run_in_a_process_of_its_own(tmp_path)
    assert "2 passed" in output
    assert code == 0
