//! Tests of the SVG pictures of sample reports, which are parsed as XML.

use roxmltree::{Document, Node};

use crate::show::document::{PositionPicture, StoneRow, StoneRows, VertexGraph};
use crate::show::report::Report;
use crate::show::svg::*;
use crate::verbs::samples::{self, field, plot, tree};
use crate::verbs::tables::answer::HeatMap;

fn pictures() -> Vec<Report> {
    vec![
        Report::new(plot(0..=20, |n| Some(n % 4))),
        Report::new(plot(5..=400, |n| (n % 7 != 0).then_some(n % 9))),
        Report::new(plot(0..=5_000, |n| Some(n / 3))),
        Report::new(plot(3..=3, |_| Some(u64::MAX))),
        Report::new(plot(0..=3, |_| None)),
        Report::new(HeatMap(field(5, 8))),
        Report::new(HeatMap(field(60, 60))),
        Report::new(HeatMap(field(0, 700))),
        Report::new(tree(0)),
        Report::new(tree(9)),
        Report::new(everything_to_everything(60)),
    ]
}

/// A heap of Nim, which has too many long moves for passages.
fn everything_to_everything(n: usize) -> crate::verbs::tree::Tree {
    let mut nodes = tree(n as u64).nodes.to_vec();
    nodes.iter_mut().enumerate().for_each(|(index, node)| node.options = (index + 1..=n).collect());
    crate::verbs::tree::Tree { nodes: nodes.into() }
}

fn full(report: &Report) -> String {
    figure(&samples::figure(report), Placement::File, Filling::Full).text
}

fn drawn<'a>(document: &'a Document, name: &'a str, class: &'a str) -> impl Iterator<Item = Node<'a, 'a>> {
    document.descendants().filter(move |node| node.has_tag_name(name) && node.attribute("class") == Some(class))
}

/// The points that a path gives by absolute coordinates: where it begins, and where its curves end.
fn places(path: &str) -> Vec<(f64, f64)> {
    let pieces = path.split_inclusive(|c: char| c.is_ascii_alphabetic());
    let full = pieces.clone().zip(pieces.skip(1)).filter(|(before, _)| before.ends_with(['M', 'C']));
    full.flat_map(|(_, piece)| {
        let numbers: Vec<f64> = piece
            .trim_end_matches(|c: char| c.is_ascii_alphabetic())
            .split(' ')
            .map(|number| number.parse().unwrap())
            .collect();
        // A curve does not reach its control points, so only its end counts.
        numbers.chunks(2).next_back().map(|pair| (pair[0], pair[1]))
    })
    .collect()
}

#[test]
fn heaps_show_their_stones_and_which_of_them_a_move_takes() {
    let row = |name: &str, stones, left| StoneRow { name: name.into(), stones, left };
    let rows = vec![row("Kayles(5)", 5, Some(vec![1, 3])), row("*1", 1, None), row("Kayles(4)", 4, Some(vec![]))];
    let shown = PositionPicture::Heaps(StoneRows(rows));
    // A stone that is taken is a ring, which is two circles.
    for (filling, stones, taken, told) in [(Filling::Full, 5, 5, true), (Filling::Blank, 10, 0, false)] {
        let text = picture(&shown, "Heaps", Placement::Page(3), filling).text;
        let read = Document::parse(&text).unwrap();
        assert_eq!((drawn(&read, "circle", "ink").count(), drawn(&read, "circle", "lost").count()), (stones, taken));
        let labels: Vec<&str> =
            read.descendants().filter(|node| node.has_tag_name("text")).filter_map(|node| node.text()).collect();
        assert_eq!(labels, ["Kayles(5)", "5", "*1", "1", "Kayles(4)", "4"]);
        let alt = read.descendants().find(|node| node.has_tag_name("desc")).and_then(|node| node.text()).unwrap();
        let expected = "Kayles(5): the move takes 1 of 5 stones and leaves 1 and 3. *1: 1 stone. Kayles(4): the move takes 4 of 4 stones and leaves nothing.";
        assert_eq!(alt == expected, told, "{alt}");
        // The heaps that are left stand apart from what is taken.
        let places: Vec<f64> =
            drawn(&read, "circle", "ink").map(|node| node.attribute("cx").unwrap().parse().unwrap()).collect();
        assert_eq!(places[1] - places[0] > 40.0, told, "{places:?}");
    }
}

#[test]
fn a_graph_shows_what_is_left_and_what_a_move_takes() {
    let near = vec![vec![1], vec![0, 2], vec![1, 3], vec![2]];
    let graph = VertexGraph { near, left: vec![true, true, false, true], taken: vec![true, false, false, false] };
    let shown = PositionPicture::Graph(graph);
    for (filling, taken, told) in [(Filling::Full, 2, true), (Filling::Blank, 0, false)] {
        let text = picture(&shown, "A graph", Placement::Page(3), filling).text;
        let read = Document::parse(&text).unwrap();
        assert_eq!(drawn(&read, "circle", "lost").count(), taken);
        let labels: Vec<&str> =
            read.descendants().filter(|node| node.has_tag_name("text")).filter_map(|node| node.text()).collect();
        assert_eq!(labels, ["0", "1", "2", "3"]);
        // One edge is left, and two were.
        let lines = |class| drawn(&read, "path", class).map(|node| node.attribute("d").unwrap().matches('M').count());
        assert_eq!(lines("faint-ink-line").chain(lines("rule-line")).collect::<Vec<_>>(), [1, 2]);
        let alt = read.descendants().find(|node| node.has_tag_name("desc")).and_then(|node| node.text()).unwrap();
        assert!(alt.contains("vertices 0, 1, 3."), "{alt}");
        assert_eq!(alt.contains("The move takes 0."), told, "{alt}");
    }
}

#[test]
fn every_picture_is_well_formed_and_named() {
    for report in pictures() {
        for (place, filling) in [
            (Placement::File, Filling::Full),
            (Placement::File, Filling::Blank),
            (Placement::Page(7), Filling::Full),
            (Placement::Page(7), Filling::Blank),
        ] {
            let text = figure(&samples::figure(&report), place, filling).text;
            let read = Document::parse(&text).unwrap_or_else(|error| panic!("{error}:\n{text}"));
            let root = read.root_element();
            assert_eq!((root.tag_name().name(), root.attribute("role")), ("svg", Some("img")));
            let ids: Vec<&str> = root.attribute("aria-labelledby").unwrap().split(' ').collect();
            for (name, id) in ["title", "desc"].iter().zip(ids) {
                let element = root.children().find(|node| node.has_tag_name(*name)).unwrap();
                assert_eq!(element.attribute("id"), Some(id));
                assert!(element.text().is_some_and(|text| !text.is_empty()), "{name}: {text}");
            }
            assert!(!text.contains("NaN") && !text.contains("inf"), "{text}");
        }
    }
}

#[test]
fn nothing_lies_outside_of_the_picture() {
    for report in pictures() {
        let text = full(&report);
        let read = Document::parse(&text).unwrap();
        let size = |name| read.root_element().attribute(name).unwrap().parse::<f64>().unwrap();
        let (width, height) = (size("width"), size("height"));
        for node in read.descendants() {
            let number = |name| node.attribute(name).and_then(|text| text.parse::<f64>().ok()).unwrap_or(0.0);
            let (x, y) = (number("x") + number("cx"), number("y") + number("cy"));
            assert!((0.0..=width).contains(&x) && (0.0..=height).contains(&y), "{node:?} in\n{text}");
            assert!(x + number("width") <= width && y + number("height") <= height, "{node:?} in\n{text}");
            for (x, y) in node.attribute("d").map(places).unwrap_or_default() {
                assert!((0.0..=width).contains(&x) && (0.0..=height).contains(&y), "{x} {y} in\n{text}");
            }
        }
    }
}

#[test]
fn a_plot_has_a_point_for_every_value_and_shows_zeros() {
    let text = full(&Report::new(plot(0..=20, |n| (n != 7).then_some(n % 4))));
    let read = Document::parse(&text).unwrap();
    // The legend has one point more.
    assert_eq!(drawn(&read, "circle", "lost").count(), 6 + 1);
    assert_eq!(drawn(&read, "circle", "value").count(), 20 - 6);
    let heights: Vec<f64> =
        drawn(&read, "circle", "value").take(3).map(|node| node.attribute("cy").unwrap().parse().unwrap()).collect();
    assert!(heights[0] > heights[1] && heights[1] > heights[2], "larger values stand higher: {heights:?}");
}

#[test]
fn a_long_plot_has_a_line_for_every_column_from_the_smallest_to_the_largest() {
    let text = full(&Report::new(plot(0..=1_999, |n| Some(n % 100 + n / 10))));
    let read = Document::parse(&text).unwrap();
    assert!(text.len() < 40_000, "{} bytes", text.len());
    let path = drawn(&read, "path", "value-line").next().unwrap().attribute("d").unwrap().to_owned();
    let columns: Vec<(f64, f64)> = path
        .split('M')
        .filter_map(|column| column.split_once(' '))
        .map(|(_, span)| span.split_once('V').map(|(low, high)| (low.parse().unwrap(), high.parse().unwrap())).unwrap())
        .collect();
    assert!(columns.len() > 500);
    assert!(columns.iter().all(|(low, high)| low > high));
    assert!(columns.first().unwrap().0 > columns.last().unwrap().0 + 100.0, "the values rise");
}

/// Of these values one in ten is 9, and the others are 0 or 1: the strokes of 9 are a quarter as thick.
#[test]
fn a_very_long_plot_shows_how_many_values_are_in_each_place() {
    let text = full(&Report::new(plot(0..=100_000, |n| Some(if n % 10 == 9 { 9 } else { n % 2 }))));
    let read = Document::parse(&text).unwrap();
    assert!(text.len() < 40_000, "{} bytes", text.len());
    let strokes: Vec<(f64, f64, usize)> = drawn(&read, "path", "value-line")
        .map(|path| {
            let way = path.attribute("d").unwrap();
            let y = way[1..].split_once(' ').unwrap().1.split_once('h').unwrap().0;
            (y.parse().unwrap(), path.attribute("stroke-width").unwrap().parse().unwrap(), way.matches('M').count())
        })
        .collect();
    let high: Vec<_> = strokes.iter().filter(|(y, ..)| *y < 100.0).collect();
    let low = strokes.iter().filter(|(y, ..)| *y > 200.0).max_by(|a, b| a.1.total_cmp(&b.1)).unwrap();
    assert!(high.len() == 1 && high[0].2 > 100 && low.2 > 100, "{strokes:?}");
    assert!((low.1 / high[0].1 - 4.0).abs() < 0.2, "{strokes:?}");
    assert!(text.contains("the thicker, the more values: up to "), "{text}");
}

#[test]
fn a_small_field_has_its_values_written_in() {
    let text = full(&Report::new(HeatMap(field(3, 4))));
    let read = Document::parse(&text).unwrap();
    let lost: Vec<&str> = drawn(&read, "text", "on-lost").filter_map(|node| node.text()).collect();
    assert_eq!(lost, ["0"; 4]);
    let large = full(&Report::new(HeatMap(field(60, 60))));
    assert_eq!(drawn(&Document::parse(&large).unwrap(), "text", "on-lost").count(), 0);
    assert!(large.len() < 200_000, "{} bytes", large.len());
}

#[test]
fn a_long_name_of_the_coordinate_that_runs_down_is_cut() {
    let mut report = field(3, 4);
    report.axes[report.down].name = "how_many_coins_are_left_in_all".into();
    let text = full(&Report::new(HeatMap(report)));
    assert!(text.contains(">how_many_coins_are_left…<"), "{text}");
}

#[test]
fn a_tree_has_every_position_once_and_every_move() {
    let text = full(&Report::new(tree(5)));
    let read = Document::parse(&text).unwrap();
    let mut names: Vec<&str> =
        drawn(&read, "text", "ink").chain(drawn(&read, "text", "on-lost")).filter_map(|node| node.text()).collect();
    names.retain(|text| text.starts_with("S("));
    names.sort_unstable();
    assert_eq!(names, ["S(0)", "S(1)", "S(2)", "S(3)", "S(4)", "S(5)"]);
    let moves = drawn(&read, "path", "faint-ink-line").next().unwrap().attribute("d").unwrap().matches('M').count();
    assert_eq!(moves, 3 + 3 + 3 + 2 + 1);
    assert_eq!(
        drawn(&read, "text", "on-lost").filter_map(|node| node.text()).filter(|text| *text == "0 · P").count(),
        2
    );
}

#[test]
fn a_blank_picture_gives_nothing_away() {
    for report in pictures() {
        let text = figure(&samples::figure(&report), Placement::Page(1), Filling::Blank).text;
        let read = Document::parse(&text).unwrap();
        for class in ["lost", "on-lost", "value", "value-line", "lost-line", "shade-1"] {
            assert!(read.descendants().all(|node| node.attribute("class") != Some(class)), "{class} in\n{text}");
        }
        assert!(!text.contains("P-position"), "{text}");
    }
}
