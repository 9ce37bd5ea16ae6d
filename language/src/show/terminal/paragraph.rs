//! Text as the width allows: paragraphs, items with a mark and listings broken at words; pieces one after the other; columns
//! of short lines; and drawings of which the widest that fits is chosen.

use unicode_width::UnicodeWidthStr;

use crate::show::document::{Line, Listing, Paragraph, Piece, Role, Style};
use crate::show::phrase::{piece, plain, spell, spelled_width, width};

/// Names are padded to a common width, but to no more than this.
const WIDEST_NAME: usize = 24;

/// The lines of a paragraph.
pub fn lines(paragraph: &Paragraph, style: &Style) -> Vec<Line> {
    let Paragraph { head, text, indent, is_kept } = paragraph;
    if *is_kept && spelled_width(head, style) + spelled_width(text, style) <= style.width {
        return vec![[head.clone(), text.clone()].concat()];
    }
    broken(style, head.clone(), text, *indent)
}

/// The lines of a listing in two columns: the names, and their texts, broken at words.
pub fn listing(listing: &Listing, style: &Style) -> Vec<Line> {
    let names: Vec<Piece> =
        listing.entries.iter().map(|(name, _)| piece(name.role, spell(&name.text, style))).collect();
    let entries: Vec<(Piece, &Line)> = names.into_iter().zip(listing.entries.iter().map(|(_, text)| text)).collect();
    if !listing.has_long_names {
        return in_two_columns(&entries, style);
    }
    let most = WIDEST_NAME.min(style.width / 2);
    let is_long = |(name, _): &(Piece, &Line)| name.text.width() > most;
    let mut lines = Vec::new();
    for same in entries.chunk_by(|one, next| is_long(one) == is_long(next)) {
        match is_long(&same[0]) {
            false => lines.extend(in_two_columns(same, style)),
            true => {
                for (name, text) in same {
                    lines.extend(broken(style, vec![plain("  ")], std::slice::from_ref(name), 2));
                    lines.extend(broken(style, vec![plain("      ")], text, 6));
                }
            }
        }
    }
    lines
}

fn in_two_columns(entries: &[(Piece, &Line)], style: &Style) -> Vec<Line> {
    let widest = entries.iter().map(|(name, _)| name.text.width()).max().unwrap_or(0).min(WIDEST_NAME);
    let mut lines = Vec::new();
    for (name, text) in entries {
        let padding = " ".repeat((widest + 2).saturating_sub(name.text.width()).max(2));
        let head = vec![plain("  "), name.clone(), plain(padding)];
        lines.extend(broken(style, head, text, widest + 4));
    }
    lines
}

/// Breaks a text at words. The first line begins with `head`, and later lines are indented by `indent` columns.
pub fn broken(style: &Style, head: Line, text: &[Piece], indent: usize) -> Vec<Line> {
    let mut lines = Vec::new();
    let mut line = head;
    let mut column = width(&line);
    let mut fresh = true;
    for UnbrokenWord { pieces, is_apart } in words(style, text) {
        let space = usize::from(!fresh && is_apart);
        if !fresh && column + space + width(&pieces) > style.width {
            lines.push(std::mem::replace(&mut line, vec![plain(" ".repeat(indent))]));
            column = indent;
            fresh = true;
        }
        if !fresh && is_apart {
            join(&mut line, pieces[0].role);
            column += 1;
        }
        column += width(&pieces);
        line.extend(pieces);
        fresh = false;
    }
    lines.push(line);
    lines
}

/// Adds a blank before a word in the role `next`. The blank has the role of its neighbours if both have the same.
fn join(line: &mut Line, next: Role) {
    let role = line.last().map_or(Role::Plain, |piece| piece.role);
    line.push(piece(if role == next { role } else { Role::Plain }, " "));
}

/// What stays on one line. It has one piece or more, as in `S(3),`.
struct UnbrokenWord {
    pieces: Line,
    /// Whether a blank parts it from the word before it.
    is_apart: bool,
}

/// The words of a text. Chinese is broken between letters.
fn words(style: &Style, text: &[Piece]) -> Vec<UnbrokenWord> {
    let mut words: Vec<UnbrokenWord> = Vec::new();
    let mut open = false;
    let mut last = ' ';
    for piece in text {
        let spelled = spell(&piece.text, style);
        for (index, part) in spelled.split(' ').enumerate() {
            open &= index == 0;
            for text in whole_parts(part) {
                let piece = self::piece(piece.role, text);
                let goes_on = !may_break(last, text.chars().next().unwrap_or(' '));
                last = text.chars().next_back().unwrap_or(' ');
                match words.last_mut() {
                    Some(word) if open && goes_on => word.pieces.push(piece),
                    _ => words.push(UnbrokenWord { pieces: vec![piece], is_apart: !open }),
                }
                open = true;
            }
        }
        open &= !spelled.ends_with(' ');
    }
    equations_together(words)
}

/// The parts of a text without blanks between which a line may be broken.
fn whole_parts(text: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut start = 0;
    let mut before = None;
    for (place, letter) in text.char_indices() {
        if before.is_some_and(|before| may_break(before, letter)) {
            parts.push(&text[start..place]);
            start = place;
        }
        before = Some(letter);
    }
    if start < text.len() {
        parts.push(&text[start..]);
    }
    parts
}

/// Whether a line may be broken between two letters of which one is Chinese, and which no sign keeps together.
fn may_break(before: char, after: char) -> bool {
    let is_wide = |letter: char| matches!(letter, '\u{2e80}'..='\u{9fff}' | '\u{ff00}'..='\u{ffef}');
    (is_wide(before) || is_wide(after)) && !"，。：；？！）”、…》.,:;?!)".contains(after) && !"（“《(".contains(before)
}

/// Joins each equals sign with the words around it, so that `n = 71` stays on one line.
fn equations_together(words: Vec<UnbrokenWord>) -> Vec<UnbrokenWord> {
    let sign = |word: &UnbrokenWord| word.pieces.len() == 1 && word.pieces[0].text == "=";
    let mut together: Vec<UnbrokenWord> = Vec::with_capacity(words.len());
    let mut after_sign = false;
    for word in words {
        let is_sign = sign(&word);
        match together.last_mut() {
            Some(last) if is_sign || after_sign => {
                if word.is_apart {
                    join(&mut last.pieces, word.pieces[0].role);
                }
                last.pieces.extend(word.pieces);
            }
            _ => together.push(word),
        }
        after_sign = is_sign;
    }
    together
}

/// The most columns of short lines.
const MOST_COLUMNS: usize = 4;
/// There are so many lines in a column before another column is begun.
const LEAST_ROWS: usize = 4;

/// Pieces with blanks between them, as many in a line as fit. No piece is broken.
pub fn pieces(pieces: &[Piece], style: &Style) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    let mut used = 0;
    for piece in pieces {
        let wide = width(std::slice::from_ref(piece));
        match lines.last_mut() {
            Some(line) if used + 1 + wide <= style.width => {
                line.extend([plain(" "), piece.clone()]);
                used += 1 + wide;
            }
            _ => {
                lines.push(vec![piece.clone()]);
                used = wide;
            }
        }
    }
    lines
}

/// Short lines side by side in columns, which are read downwards.
pub fn side_by_side(short: &[Line], style: &Style) -> Vec<Line> {
    let widest = short.iter().map(|line| width(line)).max().unwrap_or(0) + 2;
    let columns = (style.width / widest).clamp(1, MOST_COLUMNS).min(short.len().div_ceil(LEAST_ROWS).max(1));
    let rows = short.len().div_ceil(columns);
    let row = |row: usize| {
        let mut line = Line::new();
        for found in short.iter().skip(row).step_by(rows) {
            line.extend(found.iter().cloned());
            line.push(plain(" ".repeat(widest - width(found))));
        }
        line
    };
    (0..rows).map(row).collect()
}

/// The first of these drawings that fits, or else the last.
pub fn widest<'a>(drawings: &'a [Vec<Line>], style: &Style) -> &'a [Line] {
    let fits = |lines: &&Vec<Line>| lines.iter().all(|line| width_without_blanks(line) <= style.width);
    drawings.iter().find(fits).or(drawings.last()).map_or(&[], Vec::as_slice)
}

/// The width of a line without the blanks at its end.
fn width_without_blanks(line: &[Piece]) -> usize {
    let blanks = line.iter().rev().take_while(|piece| piece.text.trim_end().is_empty()).count();
    width(&line[..line.len() - blanks])
}
