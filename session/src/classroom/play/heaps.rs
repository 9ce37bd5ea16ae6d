//! Heaps as rows of counters, `●●●●●  5`.

use grundy_engine::game::{Component, Ruleset, Sum, Summand};

use crate::show::document::{Block, Document, Line};
use crate::show::phrase::{muted, name, plain, thousands, width};

/// Larger heaps are shown by their size only.
const DRAWN: u64 = 30;
/// A position of more heaps than this is not drawn.
const ROWS: u64 = 12;

/// The name of the game and the size of a heap; `None` for other components.
fn heap(component: &Component) -> Option<(String, u64)> {
    match component {
        Component::Star(size) => Some(("*".to_owned(), *size)),
        Component::Position(position) => {
            let is_heap_game = matches!(position.game.ruleset, Ruleset::Heap(_));
            let size = position.heap().filter(|_| is_heap_game)?;
            Some((position.game.name.to_string(), size))
        }
    }
}

/// Adds a row for each heap, if all components are heaps and there are not too many. If the heaps belong to different
/// games, each row names its game.
pub fn draw(document: &mut Document, sum: &Sum) {
    let count = sum.parts.iter().fold(0, |count: u64, part| count.saturating_add(part.copies));
    let heaps: Option<Vec<(String, u64)>> = sum.parts.iter().map(|part| heap(&part.component)).collect();
    let Some(heaps) = heaps.filter(|_| (1..=ROWS).contains(&count)) else { return };
    let is_one_game = heaps.iter().all(|(game, _)| *game == heaps[0].0);
    let repeated = |(part, (game, size)): (&Summand, &(String, u64))| {
        let label = if is_one_game { vec![plain("  ")] } else { vec![plain("  "), name(game), plain("  ")] };
        vec![(label, *size); part.copies as usize]
    };
    let rows: Vec<(Line, u64)> = sum.parts.iter().zip(&heaps).flat_map(repeated).collect();
    let counters = |size: u64| if size <= DRAWN { size as usize } else { 0 };
    let labels = rows.iter().map(|(label, _)| width(label)).max().unwrap_or(0);
    let widest = rows.iter().map(|(_, size)| counters(*size)).max().unwrap_or(0);
    if widest == 0 {
        return;
    }
    let line = |(label, size): (Line, u64)| {
        let padding = " ".repeat(labels - width(&label));
        let drawn = format!("{}{}", "●".repeat(counters(size)), " ".repeat(widest - counters(size)));
        [label, vec![plain(padding), plain(drawn), muted(format!("  {}", thousands(size)))]].concat()
    };
    let drawing = rows.into_iter().map(line).collect();
    // Where it does not fit, nothing is drawn.
    document.blocks.push(Block::Drawings(vec![drawing, Vec::new()]));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::show::document::Style;
    use crate::show::terminal::{Painter, paint};
    use crate::verbs::samples::{assert_text, sum};
    use grundy_engine::nim::Nimber;

    fn drawn(sum: &Sum, width: usize, ascii: bool) -> String {
        let mut document = Document::default();
        draw(&mut document, sum);
        paint(&document, &Style { width, ascii }, Painter::Plain)
    }

    #[test]
    fn small_heaps_are_drawn_and_large_ones_told() {
        assert_text(&drawn(&sum(&[5, 2]), 80, false), "  ●●●●●  5\n  ●●     2\n");
        assert_text(&drawn(&sum(&[3, 1000]), 80, true), "  ooo  3\n       1,000\n");
        assert_eq!(drawn(&sum(&[1000]), 80, false), "");
        assert_eq!(drawn(&sum(&[20]), 20, false), "");
        assert_eq!(drawn(&sum(&[1; 13]), 80, false), "");
        let mixed = Sum { parts: [sum(&[3]).parts, Sum::star(Nimber(2)).parts].concat() };
        assert_text(&drawn(&mixed, 80, false), "  S  ●●●  3\n  *  ●●   2\n");
    }
}
