"""The map, the graph, the confusion matrix and the trend: the numbers that the pictures are drawn from."""

import math
import time
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.report.cases import OUTCOMES
from tests.report.crowd import crowd
from tests.report.everything import EVERYTHING, QUIET
from toolwatch import report
from toolwatch.model.similarity import Neighbour, Neighbours
from toolwatch.report.confusion import MOST, SHADES, matrix
from toolwatch.report.drawing import MOST_LABELS, maps
from toolwatch.report.graph import MOST_TOOLS, draw
from toolwatch.report.layout import SIZE, place
from toolwatch.report.trend import series_of

TWO_GROUPS = {
    "a1": (Neighbour("a2", 0.9), Neighbour("a3", 0.9), Neighbour("b1", 0.1)),
    "a2": (Neighbour("a1", 0.9), Neighbour("a3", 0.9)),
    "a3": (Neighbour("a1", 0.9), Neighbour("a2", 0.9)),
    "b1": (Neighbour("b2", 0.9), Neighbour("b3", 0.9), Neighbour("a1", 0.1)),
    "b2": (Neighbour("b1", 0.9), Neighbour("b3", 0.9)),
    "b3": (Neighbour("b1", 0.9), Neighbour("b2", 0.9)),
}


def test_alike_tools_lie_close() -> None:
    points = {point.tool: (point.x, point.y) for point in place(list(TWO_GROUPS), Neighbours(TWO_GROUPS))}
    within = [math.dist(points[a], points[b]) for a in points for b in points if a < b and a[0] == b[0]]
    across = [math.dist(points[a], points[b]) for a in points for b in points if a[0] == "a" and b[0] == "b"]
    assert max(within) < min(across)


name = st.text(max_size=4)
near = st.lists(st.tuples(name, st.floats(-1, 2)), max_size=8)


@settings(max_examples=60, deadline=None, derandomize=True)
@given(tools=st.lists(name, max_size=12), near=st.dictionaries(name, near, max_size=12))
def test_any_neighbours_give_every_tool_one_place_on_the_map(
    tools: list[str], near: dict[str, list[tuple[str, float]]]
) -> None:
    neighbours = Neighbours({tool: tuple(Neighbour(*pair) for pair in pairs) for tool, pairs in near.items()})
    points = place(tools, neighbours)
    assert [point.tool for point in points] == list(dict.fromkeys(tools))
    assert all(0 <= point.x <= SIZE and 0 <= point.y <= SIZE for point in points)
    assert points == place(tools, neighbours)


def test_five_hundred_tools_are_placed_in_a_moment() -> None:
    start = time.process_time()
    [(server, drawing)] = maps(crowd(1000, 500))
    assert time.process_time() - start < 3
    assert server == "shop"
    assert len({(point.x, point.y) for point in drawing.points}) > 490
    assert len(drawing.labelled) <= MOST_LABELS
    assert len(drawing.arrows) <= 60


def test_the_graph_stays_small_and_has_no_loose_ends() -> None:
    for found in (EVERYTHING, crowd(300, 100), QUIET):
        graph = draw(found)
        ids = {node.id for node in graph.nodes}
        assert len(ids) == len(graph.nodes) <= MOST_TOOLS
        assert all({edge.source, edge.target} <= ids for edge in graph.edges)
    assert draw(QUIET).nodes == ()


def test_the_matrix_counts_every_answer() -> None:
    after = matrix(OUTCOMES, "after")
    assert sum(cell.count for row in after.rows for cell in row) == 21
    place = {tool: number for number, tool in enumerate(after.columns)}
    row = after.rows[after.tools.index("issue_refund")]
    assert (row[place["start_return"]].count, row[place["start_return"]].right) == (6, False)
    assert after.rows[after.tools.index("check_stock")][place[""]].count == 3
    assert all(0 <= cell.shade <= SHADES for row in after.rows for cell in row)


def test_any_of_several_right_tools_is_right() -> None:
    moved = next(one for one in OUTCOMES if one.case == "where-is-it")
    right = replace(moved, after=replace(moved.after, counts=(("check_stock", 3),)))
    [row] = matrix([right], "after").rows
    assert [(cell.count, cell.right) for cell in row] == [(3, True)]


def test_a_large_matrix_keeps_what_is_confused() -> None:
    found = matrix(crowd(1000, 500).outcomes, "after")
    assert len(found.tools) == MOST
    assert found.left_out > 0


def test_each_suite_and_model_has_its_line() -> None:
    other = tuple(line.model_copy(update={"model": "openai:x"}) for line in EVERYTHING.releases[:1])
    first, second = series_of((*EVERYTHING.releases, *other))
    assert [line.release for line in first.lines] == ["v1.0", "v1.1", "v2.0"]
    assert first.path == "20,45 320,30 620,35"
    assert (second.model, second.path, second.last) == ("openai:x", "20,45", "75.0 %")


def test_a_release_without_an_answer_is_no_score_of_nothing() -> None:
    fields = {"right_tool": 0, "right_arguments": 0, "no_verdict": 20, "precision": 0.0, "recall": 0.0, "f1": 0.0}
    good, middle, last = EVERYTHING.releases
    silent = tuple(line.model_copy(update=fields) for line in (middle, last))
    [series] = series_of((good, *silent))
    assert (series.path, series.last, len(series.lines)) == ("20,45", "without an answer", 3)
    page = report.render(replace(EVERYTHING, releases=(good, *silent)), "html")
    assert "<td>0 of 20</td>" not in page
    assert page.count("<td>-</td><td>-</td><td>-</td><td>-</td><td>20 of 20</td>") == 2


def test_what_a_picture_has_no_room_for_is_counted() -> None:
    many = crowd(1000, 500)
    graph = draw(many)
    assert graph.not_drawn > 0
    assert f"{graph.not_drawn} more tools are not drawn" in report.render(many, "markdown")
    [(_, drawing)] = maps(many)
    assert (len(drawing.arrows), drawing.not_drawn > 0) == (60, True)
    assert f"{drawing.not_drawn} more arrows are not drawn" in report.render(many, "html")
    few = report.render(EVERYTHING, "markdown") + report.render(EVERYTHING, "html")
    assert "not drawn" not in few
