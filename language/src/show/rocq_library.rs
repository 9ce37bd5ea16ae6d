//! The library of `proof/` as one text for Rocq, so that a theorem and all that it rests on can be mailed as one file.

/// Its files in their order, each with its text. A page has no room for them.
macro_rules! files {
    ($($name:literal),*) => {
        &[$(($name, include_str!(concat!("../../proof/", $name, ".v")))),*]
    };
}

const FILES: &[(&str, &str)] = if cfg!(target_arch = "wasm32") {
    &[]
} else {
    files![
        "Game", "Rule", "Check", "Sums", "Large", "Cofinite", "Sizes", "Sparse", "Rising", "Lasker", "Misere",
        "Quotient", "Reduced", "All"
    ]
};

/// Is the library at hand?
pub const fn is_there() -> bool {
    !FILES.is_empty()
}

/// The text: each file is a module, and what they require stands before them.
pub fn text() -> String {
    let mut required: Vec<&str> = Vec::new();
    let mut modules = String::new();
    for (name, text) in FILES {
        modules.push_str(&format!("Module {name}.\n"));
        for line in text.lines() {
            let (here, names) = match line.strip_prefix("From Coq Require ") {
                Some(import) => (import, import.trim_end_matches('.').split(' ').skip(1).collect()),
                None => (line.strip_prefix("From Grundy Require ").unwrap_or(line), Vec::new()),
            };
            for name in names {
                if !required.contains(&name) {
                    required.push(name);
                }
            }
            modules.push_str(here);
            modules.push('\n');
        }
        modules.push_str(&format!("End {name}.\n"));
    }
    format!("From Coq Require {}.\n{modules}Import All.\n", required.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_library_is_that_of_the_project() {
        let listed: Vec<String> = FILES.iter().map(|(name, _)| format!("{name}.v")).collect();
        let project = include_str!("../../proof/_CoqProject");
        assert_eq!(listed, project.lines().filter(|line| line.ends_with(".v")).collect::<Vec<_>>());
        // What is required without a name before it would not be found.
        assert!(!text().lines().skip(1).any(|line| line.contains("Require")));
    }
}
