//! Reads the data files of the program, such as `words.txt` and `codes.txt`, which are compiled in. A file consists
//! of blocks of lines `key: value`. A blank line ends a block, and lines that begin with `#` are comments.

/// One block of a file: the key and the value of each of its lines, in order.
pub struct DataBlock(Vec<(&'static str, &'static str)>);

impl DataBlock {
    pub fn lines(&self) -> &[(&'static str, &'static str)] {
        &self.0
    }

    /// The first line, which says what the block is about.
    pub fn head(&self) -> (&'static str, &'static str) {
        self.0.first().copied().unwrap_or_default()
    }

    /// The value of a key; empty if the block does not have it.
    pub fn get(&self, key: &str) -> &'static str {
        self.0.iter().find(|line| line.0 == key).map_or("", |line| line.1)
    }
}

/// The blocks of a file. A line without a key is skipped; a test of each file finds such lines with `wrong_lines`.
pub fn blocks(file: &'static str) -> Vec<DataBlock> {
    let read = |block: &'static str| DataBlock(block.lines().filter_map(key_and_value).collect());
    block_texts(file).map(read).filter(|block| !block.0.is_empty()).collect()
}

/// The blocks of a file, unread, for a file of which only few are needed. Comments are blocks, too.
pub fn block_texts(file: &'static str) -> impl Iterator<Item = &'static str> {
    let mut rest = file;
    std::iter::from_fn(move || {
        let from = rest.trim_start();
        let length = from.split_inclusive('\n').take_while(|line| !line.trim_end().is_empty()).map(str::len).sum();
        let block;
        (block, rest) = from.split_at(length);
        (length > 0).then_some(block)
    })
}

/// The first line of an unread block, which says what the block is about; `None` for a comment.
pub fn head_of(block: &'static str) -> Option<(&'static str, &'static str)> {
    key_and_value(block.lines().next()?)
}

/// The value of a key in an unread block; empty if the block does not have it.
pub fn value_in(block: &'static str, key: &str) -> &'static str {
    block.lines().filter_map(key_and_value).find(|line| line.0 == key).map_or("", |line| line.1)
}

fn key_and_value(line: &'static str) -> Option<(&'static str, &'static str)> {
    let (key, value) = line.split_once(':').filter(|_| !line.starts_with('#'))?;
    Some((key, value.trim()))
}

/// The lines of a file without a key, or with a key that is not among `keys`. Blank lines, comments and the first
/// line of each block, which may have any key, are left out.
pub fn wrong_lines(file: &'static str, keys: &[&str]) -> Vec<&'static str> {
    let heads: Vec<_> = blocks(file).iter().map(DataBlock::head).collect();
    let mut wrong: Vec<&str> = file.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#')).collect();
    wrong.retain(|&line| match key_and_value(line) {
        Some((key, value)) => !keys.contains(&key) && !heads.contains(&(key, value)),
        None => true,
    });
    wrong
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_fall_into_blocks() {
        const FILE: &str = "# a comment\n\nsign: :\nline: a: b\n# another\nempty:\n\n\nword: x\nno key\n";
        let read = blocks(FILE);
        assert_eq!(read.len(), 2);
        assert_eq!(read[0].lines(), [("sign", ":"), ("line", "a: b"), ("empty", "")]);
        assert_eq!((read[0].head(), read[0].get("line"), read[0].get("other")), (("sign", ":"), "a: b", ""));
        assert_eq!(wrong_lines(FILE, &["line"]), ["empty:", "no key"]);
        let texts: Vec<&str> = block_texts(FILE).collect();
        assert_eq!(texts[1..], ["sign: :\nline: a: b\n# another\nempty:\n", "word: x\nno key\n"]);
        assert_eq!([value_in(texts[1], "line"), value_in(texts[1], "other")], ["a: b", ""]);
    }
}
