//! How loops are told to stop.

use std::cmp::Ordering;
use std::hash::{Hash, Hasher};
use std::rc::Rc;

/// Tells loops whether to go on. Nobody ever stops the default. It rides along with data and is never compared.
#[derive(Clone, Default)]
pub struct GoOn(Option<Rc<dyn Fn() -> bool>>);

impl PartialEq for GoOn {
    fn eq(&self, _: &GoOn) -> bool {
        true
    }
}

impl Eq for GoOn {}

impl Hash for GoOn {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

impl PartialOrd for GoOn {
    fn partial_cmp(&self, other: &GoOn) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for GoOn {
    fn cmp(&self, _: &GoOn) -> Ordering {
        Ordering::Equal
    }
}

impl GoOn {
    /// Goes on as long as this is true.
    pub fn new(asked: impl Fn() -> bool + 'static) -> GoOn {
        GoOn(Some(Rc::new(asked)))
    }

    pub fn is_told(&self) -> bool {
        self.0.as_ref().is_none_or(|asked| asked())
    }
}

impl std::fmt::Debug for GoOn {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "GoOn({})", self.is_told())
    }
}
