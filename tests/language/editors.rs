//! The files for editors in `editors/`: what they say of the words of the language is generated from `words.txt`, and
//! compared. `REWRITE=1 cargo test --test language editors::` writes them anew.

use std::fs;
use std::path::Path;

use grundy::source::SourceId;
use grundy::syntax::words::{Group, WORDS, Word};
use grundy::syntax::{TokenKind, parse, tokens};
use serde_json::{Value, json};

/// The words of the language by what an editor shows them as.
struct WordLists {
    verbs: Vec<&'static str>,
    keywords: Vec<&'static str>,
    constants: Vec<&'static str>,
    functions: Vec<&'static str>,
    /// Words that are verbs only at the beginning of a statement, before a game.
    contextual_verbs: Vec<&'static str>,
}

impl WordLists {
    fn new() -> WordLists {
        let is_word = |word: &&Word| word.word.starts_with(char::is_alphabetic);
        let words = || WORDS.iter().filter(is_word);
        let kind = |word: &Word| tokens(word.word)[0].kind;
        let of = |fits: &dyn Fn(&Word) -> bool| words().filter(|word| fits(word)).map(|word| word.word).collect();
        let is_verb_before_game = |word: &Word| {
            let text = format!("{} Kayles 0..9", word.word);
            word.group == Group::Question && kind(word) == TokenKind::Name && tokens(&text)[0].kind == TokenKind::Verb
        };
        let mut keywords: Vec<&str> =
            of(&|word| kind(word) == TokenKind::Keyword && word.group != Group::Constant && word.word != "any");
        keywords.push("misère");
        WordLists {
            verbs: of(&|word| kind(word) == TokenKind::Verb),
            keywords,
            constants: of(&|word| word.group == Group::Constant || word.word == "any"),
            functions: of(&|word| matches!(word.group, Group::Function | Group::Family)),
            contextual_verbs: of(&is_verb_before_game),
        }
    }
}

/// The characters of a name, as the regular expressions of editors write them.
const NAME: &str = r"\p{L}[\p{L}\p{N}_'\x{0300}-\x{036f}]*";
/// Numbers: hexadecimal ones, codes of octal and hexadecimal games, and others.
const NUMBER: &str = r"0[xX][0-9A-Fa-f_]+|(?:0|(?<![\p{L}\p{N}_.)\]]))\.[0-9][0-9A-Za-z!?]*(?:=(?!=))?(?:\([0-9A-Za-z]+\))?|[0-9][0-9_]*(?:\.[0-9][0-9A-Za-z!?]*(?:=(?!=))?(?:\([0-9A-Za-z]+\))?)?|∞";
const NOT_IN_NAME: (&str, &str) = (r"(?<![\p{L}\p{N}_'])", r"(?![\p{L}\p{N}_'])");

/// The grammar in the form that TextMate began with, and VS Code, Sublime Text and GitHub use.
fn textmate(lists: &WordLists) -> String {
    let words = |words: &[&str]| format!("{}(?:{}){}", NOT_IN_NAME.0, words.join("|"), NOT_IN_NAME.1);
    let pattern = |name: &str, pattern: &str| json!({"name": format!("{name}.grundy"), "match": pattern});
    let contextual = format!(r"(?<=^|;)(\s*)({})(?=[ \t]+{NAME})", lists.contextual_verbs.join("|"));
    let patterns: Vec<Value> = vec![
        pattern("comment.block.documentation", r"^\s*##(?= |$).*$"),
        pattern("comment.line.directive", r"^\s*#\|.*$"),
        pattern("comment.line.number-sign", r"#.*$"),
        json!({
            "match": r"(?:(?<=^)|(?<=;))(\s*)(help)[ \t]+(\S[^;#\r\n]*?)[ \t]*(?=$|;|#)",
            "captures": {
                "2": {"name": "keyword.control.verb.grundy"},
                "3": {"name": "string.unquoted.topic.grundy"},
            },
        }),
        pattern("string.quoted.double", r#""(?:[^"\\]|\\.)*""#),
        json!({
            "match": format!(r"{}(octal|hex)[ \t]+([0-9A-Za-z]*\.[0-9A-Za-z!?]+(?:=(?!=))?(?:\([0-9A-Za-z]+\))?|[0-9]+)", NOT_IN_NAME.0),
            "captures": {"1": {"name": "keyword.other.grundy"}, "2": {"name": "constant.numeric.code.grundy"}},
        }),
        json!({"match": contextual, "captures": {"2": {"name": "keyword.control.verb.grundy"}}}),
        pattern("keyword.control.verb", &words(&lists.verbs)),
        pattern("constant.language", &words(&lists.constants)),
        pattern("keyword.other", &words(&lists.keywords)),
        pattern("support.function", &words(&lists.functions)),
        pattern("variable.other", &format!("{}{NAME}", NOT_IN_NAME.0)),
        pattern("constant.numeric", NUMBER),
        pattern("punctuation.separator", "[,;]"),
        pattern("punctuation.bracket", r"[()\[\]{}]|<(?![=])|>(?![=])"),
        pattern("keyword.operator", r":=|==|!=|<=|>=|->|\+\+|\.\.|[-+*/%^=|⊕≤≥≠→]"),
    ];
    let grammar = json!({
        "$schema": "https://raw.githubusercontent.com/martinring/tmlanguage/master/tmlanguage.json",
        "name": "grundy",
        "scopeName": "source.grundy",
        "fileTypes": ["cgt"],
        "patterns": patterns,
    });
    serde_json::to_string_pretty(&grammar).unwrap() + "\n"
}

fn vim(lists: &WordLists) -> String {
    let words = |group: &str, words: &[&str]| format!("syntax keyword {group} {}\n", words.join(" "));
    [
        "\" Colours for the language grundy. Generated from the words of the language: see editors/README.md.\n",
        "if exists(\"b:current_syntax\")\n  finish\nendif\n\n",
        "syntax iskeyword @,48-57,_,192-255,39\n",
        &words("grundyVerb", &lists.verbs),
        &words("grundyKeyword", &lists.keywords),
        &words("grundyConstant", &lists.constants),
        &words("grundyFunction", &lists.functions),
        &format!("syntax match grundyVerb /\\v(^|;)\\s*\\zs({})\\ze\\s+\\a/\n", lists.contextual_verbs.join("|")),
        "syntax match grundyNumber /\\v<(0[xX]\\x[0-9a-fA-F_]*|\\d[0-9_]*(\\.\\d[0-9A-Za-z!?]*)?)>/\n",
        "syntax match grundyNumber /\\v\\.@1<!\\.\\d[0-9A-Za-z!?]*|∞/\n",
        "syntax match grundyOperator /\\v:\\=|\\=\\=|!\\=|\\<\\=|\\>\\=|-\\>|\\+\\+|\\.\\.|[-+*\\/%^=|]/\n",
        "syntax region grundyText start=/\"/ skip=/\\\\\"/ end=/\"/ oneline\n",
        "syntax match grundyComment /#.*$/ contains=@Spell\n",
        "syntax match grundyProse /\\v^\\s*##( .*)?$/ contains=@Spell\n",
        "syntax match grundyDirective /\\v^\\s*#\\|.*$/\n\n",
        "highlight default link grundyVerb Statement\n",
        "highlight default link grundyKeyword Keyword\n",
        "highlight default link grundyConstant Constant\n",
        "highlight default link grundyFunction Function\n",
        "highlight default link grundyNumber Number\n",
        "highlight default link grundyOperator Operator\n",
        "highlight default link grundyText String\n",
        "highlight default link grundyComment Comment\n",
        "highlight default link grundyProse SpecialComment\n",
        "highlight default link grundyDirective PreProc\n\n",
        "let b:current_syntax = \"grundy\"\n",
    ]
    .concat()
}

/// The words in `grundy-mode.el`, between two lines that say so.
fn emacs(lists: &WordLists, written: &str) -> String {
    let (begin, end) = (";; Generated: the words of the language.\n", ";; Generated until here.\n");
    let (head, rest) = written.split_once(begin).unwrap();
    let (_, tail) = rest.split_once(end).unwrap();
    let list = |name: &str, words: &[&str]| {
        let quoted: Vec<String> = words.iter().map(|word| format!("\"{word}\"")).collect();
        format!("(defconst grundy-{name}\n  '({}))\n", quoted.join(" "))
    };
    let lists = [
        list("verbs", &lists.verbs),
        list("contextual-verbs", &lists.contextual_verbs),
        list("keywords", &lists.keywords),
        list("constants", &lists.constants),
        list("functions", &lists.functions),
    ];
    format!("{head}{begin}{}{end}{tail}", lists.concat())
}

/// The kinds of the words of all examples, and of the right inputs of all transcripts, to be compared with what the grammar of
/// an editor makes of them (`editors/test`): for each file its text, and for each token its line, its column, how long it is, and
/// its kind.
fn token_kinds() -> String {
    let kind = |kind: TokenKind, text: &str| match kind {
        TokenKind::Keyword => "keyword",
        TokenKind::Verb => "verb",
        TokenKind::Name => "name",
        TokenKind::Number => "number",
        TokenKind::Text => "text",
        TokenKind::Raw => "topic",
        TokenKind::Comment => "comment",
        TokenKind::Separator => "separator",
        // Whether `<` is a bracket is decided by what follows, far behind.
        TokenKind::Operator if matches!(text, "<" | ">") => "bracket",
        TokenKind::Open | TokenKind::Close => "bracket",
        // `->` is read as one.
        TokenKind::Operator | TokenKind::Error => "operator",
    };
    let mut names = crate::common::files(Path::new("examples"), "cgt");
    names.extend(crate::common::files(Path::new("language/src/library"), "cgt"));
    let mut texts: Vec<(String, String)> =
        names.into_iter().map(|name| (name.clone(), fs::read_to_string(name).unwrap())).collect();
    let words: Vec<&str> = WORDS.iter().map(|word| word.example()).collect();
    texts.push(("words".to_owned(), words.join("\n")));
    for name in crate::common::files(Path::new("tests/transcripts"), "md") {
        let blocks = crate::common::transcript::blocks(&fs::read_to_string(&name).unwrap());
        let inputs = blocks.iter().filter(|block| block.fence == "```grundy").flat_map(|block| block.inputs());
        let right = inputs.filter(|input| {
            parse(SourceId(0), input).iter().all(|read| read.as_ref().is_ok_and(|read| read.lenient.is_empty()))
        });
        texts.push((name, right.collect::<Vec<_>>().join("\n")));
    }
    let mut files = serde_json::Map::new();
    for (name, text) in texts {
        let begin_of_line = |at: usize| text[..at].rfind('\n').map_or(0, |end| end + 1);
        let units = |range: std::ops::Range<usize>| text[range].encode_utf16().count();
        let found: Vec<Value> = tokens(&text)
            .iter()
            .map(|token| {
                let line = text[..token.range.start].matches('\n').count();
                let column = units(begin_of_line(token.range.start)..token.range.start);
                json!([line, column, units(token.range.clone()), kind(token.kind, &text[token.range.clone()])])
            })
            .collect();
        files.insert(name, json!({"text": text, "tokens": found}));
    }
    Value::Object(files).to_string()
}

#[test]
fn the_files_for_editors_follow_from_the_words() {
    let lists = WordLists::new();
    assert!(lists.verbs.len() > 30 && lists.keywords.len() > 20 && lists.functions.len() > 40);
    assert_eq!(lists.contextual_verbs, ["losing", "winning", "genus", "form"]);
    let mode = "editors/emacs/grundy-mode.el";
    let files = [
        ("editors/vscode/syntaxes/grundy.tmLanguage.json", textmate(&lists)),
        ("editors/vim/syntax/grundy.vim", vim(&lists)),
        (mode, emacs(&lists, &fs::read_to_string(mode).unwrap())),
    ];
    for (file, generated) in files {
        if std::env::var_os("REWRITE").is_some() {
            fs::write(file, &generated).unwrap();
        }
        let kept = fs::read_to_string(file).unwrap_or_default();
        assert!(kept == generated, "{file} no longer fits: `REWRITE=1 cargo test --test language editors::` writes it");
    }
}

/// Writes the kinds of tokens for `editors/test/compare.mjs` into the file that `TOKENS` names.
#[test]
#[ignore = "for the comparison with the grammar of editors: TOKENS=FILE cargo test --test language editors:: -- --ignored"]
fn the_kinds_of_tokens_are_written() {
    let file = std::env::var_os("TOKENS").unwrap();
    fs::write(file, token_kinds()).unwrap();
}
