"""Score sheets drawn: text, rich, HTML, SVG, plot, CSV, all from hand-made sheets."""

import csv
import io
import subprocess
import xml.etree.ElementTree as ET

import pytest

from ginrummy import show
from ginrummy.sheet import Sheet
from show_sheets import EMPTY, HANDS, HOLLYWOOD, ONE, SHEETS, column, sheet

SVG = "{http://www.w3.org/2000/svg}"
DRAWN = (show.sheet_text, show.sheet_html, show.sheet_svg, show.sheet_csv)


@pytest.fixture(params=SHEETS, ids=str)
def any_sheet(request):
    return SHEETS[request.param]


def cells(line):
    """The terminal cells of a line, as rich counts them."""
    from rich.cells import cell_len

    return cell_len(line)


def printed(source, width=80):
    from rich.console import Console

    out = io.StringIO()
    Console(file=out, width=width).print(show.sheet_rich(source))
    return out.getvalue()


class TestText:
    def test_one_game(self):
        assert show.sheet_text(ONE, width=60) == (
            """\
Match to 100

                       Game 1
               north      |     south
           ---------------+---------------
           1. +24  24 *   | 2. +12  12 *
           3. +31  55 **  | 6. +44  56 **
           5.  -6  49     |
           7. +57 106 *** |
           ===============+===============
tally       ***** * 6     |      *** 3
points            106     |         56
game bonus        100     |          0
boxes             150     |         75
           ---------------+---------------
final             356     |        131
                  won     |

north wins by 250."""
        )

    def test_columns_share_their_labels(self):
        text = show.sheet_text(HOLLYWOOD, width=120).splitlines()
        (row,) = [line for line in text if line.startswith("shutout")]
        assert row.split() == ["shutout", "|", "210", "|", "0", "|"]
        (head,) = [line for line in text if "Column 1" in line]
        assert "Column 2 (shutout)" in head
        assert "Column 3" in head

    def test_only_a_closed_column_has_the_line(self):
        assert "===" not in show.sheet_text(EMPTY)
        assert show.sheet_text(HOLLYWOOD, width=40).count("===+===") == 2

    @pytest.mark.parametrize("width", [40, 60, 80, 200])
    def test_no_line_is_wider(self, any_sheet, width):
        lines = show.sheet_text(any_sheet, width=width, hands=True).splitlines()
        assert max(map(cells, lines)) <= width
        assert all(line == line.rstrip() for line in lines)

    def test_separators_stand_in_line(self, any_sheet):
        for part in show.sheet_text(any_sheet, width=40).split("\n\n"):
            lines = part.splitlines()
            rule = next((line for line in lines if set(line) <= set("-+ ") and "+" in line), None)
            if rule is None:
                continue
            where = [at for at, char in enumerate(rule) if char == "+"]
            body = lines[lines.index(rule) + 1 :]
            for line in (one for one in body if "|" in one):
                assert [at for at, char in enumerate(line) if char in "|"] == where

    def test_narrow_leaves_out_details_not_totals(self):
        four = sheet([column("Game 1", 4, [(9, 3, -120, 1), (10, 3, 60, 1)])], "abcd")
        text = show.sheet_text(four, width=40)
        assert "-120" in text
        assert "-60" in text

    def test_names_are_wrapped_not_cut(self):
        text = show.sheet_text(SHEETS["long 2 sides 1 columns"], width=40)
        assert text.count("W") >= 40
        assert "Nottingham" in text.replace("\n", "")

    def test_hands_in_words(self):
        assert "7. hand 7 in words" in show.sheet_text(ONE, hands=True)
        assert "in words" not in show.sheet_text(ONE)

    @pytest.mark.parametrize("width", [19, 0, -1])
    def test_too_narrow(self, width):
        with pytest.raises(ValueError, match=f"width={width}: at least 20"):
            show.sheet_text(ONE, width=width)


class TestSvg:
    def test_is_well_formed(self, any_sheet):
        root = ET.fromstring(show.sheet_svg(any_sheet))
        assert root.tag == f"{SVG}svg"
        assert {node.tag for node in root.iter()} <= {
            f"{SVG}{name}" for name in ("svg", "rect", "text", "title", "path", "ellipse")
        }

    def test_shows_every_total_and_final(self, any_sheet):
        root = ET.fromstring(show.sheet_svg(any_sheet))
        shown = ["".join(node.itertext()) for node in root.iter(f"{SVG}text")]
        for one in any_sheet.columns:
            for entry in one.entries:
                assert str(entry.total).replace("-", "−") in shown
            for line in one.lines:
                assert {str(v).replace("-", "−") for v in line.values} <= set(shown)

    def test_names_are_text(self):
        svg = show.sheet_svg(SHEETS["hostile 4 sides 1 columns"])
        assert "<b>" not in svg
        assert "<script" not in svg
        assert "&lt;b&gt;&amp;&quot;&#x27;" in svg

    def test_the_winner_is_ringed(self):
        assert show.sheet_svg(EMPTY).count("<ellipse") == 0
        assert show.sheet_svg(ONE).count("<ellipse") == 1
        assert show.sheet_svg(HOLLYWOOD).count("<ellipse") == 2

    def test_boxes_are_squares_and_strokes(self):
        svg = show.sheet_svg(sheet([column("Game 1", 2, [(1, 0, 5, 2), (2, 0, 5, 4)])]))
        assert svg.count("h6v6h-6z") == 6
        assert svg.count("v13") == 5  # four strokes, one across them, one more
        assert svg.count("l18 -9") == 1
        many = show.sheet_svg(SHEETS["many boxes"])
        assert many.count("h6v6h-6z") == 2
        assert "l18 -9" in many

    def test_texts_stay_on_the_page(self, any_sheet):
        root = ET.fromstring(show.sheet_svg(any_sheet))
        width, height = float(root.get("width")), float(root.get("height"))
        for node in root.iter(f"{SVG}text"):
            assert 0 < float(node.get("x")) < width
            assert 0 < float(node.get("y")) < height

    def test_what_happened_is_the_tooltip(self):
        root = ET.fromstring(show.sheet_svg(ONE))
        titles = [node.text for node in root.iter(f"{SVG}title")]
        assert "hand 7: hand 7 in words" in titles

    def test_does_not_meddle_with_the_page(self):
        assert "<style" not in show.sheet_svg(ONE)
        assert " id=" not in show.sheet_svg(ONE)


class TestHtml:
    def test_is_well_formed(self, any_sheet):
        root = ET.fromstring(show.sheet_html(any_sheet))
        assert root.get("class") == "ginrummy-sheet"
        assert len(list(root.iter("caption"))) == len(any_sheet.columns) + bool(any_sheet.lines)

    def test_rows_are_of_one_width(self, any_sheet):
        for table in ET.fromstring(show.sheet_html(any_sheet)).iter("table"):
            for row in table.iter("tr"):
                spans = sum(int(cell.get("colspan", "1")) for cell in row)
                assert spans == 1 + 4 * len(any_sheet.names)

    def test_golden_entry(self):
        html = show.sheet_html(ONE)
        assert (
            '<td class="side hand" title="hand 5: hand 5 in words">5</td>'
            '<td class="points">−6</td><td>49</td><td class="boxes"></td>'
        ) in html
        assert '<span class="won" title="won">356</span>' in html
        assert html.count('<tr class="closing">') == 1

    def test_names_are_text(self):
        html = show.sheet_html(SHEETS["hostile 4 sides 6 columns"])
        assert "<b>" not in html
        assert "<script" not in html
        assert "<bdi>&lt;b&gt;&amp;&quot;&#x27;</bdi>" in html
        assert "\x00" not in html
        assert "\u202e" not in html

    def test_colours_are_the_page_s(self):
        style = ET.fromstring(show.sheet_html(ONE)).find("style").text
        assert "#" not in style
        assert "rgb" not in style
        rules = style.replace("\n", "").split("}")
        assert all(rule.startswith(".ginrummy-sheet") for rule in rules if rule)


class TestRich:
    @pytest.mark.parametrize("width", [60, 100])
    def test_no_line_is_wider(self, any_sheet, width):
        assert max(map(cells, printed(any_sheet, width).splitlines())) <= width

    def test_one_game(self):
        lines = [line.split() for line in printed(ONE).splitlines()]
        assert ["│", "1", "+24", "24", "▪", "│", "2", "+12", "12", "▪"] in lines
        assert ["final", "│", "✓", "356", "│", "131"] in lines

    def test_names_are_no_markup(self):
        assert "[bold]" in printed(SHEETS["hostile 3 sides 1 columns"], 120)

    def test_narrow(self):
        text = printed(SHEETS["long 4 sides 2 columns"], 40)
        assert max(map(cells, text.splitlines())) <= 40


class TestPlot:
    @pytest.fixture
    def axes(self):
        from matplotlib.figure import Figure

        return Figure().subplots()

    def test_lines_and_target(self, axes):
        assert show.plot_scores(ONE, axes) is axes
        first, second, target = axes.lines
        assert list(first.get_ydata()) == [0, 24, 24, 55, 55, 49, 49, 106]
        assert list(second.get_ydata()) == [0, 0, 12, 12, 12, 12, 56, 56]
        assert set(target.get_ydata()) == {100}
        assert axes.get_title(loc="left") == "Match to 100"
        assert [text.get_text() for text in axes.get_legend().get_texts()] == ["north", "south"]

    @pytest.mark.parametrize(
        ("title", "target"),
        [
            ("Game to 500 of matches to 100", 500),
            ("Team game to 200, 2 a side", 200),
            ("Best of 5 games to 250", None),
            ("Hollywood, 3 columns to 200", None),
        ],
    )
    def test_target_of_a_title(self, axes, title, target):
        show.plot_scores(sheet([column("Game 1", 2, HANDS)], title=title), axes)
        found = [set(line.get_ydata()) for line in axes.lines[2:]]
        assert found == ([] if target is None else [{target}])

    def test_target_given(self, axes):
        show.plot_scores(HOLLYWOOD, axes, target=700)
        assert {700} in [set(line.get_ydata()) for line in axes.lines]

    def test_columns_are_named(self, axes):
        show.plot_scores(HOLLYWOOD, axes)
        assert [text.get_text() for text in axes.texts] == ["Column 2", "Column 1"]

    def test_names_are_no_mathematics(self, axes):
        names = ("_under", "$\\frac{$")
        show.plot_scores(sheet([column("$\\x$", 2, HANDS)], names, "$\\frac$ to 5"), axes)
        axes.figure.savefig(io.BytesIO())
        assert [text.get_text() for text in axes.get_legend().get_texts()] == list(names)

    def test_all_sheets(self, any_sheet, axes):
        show.plot_scores(any_sheet, axes)
        assert len(axes.get_legend().get_texts()) == len(any_sheet.names)

    def test_figure_of_its_own(self):
        import matplotlib

        matplotlib.use("Agg")
        from matplotlib import pyplot

        axes = show.plot_scores(EMPTY)
        axes.figure.savefig(io.BytesIO())
        pyplot.close(axes.figure)


class TestCsv:
    def test_one_game(self):
        assert show.sheet_csv(ONE).splitlines()[:5] == [
            "hand,what,column,title,side,points,total,boxes",
            "1,hand 1 in words,1,Game 1,north,24,24,1",
            "2,hand 2 in words,1,Game 1,south,12,12,1",
            "3,hand 3 in words,1,Game 1,north,31,55,2",
            "4,hand 4 in words,,,,,,",
        ]

    def test_a_row_for_every_column_entered(self):
        rows = list(csv.DictReader(io.StringIO(show.sheet_csv(HOLLYWOOD))))
        assert [(row["hand"], row["column"]) for row in rows] == [
            ("1", "1"),
            ("2", "1"),
            ("2", "2"),
            ("3", ""),
            ("4", "1"),
            ("4", "3"),
        ]

    def test_reads_back(self, any_sheet):
        rows = list(csv.DictReader(io.StringIO(show.sheet_csv(any_sheet))))
        entries = [e for one in any_sheet.columns for e in one.entries]
        assert sum(int(row["points"] or 0) for row in rows) == sum(e.points for e in entries)

    def test_no_formulas(self):
        text = show.sheet_csv(SHEETS["hostile 2 sides 1 columns"])
        assert ",'=cmd|" in text
        assert ",=cmd" not in text


@pytest.mark.parametrize("draw", [*DRAWN, printed])
class TestAll:
    def test_same_twice(self, draw, any_sheet):
        assert draw(any_sheet) == draw(any_sheet)

    def test_anything_with_a_sheet(self, draw):
        class Keeper:
            def sheet(self):
                return ONE

        assert draw(Keeper()) == draw(ONE)

    @pytest.mark.parametrize("wrong", [None, 3, "sheet", Sheet, object()])
    def test_not_a_sheet(self, draw, wrong):
        with pytest.raises(TypeError, match="a Sheet or a value with sheet"):
            draw(wrong)

    def test_no_control_characters(self, draw):
        drawn = draw(SHEETS["hostile 4 sides 2 columns"])
        assert not {"\x00", "\x1b", "\u202e"} & set(drawn)


def test_the_same_in_every_process(run_python):
    code = (
        "from test_show import DRAWN, SHEETS\n"
        "import hashlib\n"
        "text = ''.join(draw(sheet) for draw in DRAWN for sheet in SHEETS.values())\n"
        "print(hashlib.sha256(text.encode()).hexdigest())"
    )
    path = __file__.rpartition("/")[0]
    found = [run_python(code, PYTHONPATH=path, PYTHONHASHSEED=seed) for seed in ("1", "2")]
    assert found[0].stdout == found[1].stdout != ""


def test_nothing_heavy_is_imported(run_python):
    code = (
        "import sys, ginrummy.show\n"
        "print(sorted({'rich', 'matplotlib', 'IPython'} & set(sys.modules)))"
    )
    assert run_python(code).stdout == "[]\n"


@pytest.mark.parametrize(
    ("function", "module", "extra"),
    [("sheet_rich", "rich", "cli"), ("plot_scores", "matplotlib", "plot")],
)
def test_missing_extra(run_python, function, module, extra):
    code = (
        "import sys\n"
        f"sys.modules[{module!r}] = None\n"
        "from ginrummy import show\n"
        "from test_show import ONE\n"
        "try:\n"
        f"    show.{function}(ONE)\n"
        "except ImportError as error:\n"
        "    print(error)\n"
    )
    result: subprocess.CompletedProcess[str] = run_python(
        code, PYTHONPATH=__file__.rpartition("/")[0]
    )
    assert result.stdout == f"{function} needs {module}: pip install 'ginrummy[{extra}]'\n"
