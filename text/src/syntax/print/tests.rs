//! Printing and parsing again gives the same tree, and no input makes the parser panic.

use proptest::prelude::*;

use crate::dice::tries;
use crate::source::SourceId;
use crate::syntax::ast::{Expr, ExprKind, Qualifier, Statement};
use crate::syntax::{complete, parse, print, rows, statements, tokens};

/// A tree without its places.
fn shape(statement: &Statement) -> String {
    let mut plain = statement.clone();
    plain.lenient.clear();
    if let Some((_, house)) = plain.house_mut() {
        *house = None;
    }
    let written = format!("{plain:?}");
    let mut parts = written.split("Span { ");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |shape, part| shape + part.split_once('}').map_or(part, |(_, rest)| rest))
}

fn only(text: &str) -> Statement {
    match parse(SourceId(0), text).as_slice() {
        [Ok(statement)] => statement.clone(),
        other => panic!("{text}\n{other:?}"),
    }
}

fn survives(text: &str) {
    let first = only(text);
    let printed = print::statement(&first);
    assert_eq!(shape(&only(&printed)), shape(&first), "{text}\n{printed}");
}

#[test]
fn printing_is_even() {
    for (text, printed) in [
        ("game  S=take {1,2 , 3}", "game S = take <1, 2, 3>"),
        ("1.. ..3", "1.. ..3"),
        ("print 1.. .. ..", "print 1.. .. .."),
        (
            "game S := take <k for k in 1.. if k>3> then maybe split",
            "game S = take {k for k in 1.. if k > 3} then maybe split",
        ),
        (
            "game W(a,b)=take any except <4> from a and b|(a-1,b)",
            "game W(a, b) = take any except <4> from a, b | (a - 1, b)",
        ),
        ("game X = .7!(3)", "game X = octal 0.7!(3)"),
        ("winner 2*S(3)+*4 if player 2 starts", "winner 2 * S(3) + *4 if player 2 starts"),
        ("print \"a\\\"\\n\", 1..9 step 2", "print \"a\\\"\\n\", 1..9 step 2"),
        ("for1 in h[0..-1] ⊕ 2", "for1 in h[0..-1] xor 2"),
    ] {
        assert_eq!(print::statement(&only(text)), printed);
        survives(text);
    }
}

/// Two forms of the same thing have the same tree.
#[test]
fn operators_bind_as_described() {
    for row in rows(include_str!("same.txt")) {
        let (text, same) = row.split_once(" ⇒ ").unwrap();
        assert_eq!(full(&only_expression(text)), full(&only_expression(same)), "{text}");
    }
}

fn only_expression(text: &str) -> Expr {
    only(text).expression().unwrap().clone()
}

/// An expression with brackets round every part, and none of its own.
fn full(expr: &Expr) -> String {
    let list = |members: &[Expr]| members.iter().map(full).collect::<Vec<_>>().join(", ");
    match &expr.kind {
        ExprKind::Group(inner) => full(inner),
        ExprKind::Unary { operator, operand } => format!("({operator:?} {})", full(operand)),
        ExprKind::Binary { operator, left, right } => format!("({} {operator:?} {})", full(left), full(right)),
        ExprKind::Ask(asked) => {
            format!("({} {} {} {})", asked.verb, asked.misere, full(&asked.subject), list(&asked.ranges))
        }
        ExprKind::Range { start, end, step } => {
            let part = |part: &Option<Box<Expr>>| part.as_deref().map(full);
            format!("({}..{:?} step {:?})", full(start), part(end), part(step))
        }
        ExprKind::If { condition, then, otherwise } => {
            format!("(if {} then {} else {})", full(condition), full(then), full(otherwise))
        }
        ExprKind::Set(members) => format!("{{{}}}", list(members)),
        ExprKind::List(members) => format!("[{}]", list(members)),
        ExprKind::Comprehension { body, qualifiers, .. } => {
            let parts = qualifiers.iter().map(|qualifier| match qualifier {
                Qualifier::For { names, source } => {
                    let names: Vec<&str> = names.iter().map(|name| &*name.text).collect();
                    format!("for {} in {}", names.join(" "), full(source))
                }
                Qualifier::If(condition) => format!("if {}", full(condition)),
            });
            format!("{} {}", full(body), parts.collect::<String>())
        }
        _ => print::expression(expr),
    }
}

/// The text of random expressions.
fn expressions() -> BoxedStrategy<String> {
    let leaf = prop_oneof![
        (0u32..200).prop_map(|number| number.to_string()),
        "[a-c]".prop_map(String::from),
        Just("any".to_owned()),
        Just("first".to_owned()),
        Just("\"t\\\"\\\\\"".to_owned()),
        Just("S(3)".to_owned()),
        Just("<>".to_owned()),
    ];
    leaf.prop_recursive(5, 40, 3, |inner| {
        let pair = (inner.clone(), inner.clone());
        let signs = ["+", "-", "*", "/", "%", "^", "xor", "⊕", "++", "and", "or", "except", ".."];
        let compares = ["==", "!=", "<", "<=", ">", ">=", "in", "not in"];
        prop_oneof![
            (pair.clone(), prop::sample::select(signs.to_vec())).prop_map(|((a, b), sign)| format!("({a}) {sign} {b}")),
            (pair.clone(), prop::sample::select(compares.to_vec()))
                .prop_map(|((a, b), sign)| format!("(({a}) {sign} ({b}))")),
            inner.clone().prop_map(|a| format!("({a})")),
            inner.clone().prop_map(|a| format!("- {a}")),
            inner.clone().prop_map(|a| format!("* ({a})")),
            inner.clone().prop_map(|a| format!("not ({a})")),
            inner.clone().prop_map(|a| format!("f({a})[{a}..]")),
            pair.clone().prop_map(|(a, b)| format!("({a}, {b})")),
            pair.clone().prop_map(|(a, b)| format!("<{a}, ({b})>")),
            pair.clone().prop_map(|(a, b)| format!("{{{a}, {b}}}")),
            pair.clone().prop_map(|(a, b)| format!("[{a} for x in ({b}) if ({a}) < ({b})]")),
            pair.clone().prop_map(|(a, b)| format!("sum[{a} for x in {b}, y in {a}]")),
            pair.clone().prop_map(|(a, b)| format!("(if {a} then {b} else {a})")),
            pair.clone().prop_map(|(a, b)| format!("(grundy S({a}) + 2*T[{b}] + 1)")),
            pair.clone().prop_map(|(a, b)| format!("all(({a}) == ({b}) for x in 1..9 step 2)")),
            inner.prop_map(|a| format!("(take <({a})> then maybe split into 2.. | octal 0.7!5 | split)({a})")),
        ]
    })
    .boxed()
}

fn any_statement() -> impl Strategy<Value = String> {
    let two = (expressions(), expressions());
    prop_oneof![
        expressions(),
        expressions().prop_map(|a| format!("let f(x) = {a}")),
        two.clone()
            .prop_map(|(a, b)| format!("game G(a, b) where ({a}) over if ({b}) = (({a}), a) if ({b}) | 2*G({a})")),
        two.clone().prop_map(|(a, b)| format!("game G = take <({a})> except {{{b}}} if ({a}) | divide by <{b}>")),
        two.clone().prop_map(|(a, b)| format!("check ({a}) == ({b}) for k in {a} if {b}")),
        two.clone().prop_map(|(a, b)| format!("survey {a} as x, {b} for k in {a} if {b} to \"x.csv\"")),
        two.clone().prop_map(|(a, b)| format!("table G 0+({a})..({b}), 3 to \"x.csv\"")),
        two.clone().prop_map(|(a, b)| format!("winner misere G({a}) + ({b}) if player 2 starts")),
        expressions().prop_map(|a| format!("print {a}, {a}")),
        two.clone()
            .prop_map(|(a, b)| format!("let g = ({a}) becomes {b} in any direction either way if {a} | ({b}, 1)")),
        two.clone().prop_map(|(a, b)| format!("game G(a, b) where {a} same as ({b}, {a}) over if ({b}) = S")),
        two.clone().prop_map(|(a, b)| format!(
            "game G(a, b) = ({a}, {b}) again if {b} | take {{{a}}} from a reply for k in {b}"
        )),
        two.prop_map(|(a, b)| format!("game G = ({a}) becomes ({b}) across or down | S if {b}")),
        expressions().prop_map(|a| format!("values take <({a})> 0..20")),
    ]
}

/// Words and signs in any order.
fn soup() -> impl Strategy<Value = String> {
    let pieces = vec![
        "game",
        "let",
        "take",
        "split",
        "octal",
        "0.77",
        ".7",
        "for",
        "in",
        "if",
        "then",
        "else",
        "S",
        "n",
        "3",
        "(",
        ")",
        "[",
        "]",
        "{",
        "}",
        "<",
        ">",
        "=",
        "==",
        ":=",
        "|",
        "..",
        ",",
        ";",
        "\n",
        "+",
        "-",
        "*",
        "**",
        "xor",
        "⊕",
        "not",
        "grundy",
        "winner",
        "misere",
        "values",
        "to",
        "\"a\"",
        "\"",
        "#",
        "help",
        "mex",
        "sum",
        "except",
        "from",
        "and",
        "over",
        "where",
        "1e6",
        "é",
        "“",
        "\\",
        "\t",
        "...",
        "1_0",
        "step",
        "any",
        "by",
        "time",
        "player",
        "starts",
        "survey",
        "as",
        "becomes",
        "across",
        "or",
        "down",
        "direction",
        "either",
        "way",
        "again",
        "reply",
    ];
    prop::collection::vec((prop::sample::select(pieces), any::<bool>()), 0..30).prop_map(|pieces| {
        pieces.into_iter().map(|(piece, blank)| format!("{piece}{}", if blank { " " } else { "" })).collect()
    })
}

/// Checks what must hold for any text: its tokens stand in order and cover everything but blanks, all places lie
/// inside the text, and a statement that can be parsed survives printing.
fn is_borne(text: &str) {
    let mut end = 0;
    for token in tokens(text) {
        assert!(token.range.start >= end && token.range.end > token.range.start, "{text:?}: {token:?}");
        assert!(text[end..token.range.start].chars().all(|c| c.is_whitespace() || c == '\u{feff}'), "{text:?}");
        end = token.range.end;
    }
    assert!(text[end..].chars().all(|c| c.is_whitespace() || c == '\u{feff}'), "{text:?}");
    assert!(statements(text).iter().all(|range| text.get(range.clone()).is_some()), "{text:?}");
    let _ = complete(text);
    for result in parse(SourceId(0), text) {
        match result {
            Ok(statement) => {
                assert!(text.get(statement.span.range()).is_some(), "{text:?}");
                let printed = print::statement(&statement);
                assert_eq!(shape(&only(&printed)), shape(&statement), "{text:?}\n{printed}");
            }
            Err(error) => {
                assert!(text.get(error.span.range()).is_some(), "{text:?}: {error:?}");
                let _ = (error.to_string(), error.label(), error.hint());
            }
        }
    }
}

#[test]
fn a_survey_of_one_row_is_a_list() {
    is_borne("let S = survey take either");
}

#[test]
fn brackets_that_a_line_break_cuts_off_are_borne() {
    for text in ["(<\nmex>S", "(<1\ngame S > 3", "[<(\nprint >S>", "({<\nwinner S>2 > x\n>"] {
        for statement in parse(SourceId(0), text) {
            let _ = statement.map_err(|error| (error.to_string(), error.label(), error.hint()));
        }
        is_borne(text);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(tries(256)))]

    #[test]
    fn what_is_printed_is_read_as_the_same(text in any_statement()) {
        survives(&text);
    }

    #[test]
    fn any_characters_are_borne(text in "\\PC{0,40}") {
        is_borne(&text);
    }

    #[test]
    fn any_words_are_borne(text in soup()) {
        is_borne(&text);
    }
}
