use super::format;
use crate::source::SourceId;
use crate::syntax::parse;

fn formatted(text: &str) -> String {
    let Ok::<_, ()>(formatted) = format(text, &parse(SourceId(0), text), |_| Ok(())) else { unreachable!() };
    formatted
}

/// Blocks of a text and its form, apart by `⇒`, in `form.txt`.
#[test]
fn texts_get_their_form_and_keep_it() {
    for block in include_str!("form.txt").split("\n----\n").skip(1) {
        let (text, expected) = block.split_once("⇒\n").unwrap();
        let once = formatted(text);
        assert_eq!(once, format!("{}\n", expected.trim_end_matches('\n')), "{text}");
        assert_eq!(formatted(&once), once, "twice: {text}");
    }
}
