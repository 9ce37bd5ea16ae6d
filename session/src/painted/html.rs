//! Tests of HTML pages: every page is parsed as XML, and checked for accessibility and for anything it would load.

use std::collections::{BTreeMap, BTreeSet};

use grundy_engine::game::Value;
use roxmltree::{Document as Xml, Node, ParsingOptions};

use crate::show::handout::{Filling, Form, Handout, StatementSettings};
use crate::show::phrase::plain;
use crate::show::report::Report;
use crate::verbs::definitions::answer::{GameLine, GameList};
use crate::verbs::explain::data::Advice;
use crate::verbs::samples::{explanation, field, plot, step, subtraction, tree, winner};
use crate::verbs::tables::answer::{HeatMap, Values};
use crate::verbs::value::PrintedValues;

/// A page with everything in it that a page may have.
fn full_page(filling: Filling) -> String {
    let mut handout = Handout::new("lesson", filling, Form::Page);
    handout.prose(
        "# Taking *turns*\n\nWho `wins`?\n\n#### Deep\n\n| n | value |\n| --- | --: |\n| 1 | 2 |\n\n# Again\n",
        &BTreeMap::new(),
        &|| true,
    );
    let entries = (0..25).map(|n| (n as i64, (n != 3).then_some(grundy_engine::nim::Nimber(n % 4)))).collect();
    let reports = [
        Report::new(winner(&[3, 4, 5], Some((3, 1)))),
        Report::new(explanation(&[5], Advice::Play(step(5, 4, 1)))),
        Report::new(Values { game: subtraction(), coordinates: Vec::new(), entries }),
        Report::new(field(3, 4)),
        Report::new(plot(0..=20, |n| Some(n % 4))),
        Report::new(HeatMap(field(5, 8))),
        Report::new(tree(5)),
        Report::new(GameList {
            own: Vec::new(),
            library: vec![GameLine { name: "Nim".into(), line: "take `any`".into() }],
        }),
        Report::new(PrintedValues(vec![Value::text("a   b"), Value::Integer(7)])),
    ];
    for report in &reports {
        handout.statement(&[vec![plain("winner S(3) # <&>\"")]], StatementSettings::of(filling));
        handout.answer(report);
    }
    handout.prose("### Below\n\n## Beside\n", &BTreeMap::new(), &|| true);
    handout.statement(&[vec![plain("winner T(1)")]], StatementSettings::of(filling));
    handout.error("error: <T> & \u{1b}[31m");
    handout.line("took 8 µs");
    handout.page()
}

#[test]
fn a_long_list_is_printed_on_a_page() {
    let mut handout = Handout::new("lesson", Filling::Full, Form::Page);
    handout.statement(&[vec![plain("print [k for k in 0..2000]")]], StatementSettings::of(Filling::Full));
    handout.answer(&Report::new(PrintedValues(vec![Value::list((0..=2000).map(Value::Integer).collect())])));
    let page = handout.page();
    assert!(page.contains("1999, 2000]"), "{page}");
}

fn read(page: &str) -> Xml<'_> {
    let options = ParsingOptions { allow_dtd: true, ..ParsingOptions::default() };
    Xml::parse_with_options(page, options).unwrap_or_else(|error| panic!("{error}:\n{page}"))
}

fn named<'a>(page: &'a Xml, name: &'static str) -> impl Iterator<Item = Node<'a, 'a>> {
    page.descendants().filter(move |node| node.tag_name().name() == name)
}

fn text(node: Node) -> String {
    node.descendants().filter(Node::is_text).filter_map(|node| node.text()).collect()
}

/// The page of nothing but this prose.
fn prose(markdown: &str) -> String {
    let mut handout = Handout::new("x", Filling::Full, Form::Page);
    handout.prose(markdown, &BTreeMap::new(), &|| true);
    let page = handout.page();
    read(&page);
    let (_, body) = page.split_once("<main>").unwrap();
    body.split_once("</main>").unwrap().0.to_owned()
}

#[test]
fn the_page_has_a_language_a_title_and_one_first_heading() {
    for filling in [Filling::Full, Filling::Blank] {
        let page = full_page(filling);
        let page = read(&page);
        assert_eq!(page.root_element().attribute("lang"), Some("en"));
        let title = named(&page, "title").next().map(text);
        assert_eq!(title.as_deref(), Some("Taking turns"));
        assert_eq!(named(&page, "h1").map(text).collect::<Vec<_>>(), ["Taking turns"]);
        let viewport = named(&page, "meta").find(|meta| meta.attribute("name") == Some("viewport")).unwrap();
        assert_eq!(viewport.attribute("content"), Some("width=device-width, initial-scale=1"));
        assert_eq!(named(&page, "main").count(), 1);
    }
}

#[test]
fn headings_never_leave_out_a_level() {
    let page = full_page(Filling::Full);
    let page = read(&page);
    let levels: Vec<u8> =
        page.descendants().filter_map(|node| node.tag_name().name().strip_prefix('h')?.parse().ok()).collect();
    assert_eq!(levels, [1, 2, 2, 3, 2]);
    for (before, after) in levels.iter().zip(&levels[1..]) {
        assert!(after <= &(before + 1), "{levels:?}");
    }
}

#[test]
fn every_table_has_headings_that_say_what_they_head() {
    for filling in [Filling::Full, Filling::Blank] {
        let page = full_page(filling);
        let page = read(&page);
        let tables: Vec<Node> = named(&page, "table").collect();
        assert!(tables.len() >= 3, "{} tables", tables.len());
        for table in tables {
            let in_prose = table.ancestors().any(|node| node.attribute("class") == Some("prose"));
            let caption = table.children().find(|node| node.has_tag_name("caption")).map(text);
            assert!(in_prose || caption.is_some_and(|caption| !caption.is_empty()));
            let headings: Vec<Node> = table.descendants().filter(|node| node.has_tag_name("th")).collect();
            assert!(!headings.is_empty());
            assert!(headings.iter().all(|th| matches!(th.attribute("scope"), Some("col" | "row"))));
        }
    }
}

#[test]
fn every_picture_has_a_name_and_no_two_things_the_same_id() {
    let page = full_page(Filling::Full);
    let page = read(&page);
    let mut ids = BTreeSet::new();
    for id in page.descendants().filter_map(|node| node.attribute("id")) {
        assert!(ids.insert(id), "{id} twice");
    }
    let pictures: Vec<Node> = named(&page, "svg").collect();
    assert_eq!(pictures.len(), 5);
    for picture in pictures {
        assert_eq!(picture.attribute("role"), Some("img"));
        let labels: Vec<&str> = picture.attribute("aria-labelledby").unwrap().split(' ').collect();
        assert!(labels.len() == 2 && labels.iter().all(|label| ids.contains(label)), "{labels:?}");
    }
}

#[test]
fn what_can_be_scrolled_can_be_reached_and_is_named() {
    let page = full_page(Filling::Full);
    let page = read(&page);
    for node in page.descendants().filter(|node| node.attribute("class") == Some("scroll")) {
        assert_eq!((node.attribute("tabindex"), node.attribute("role")), (Some("0"), Some("group")));
        assert!(node.attribute("aria-label").is_some());
    }
}

/// Nothing is loaded and nothing runs: no element that does either, and no address but in a link.
fn assert_alone(page: &str) {
    let page = read(page);
    const ALLOWED: &str = "html head meta title style body main footer div span p h1 h2 h3 h4 h5 h6 pre code table caption \
        thead tbody tr th td figure figcaption svg desc rect circle path text em strong del a ul ol li \
        blockquote dl dt dd br hr";
    for node in page.descendants().filter(Node::is_element) {
        let name = node.tag_name().name();
        assert!(ALLOWED.split_whitespace().any(|allowed| allowed == name), "<{name}>");
        for attribute in node.attributes() {
            assert!(!attribute.name().starts_with("on"), "{attribute:?}");
            let leads = attribute.value().contains("//") || attribute.value().contains("javascript:");
            assert!(!leads || name == "a" && attribute.name() == "href", "{attribute:?}");
        }
    }
    let css = named(&page, "style").map(text).collect::<String>();
    assert!(!css.contains("url(") && !css.contains("@import"));
}

#[test]
fn a_page_needs_nothing_from_elsewhere() {
    assert_alone(&full_page(Filling::Full));
    assert_alone(&full_page(Filling::Blank));
}

#[test]
fn prose_can_neither_load_nor_run_anything() {
    let cases = [
        ("<script>alert(1)</script>", "&lt;script&gt;"),
        ("a <img src=\"http://x/y\" onerror=\"z()\"> b", "&lt;img"),
        ("<div onclick='x'>\nblock\n</div>", "&lt;div"),
        ("![a *cat*](http://x/y.png \"t\")", "<code class=\"unread\">![a *cat*](http://x/y.png &quot;t&quot;)</code>"),
        (
            "[a ![b](c) d](javascript:alert(1)) [e](data:text/html,x)",
            "<p>a <code class=\"unread\">![b](c)</code> d e</p>",
        ),
        ("[in [out](https://a.b)](file:///x)", "<a href=\"https://a.b\">out</a>"),
        ("[w](https://a.b/?x=1&y=%22)", "<a href=\"https://a.b/?x=1&amp;y=%22\">w</a>"),
        ("<https://a.b>", "<a href=\"https://a.b\">https://a.b</a>"),
        ("&#27; \u{7} &lt;b&gt; `<i>`", "\\u{1b} \\u{7} &lt;b&gt; <code>&lt;i&gt;</code>"),
        ("1. a\n   - b\n2. c\n\n---\n> d\\\n> e ~~f~~", "<del>f</del>"),
    ];
    for (markdown, expected) in cases {
        let html = prose(markdown);
        assert!(html.contains(expected), "{markdown}\n{html}");
        let mut handout = Handout::new("x", Filling::Full, Form::Page);
        handout.prose(markdown, &BTreeMap::new(), &|| true);
        assert_alone(&handout.page());
    }
}

#[test]
fn the_title_is_the_first_heading_if_it_stands_first() {
    for (markdown, title) in
        [("# A `b` & c\ntext", "A b & c"), ("text\n# A", "x"), ("## A", "x"), ("#", "x"), ("", "x"), ("A\n===", "A")]
    {
        let mut handout = Handout::new("x", Filling::Full, Form::Page);
        handout.prose(markdown, &BTreeMap::new(), &|| true);
        let page = handout.page();
        let page = read(&page);
        let found: Vec<String> = named(&page, "h1").map(text).collect();
        assert_eq!(found, [title], "{markdown}");
    }
}

#[test]
fn a_statement_without_an_answer_stands_with_the_next() {
    let mut handout = Handout::new("x", Filling::Blank, Form::Page);
    for code in ["game S = take <1>", "assert false", "winner S(1)", "grundy S(1)"] {
        handout.statement(&[vec![plain(code)]], StatementSettings::of(Filling::Blank));
        match code {
            "assert false" => handout.withdraw(),
            "game S = take <1>" => {}
            _ => handout.answer(&Report::new(winner(&[1], Some((1, 0))))),
        }
    }
    let page = handout.page();
    let page = read(&page);
    let codes: Vec<String> =
        named(&page, "pre").filter(|node| node.attribute("class") == Some("code")).map(text).collect();
    assert_eq!(codes, ["game S = take <1>\nwinner S(1)", "grundy S(1)"]);
}

#[test]
fn a_page_without_answers_gives_none_away() {
    let page = full_page(Filling::Blank);
    let page = read(&page);
    let answers: String =
        named(&page, "div").filter(|node| node.attribute("class") == Some("answer")).map(text).collect();
    for word in ["First player", "wins", "mex", "P-position"] {
        assert!(!answers.contains(word), "{word} in {answers}");
    }
    let cells: Vec<String> = named(&page, "table")
        .skip(1)
        .flat_map(|table| table.descendants().filter(|node| node.has_tag_name("td")).map(text).collect::<Vec<_>>())
        .collect();
    assert!(cells.iter().all(|cell| cell.parse::<u64>().is_err()), "{cells:?}");
    let rooms = page.descendants().filter(|node| node.attribute("class") == Some("room")).count();
    assert_eq!(rooms, 2, "winner and explain are answered on lines");
    assert!(page.descendants().any(|node| node.attribute("class") == Some("fault")), "what is wrong is always said");
}

#[test]
fn a_table_that_is_too_long_for_a_page_is_cut_and_says_so() {
    let entries = (0..1_000_000).map(|n| (n as i64, Some(grundy_engine::nim::Nimber(n % 4)))).collect();
    for (report, rest) in [
        (Report::new(Values { game: subtraction(), coordinates: Vec::new(), entries }), "and 995,000 more values"),
        (Report::new(field(200, 99)), "more rows"),
    ] {
        let mut handout = Handout::new("x", Filling::Full, Form::Page);
        handout.answer(&report);
        let page = handout.page();
        let cells = named(&read(&page), "td").count();
        assert!((4_900..=5_001).contains(&cells), "the corner and the values: {cells}");
        assert!(page.contains(rest), "{rest}");
    }
}

#[test]
fn pictures_and_formulas_are_in_the_page() {
    let address = "data:image/png;base64,aGVhcA==";
    let pictures = BTreeMap::from([("heap.png".to_owned(), address.to_owned())]);
    let mut handout = Handout::new("x", Filling::Full, Form::Page);
    let markdown = "# On $n^2$\n\n![a *heap* <b> ![x](y)](heap.png \"t\"), $n \\bmod 4$ and $\\foo$.\n\n> $$\n> \\frac12\n> $$\n\n\\$5 or $5.\n";
    let wrong = handout.prose(markdown, &pictures, &|| true);
    assert_eq!(wrong.len(), 1);
    assert_eq!(&markdown[wrong[0].0.clone()], "\\foo");
    let page = handout.page();
    let page = read(&page);
    let picture = named(&page, "img").next().unwrap();
    assert_eq!((picture.attribute("src"), picture.attribute("title")), (Some(address), Some("t")));
    assert_eq!(picture.attribute("alt"), Some("a heap <b> x"));
    let heading = named(&page, "h1").next().unwrap();
    assert!(heading.descendants().any(|node| node.has_tag_name("math")));
    assert_eq!(named(&page, "title").next().map(text).as_deref(), Some("On n^2"));
    assert_eq!(named(&page, "math").count(), 3);
    let unread: Vec<String> =
        named(&page, "code").filter(|node| node.attribute("class") == Some("unread")).map(text).collect();
    assert_eq!(unread, ["$\\foo$"]);
    assert_eq!(named(&page, "p").last().map(text).as_deref(), Some("$5 or $5."));
}

#[test]
fn headings_and_rules_begin_slides() {
    let mut handout = Handout::new("x", Filling::Full, Form::Slides);
    handout.prose("# A\nfirst\n## B\n> # no slide\n\nsecond\n\n---\n\nthird\n", &BTreeMap::new(), &|| true);
    handout.statement(&[vec![plain("winner S(1)")]], StatementSettings::of(Filling::Full));
    handout.answer(&Report::new(winner(&[1], Some((1, 0)))));
    handout.prose("### C\n", &BTreeMap::new(), &|| true);
    let page = handout.page();
    let page = read(&page);
    let slides: Vec<String> = named(&page, "section").map(text).collect();
    for (slide, part) in slides.iter().zip(["first", "no slide", "third", "C"]) {
        assert!(slide.contains(part), "{part} in {slide}");
    }
    assert_eq!(slides.len(), 4);
    assert!(slides[2].contains("winner S(1)") && named(&page, "hr").count() == 0);
    let script = named(&page, "script").map(text).collect::<String>();
    assert!(!script.contains("//www") && !script.contains("http") && !script.contains("fetch"));
}

/// The part of a page below its title.
fn below_title(handout: Handout) -> String {
    let page = handout.page();
    read(&page);
    page.split_once("</h1>").unwrap().1.split_once("<footer").unwrap().0.to_owned()
}

#[test]
fn a_statement_is_shown_as_its_directives_say() {
    let usual = StatementSettings::of(Filling::Full);
    let page_of = |settings: StatementSettings, answers: bool| {
        let mut handout = Handout::new("x", Filling::Full, Form::Page);
        handout.statement(&[vec![plain("winner S(1)")]], settings);
        if answers {
            handout.answer(&Report::new(winner(&[1], Some((1, 0)))));
        }
        handout.end_statement();
        handout.answer(&Report::new(winner(&[1], Some((1, 0)))));
        below_title(handout)
    };
    let hidden = StatementSettings { filling: Filling::Blank, ..usual };
    for (settings, answers, shown, lines) in [
        (usual, true, 2, 0),
        (hidden, true, 1, 2),
        (StatementSettings { lines: Some(5), ..hidden }, true, 1, 5),
        (StatementSettings { lines: Some(5), ..hidden }, false, 1, 5),
        (StatementSettings { lines: Some(0), ..hidden }, true, 1, 0),
        (StatementSettings { lines: Some(5), ..usual }, true, 2, 0),
    ] {
        let page = page_of(settings, answers);
        let found = (page.matches("First player wins").count(), page.matches("<span></span>").count());
        assert_eq!(found, (shown, lines), "{settings:?}: {page}");
    }
    let page = page_of(StatementSettings { is_hidden: true, half_points: Some(3), ..usual }, true);
    assert!(!page.contains("<pre class=\"code\">") && page.contains(">1.5 points</p>"), "{page}");
    assert!(page.contains("1.5 points in all"), "{page}");
}

#[test]
fn what_informs_is_never_hidden() {
    let mut handout = Handout::new("x", Filling::Blank, Form::Page);
    handout.language("fr");
    handout.answer(&Report::new(PrintedValues(vec![Value::text("a   b"), Value::Integer(7)])));
    let page = handout.page();
    assert!(page.contains("a   b 7") && page.contains("<html lang=\"fr\">"), "{page}");
    assert!(page.contains("<div class=\"statement\" lang=\"en\">"), "{page}");
}

/// The colours that a part of a style sheet gives names.
fn colors(css: &str) -> BTreeMap<&str, [f64; 3]> {
    let declarations = css.split([';', '{']).filter_map(|line| line.trim().split_once(": #"));
    let channel = |hex: &str, at: usize| f64::from(u8::from_str_radix(&hex[at..at + 2], 16).unwrap()) / 255.0;
    declarations
        .filter_map(|(name, hex)| Some((name.strip_prefix("--")?, [0, 2, 4].map(|at| channel(hex, at)))))
        .collect()
}

/// WCAG 2.2, relative luminance.
fn luminance(color: [f64; 3]) -> f64 {
    let linear = color.map(|c| if c <= 0.04045 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) });
    0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
}

fn contrast(one: [f64; 3], other: [f64; 3]) -> f64 {
    let (one, other) = (luminance(one) + 0.05, luminance(other) + 0.05);
    one.max(other) / one.min(other)
}

#[test]
fn every_text_can_be_read_by_day_and_by_night() {
    const SHADES: [&str; 8] = ["shade-1", "shade-2", "shade-3", "shade-4", "shade-5", "shade-6", "infinite", "loony"];
    let css = crate::show::html::PAGE_CSS;
    let (day, rest) = css.split_once("@media").unwrap();
    let (night, _) = rest.split_once("* {").unwrap();
    let (day, night) = (colors(day), colors(night));
    assert_eq!(day.keys().collect::<Vec<_>>(), night.keys().collect::<Vec<_>>());
    let texts = ["ink", "faint-ink", "nimber", "number", "name", "good", "bad", "warning"];
    let grounds = ["paper", "ground", "fault-ground"];
    let mut pairs: Vec<(&str, &str)> = texts.iter().flat_map(|text| grounds.map(|ground| (*text, ground))).collect();
    pairs.extend(SHADES.map(|shade| ("ink", shade)));
    pairs.push(("on-lost", "lost"));
    for (when, colors) in [("day", day), ("night", night)] {
        for (text, ground) in &pairs {
            let found = contrast(colors[text], colors[ground]);
            assert!(found >= 4.5, "{text} on {ground} by {when}: {found:.2}");
        }
        // Whatever is not text needs only a contrast of 3.
        for ground in SHADES.iter().chain(&["paper"]) {
            let found = contrast(colors["lost"], colors[ground]);
            assert!(found >= 3.0, "P-positions on {ground} by {when}: {found:.2}");
        }
    }
}

#[test]
fn a_picture_has_the_same_colors_in_a_file_as_in_a_page_by_day() {
    let css = crate::show::html::PAGE_CSS;
    let day = colors(css.split_once("@media").unwrap().0);
    let page = full_page(Filling::Full);
    let page = read(&page);
    let mut compared = 0;
    for node in named(&page, "svg").flat_map(|svg| svg.descendants()) {
        let Some(class) = node.attribute("class") else { continue };
        let color = node.attribute("fill").filter(|fill| *fill != "none").or(node.attribute("stroke")).unwrap();
        let name = class.trim_end_matches("-line").replace("value", "nimber");
        let own = format!("--{name}: {color}; ");
        assert_eq!(colors(&own).get(&*name), day.get(&*name), "{class}");
        compared += 1;
    }
    assert!(compared > 100, "{compared}");
}
