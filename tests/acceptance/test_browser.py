"""What people do in a browser, on the embedded default and on PostgreSQL and Redis."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.acceptance.browser import Browser, browsing, chromium
from tests.acceptance.service import production
from tests.processes import EmbeddedService

pytestmark = [pytest.mark.service, pytest.mark.acceptance]
PAGES = [
    "/",
    "/jobs",
    "/campaigns",
    "/tours",
    "/boards",
    "/boards/torus:5x5",
    "/boards/8x8?map=moves",
    "/tree",
    "/compare",
    "/find",
    "/query",
    "/learn",
    "/learn/sheet?answers=true",
    "/puzzles",
    "/puzzles/sheet?count=6&solutions=true",
    "/generators",
    "/api/v1/docs",
    "/nothing",
]

HUGE = {"board": "8x8", "method": "backtrack", "label": "Too large to end <b>ever</b>"}


@pytest.fixture(scope="module")
def running() -> Iterator[Any]:
    """Start Chromium once and yield it."""
    with chromium() as browser:
        yield browser


@pytest.fixture(scope="module", params=["embedded", "production"])
def browser(
    running: Any, request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Browser]:
    """A page on the embedded default, then on a service under gunicorn with a worker process and a broker."""
    if request.param == "embedded":
        service: EmbeddedService = request.getfixturevalue("service")
        with browsing(running, service.url) as page:
            yield page
    else:
        with production(tmp_path_factory.mktemp("production")) as (url, _, _), browsing(running, url) as page:
            yield page


def construct_a_tour(browser: Browser) -> None:
    """Construct a closed tour of 10x10 as a new visitor does, and click once more to see the knight walk."""
    browser.open("/")
    browser.see("h1", "Every knight's tour")
    browser.page.get_by_label("Board", exact=True).fill("10x10")
    browser.page.get_by_role("button", name="Construct a tour").click()
    browser.see(".state", "succeeded")
    browser.page.locator("#watch-tour").click()
    browser.see("#place", "of 100")


def submit_by_form(browser: Browser, kind: str, fields: dict[str, str], *, long_run: bool = False) -> str:
    """Fill in the form of a kind, send it, and return the path of the job's page.

    long_run: whether the job would take years, so that the form asks for a confirmation.
    """
    browser.open(f"/submit?kind={kind}")
    browser.page.locator("summary", has_text="More settings").click()
    if "method" in fields:
        browser.page.locator('[name="method"]').select_option(fields["method"])
    for name, value in fields.items():
        control = browser.page.locator(f'[name="{name}"]')
        if control.evaluate("element => element.tagName") == "SELECT":
            control.select_option(value)
        else:
            control.fill(value)
    browser.page.get_by_role("button", name="Submit", exact=True).click()
    if long_run:
        browser.see("#long-run", "years")
        browser.page.get_by_role("button", name="Submit all the same").click()
    browser.page.wait_for_url("**/jobs/*")
    return browser.page.url.removeprefix(browser.url)


def test_a_new_visitor_gets_a_tour(browser: Browser) -> None:
    """The tour is drawn whole, then walked move by move, by buttons and by keys."""
    construct_a_tour(browser)
    page = browser.page
    assert page.locator("#tour .walk > path").count() == 100
    page.locator("#play[aria-pressed=true]").click()
    shown = int(page.locator("#move").input_value())
    page.locator("h1").click()
    page.keyboard.press(".")
    assert page.locator("#place").inner_text() == f"{shown + 1} of 100"
    assert page.locator("#tour .walk > path:not(.later)").count() == shown + 1
    browser.check_accessibility()


def test_the_form_tells_before_it_is_sent(browser: Browser) -> None:
    """While one types, the form shows board, verdict with proof and commands, and names a wrong field."""
    page = browser.page
    browser.open("/submit?kind=construct")
    page.locator('[name="tours"]').select_option("closed")
    page.locator('[name="board"]').fill("5x5")
    browser.see("#preview .verdict.impossible", "no such tour")
    browser.see("#preview figcaption", "5x5: 25 squares")
    page.locator("#preview summary", has_text="The same").click()
    browser.see("#curl-line", '"board": "5x5"')
    browser.check_accessibility()
    page.locator('[name="start"]').fill("z9")
    browser.see("#preview .error", "start")


def test_the_form_shows_what_the_method_heeds(browser: Browser) -> None:
    """Only the chosen method's fields are shown and sent, and filling in one kind of budget empties the other."""
    page = browser.page
    browser.open("/submit?kind=sample")
    page.locator("summary", has_text="More settings").click()
    walks, error, particles, strength = (
        page.locator(f'[name="{name}"]') for name in ("budget.walks", "budget.relative_error", "particles", "strength")
    )
    assert walks.is_visible()
    assert particles.is_visible()
    assert not strength.is_visible()
    particles.fill("300")
    page.locator('[name="method"]').select_option("importance")
    assert strength.is_visible()
    assert not particles.is_visible()
    walks.fill("500")
    error.fill("0.05")
    assert walks.input_value() == ""
    page.locator("#preview summary", has_text="The same").click()
    browser.see("#curl-line", '"relative_error": 0.05')
    assert "particles" not in page.locator("#curl-line").inner_text()
    browser.check_accessibility()


def test_charts_tell_their_values_by_keyboard(browser: Browser) -> None:
    """The arrow keys move a chart's slider from value to value, and the pointer shows the nearest value."""
    submit_by_form(browser, "distance", {"board": "8x8", "from": "a1"})
    browser.see(".state.succeeded")
    page = browser.page
    chart = page.locator("#chart-squares-by-distance")
    slider, reading = chart.locator("input[type=range]"), chart.locator(".reading")
    slider.focus()
    page.keyboard.press("Home")
    assert reading.inner_text() == "moves 0: 1"
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    assert reading.inner_text() == "moves 2: 9"
    assert slider.get_attribute("aria-valuetext") == "moves 2: 9"
    box = chart.locator(".plot").bounding_box()
    page.mouse.move(box["x"] + box["width"] - 40, box["y"] + box["height"] / 2)
    assert reading.inner_text() == "moves 6: 1"
    browser.check_accessibility()


def test_the_api_page_sends_its_examples(browser: Browser) -> None:
    """The API page looks like the other pages, leads back to them and sends an example unchanged."""
    page = browser.page
    browser.open("/api/v1/docs")
    browser.see("h1", "API")
    browser.see(".opblock")
    assert page.locator("header .brand").is_visible()
    for scheme in ("dark", "light"):
        page.emulate_media(color_scheme=scheme)
        browser.check_accessibility()
    job = page.locator("#operations-jobs-jobs_submit_job")
    job.locator(".opblock-summary-control").click()
    job.get_by_role("button", name="Try it out").click()
    job.get_by_role("button", name="Execute").click()
    job.locator(".live-responses-table .response-col_status", has_text="202").wait_for()
    page.locator("header .brand").click()
    browser.see("h1", "Every knight's tour")


def test_pause_and_resume(browser: Browser) -> None:
    """A job that would take for ever is paused, resumed and cancelled; its label is shown as text."""
    submit_by_form(browser, "enumerate", HUGE, long_run=True)
    browser.see("h1", HUGE["label"])
    browser.see(".state.running")
    browser.page.locator("#pause").click()
    browser.see(".state.paused")
    browser.check_accessibility()
    browser.page.locator("#resume").click()
    browser.see(".state.running")
    cancel(browser)
    browser.see(".state.cancelled")


def cancel(browser: Browser) -> None:
    """Cancel the job, after keeping it once when the page asks."""
    page = browser.page
    job = page.url
    page.locator("#cancel").click()
    browser.see("h1", "Cancel this job?")
    browser.check_accessibility()
    page.get_by_role("link", name="Keep it").click()
    page.wait_for_url(job)
    browser.see(".state.running")
    page.locator("#cancel").click()
    page.locator("#confirm").click()


def test_several_jobs_at_once(browser: Browser) -> None:
    """Jobs found by label can be chosen, paused and cancelled together, and the list says how many were changed."""
    page = browser.page
    labels = ("Together 1", "Together 2")
    paths = [submit_by_form(browser, "enumerate", {**HUGE, "label": label}, long_run=True) for label in labels]
    browser.open("/jobs")
    page.locator('[name="search"]').fill("together")
    page.get_by_role("button", name="Filter").click()
    page.wait_for_url("**search=together*")
    browser.see("tr", "Together 2")
    assert page.locator("table.jobs tbody tr").count() == 2
    for path in paths:
        page.locator(f"#choose-{path.rsplit('/', 1)[1]}").check()
    browser.next_answer("/live/jobs", 200)
    assert page.locator("[name=job]:checked").count() == 2
    page.locator("#selected").get_by_role("button", name="Pause").click()
    browser.see("#done", "2 paused")
    browser.check_accessibility()
    for path in paths:
        page.locator(f"#choose-{path.rsplit('/', 1)[1]}").check()
    page.locator("#selected").get_by_role("button", name="Cancel").click()
    browser.see("h1", "Cancel 2 jobs?")
    page.locator("#confirm").click()
    browser.see("#done", "2 cancelled")


def test_watch_browse_compare_and_find(browser: Browser) -> None:
    """A count and an estimate run to their ends, their tours are browsed by keys, and the two are compared."""
    counted = submit_by_form(browser, "enumerate", {"board": "5x5", "method": "backtrack", "store": "all"})
    browser.see(".state.succeeded")
    browser.see("td.number", "1,728")
    browser.check_accessibility()
    estimated = submit_by_form(browser, "sample", {"board": "5x5", "budget.walks": "20000", "method": "uniform"})
    browser.see(".state.succeeded")
    browser.see(".chart", "knuth")
    first, second = (path.rsplit("/", 1)[1] for path in (counted, estimated))
    browser.open(f"/compare?job={first}&job={second}")
    browser.see("td", "agrees, z =")
    browser.check_accessibility()
    browse(browser, first)
    find(browser)


def find(browser: Browser) -> None:
    """Paste the open tour as a grid and see that it is found."""
    page = browser.page
    grid = page.request.get(f"{page.url.replace('/tours/', '/api/v1/tours/')}.txt?form=grid").text()
    browser.open("/find")
    page.locator("#board").fill("5x5")
    page.locator("#tour").fill(grid)
    page.get_by_role("button", name="Look it up").click()
    browser.see("#found .verdict", "Yes, this very tour is here")
    browser.check_accessibility()


def browse(browser: Browser, job: str) -> None:
    """Find the job's tours from a corner in either notation, open one and go to the next by key."""
    page = browser.page
    found = []
    for corner in ("a5", "1,1"):
        browser.open(f"/tours?job={job}")
        page.locator('[name="board"]').fill("5x5")
        page.locator('[name="start"]').fill(corner)
        page.get_by_role("button", name="Find").click()
        page.wait_for_url(lambda url: "start=" in url)
        browser.see(".thumbnail", "5x5")
        found.append([one.get_attribute("href") for one in page.locator(".thumbnail").all()])
    assert found[0] == found[1]
    assert len(found[0]) == 24
    assert all(found[0])
    browser.check_accessibility()
    page.locator(".thumbnail").first.click()
    page.wait_for_url("**/tours/*")
    before = page.url
    page.keyboard.press("ArrowRight")
    page.wait_for_url(lambda url: url != before)
    browser.see("h1", "tour of 5x5")


WALKED = {
    "8x8": lambda row, column: (20 + 40 * (column - 1), 20 + 40 * (row - 1)),
    "torus:6x6": lambda row, column: (20 + 40 * (column - 1), 20 + 40 * (row - 1)),
    "cube:3": None,
}
"""Boards, each with the centre of a square on the drawing; None where it is not checked."""


@pytest.mark.parametrize("label", WALKED)
def test_the_knight_stands_on_the_squares_of_its_tour(browser: Browser, label: str) -> None:
    """After move k the knight is on square k of the tour, on a flat board, a torus and a cube."""
    submit_by_form(browser, "construct", {"board": label, "tours": "closed"})
    browser.see(".state.succeeded")
    browser.page.locator("#watch-tour").click()
    browser.see("#place", "of")
    page = browser.page
    tour = page.request.get(f"{page.url.partition('#')[0].replace('/tours/', '/api/v1/tours/')}.json").json()
    numbers = page.locator(".numbers > text")
    for move in (0, 1, 7, 23, len(tour["squares"]) - 1):
        page.locator("#move").fill(str(move))
        knight = page.locator(".knight")
        x, y = (float(knight.get_attribute(name)) for name in ("x", "y"))
        number = numbers.nth(move)
        across, down = (float(number.get_attribute(name)) for name in ("x", "y"))
        assert abs(x - across) < 20
        assert abs(y - 10 - down) < 20
        if (centre := WALKED[label]) is not None:
            assert (x, y - 10) == centre(*tour["squares"][move])


@pytest.mark.parametrize("path", PAGES)
def test_every_page_is_accessible(browser: Browser, path: str) -> None:
    """Every page keeps the WCAG 2.1 A and AA rules that axe-core checks and fits the width of a phone."""
    browser.open(path)
    if path.endswith("/docs"):
        browser.see(".opblock")
    browser.check_accessibility()
    browser.page.set_viewport_size({"width": 390, "height": 844})
    assert browser.page.evaluate("document.documentElement.scrollWidth") <= 390
    browser.page.set_viewport_size({"width": 1280, "height": 900})
    browser.complaints[:] = [text for text in browser.complaints if path != "/nothing" or "404" not in text]


def test_on_a_phone_nothing_is_cut_off(browser: Browser) -> None:
    """With everything unfolded, no page and no stacked table is wider than the screen of a phone."""
    construct_a_tour(browser)
    browser.open("/jobs")
    job = browser.page.locator("main a[href^='/jobs/']").first.get_attribute("href")
    browser.page.set_viewport_size({"width": 390, "height": 844})
    for path in (job, "/boards/8x8", "/families/5xn", "/workers"):
        browser.open(path)
        browser.page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
        assert browser.page.evaluate("document.documentElement.scrollWidth") <= 390, path
        for table in browser.page.locator(".wide:has(> .stacked)").all():
            assert table.evaluate("one => one.scrollWidth <= one.clientWidth"), path
    assert browser.page.locator(".wide:has(> .stacked)").count() == 1
    browser.page.set_viewport_size({"width": 1280, "height": 900})


def test_a_question_in_sql(browser: Browser) -> None:
    """A question sent by the keyboard is answered in a table; without a role for readers the page says so."""
    browser.open("/query")
    if browser.page.locator(".verdict").count():
        browser.see(".verdict", "cavalier db readers")
        return
    browser.page.locator("#sql").fill("SELECT count(*) AS jobs FROM job_list")
    browser.page.locator("#sql").press("Control+Enter")
    browser.see("#answer thead", "jobs")
    browser.page.locator("summary", has_text="How this was asked").click()
    browser.see("#answer", "permanent link")
    browser.check_accessibility()


def test_a_puzzle_is_solved_by_hand(browser: Browser) -> None:
    """A puzzle is solved by mouse and keys; errors are shown, and entries survive a reload."""
    path = submit_by_form(browser, "puzzle", {"board": "5x5", "guesses": "0", "rng.streams": "1"})
    browser.see(".answer", "one solution")
    browser.page.locator("#solve").click()
    browser.see("#told", "of 25 numbers")
    browser.check_accessibility()
    result = browser.page.request.get(f"{browser.url}/api/v1{path}/result").json()
    order = [(row - 1) * 5 + column - 1 for row, column in result["extra"]["puzzle"]["solution"]]
    squares = [browser.page.locator(f'#puzzle button[data-square="{square}"]') for square in order]
    free = [number for number, square in enumerate(squares) if square.get_attribute("data-given") is None]

    follows = next(number for number in free if number and number - 1 not in free)
    squares[follows - 1].click()
    squares[follows].click()
    browser.see("#told", f"{25 - len(free) + 1} of 25 numbers")
    wrong = next(number for number in free if number != follows)
    squares[wrong].focus()
    browser.page.keyboard.type(str(follows + 1))
    browser.see("#told", "Wrong")
    browser.page.keyboard.press("Backspace")
    browser.page.reload()
    browser.see("#told", f"{25 - len(free) + 1} of 25 numbers")
    for number in free:
        squares[number].focus()
        browser.page.keyboard.press("Backspace")
        browser.page.keyboard.type(str(number + 1))
    browser.see("#told", "Solved")


def test_the_puzzle_of_the_day_says_what_is_wrong(browser: Browser) -> None:
    """A refused click keeps the chosen number and says why; a hint adds a number, and the solution fills the board."""
    browser.open("/puzzles?date=2026-11-20&degree=medium")
    browser.see("#told", "24 of 64 numbers")
    solution = browser.page.request.get(f"{browser.url}/puzzles/solution.json?date=2026-11-20&degree=medium").json()
    numbers = solution["numbers"]
    squares = [browser.page.locator(f'#puzzle button[data-square="{numbers.index(n)}"]') for n in range(1, 65)]
    given = [square.get_attribute("data-given") is not None for square in squares]
    before = next(n for n in range(62) if given[n] and not given[n + 1])
    far = next(n for n in range(64) if not given[n] and n != before + 1 and not is_move(numbers, before, n))

    squares[before].click()
    squares[far].click()
    browser.see("#told", "is no knight's move from")
    squares[before + 1].click()
    browser.see("#told", "25 of 64 numbers")
    squares[before].click()
    browser.see("#told", f"is taken by {before + 1}:")
    squares[far].click()
    browser.see("#told", f"{before + 2} stands elsewhere already")
    browser.page.locator("#hint").click()
    browser.see("#told", "Hint:")
    browser.see("#told", "26 of 64 numbers")
    browser.page.emulate_media(media="print")
    assert browser.page.locator("#puzzle .chosen").evaluate("one => getComputedStyle(one).boxShadow") == "none"
    browser.page.emulate_media(media="screen")
    browser.page.locator("#reveal").click()
    browser.see("#told", "This is the solution.")
    browser.check_accessibility()
    browser.page.locator("#undo").click()
    browser.see("#told", "26 of 64 numbers")


def is_move(numbers: list[int], one: int, two: int) -> bool:
    """Whether two numbers of an 8x8 tour, each given less 1, stand a knight's move apart."""
    (row, column), (other_row, other) = (divmod(numbers.index(place + 1), 8) for place in (one, two))
    return {abs(row - other_row), abs(column - other)} == {1, 2}
