//! `explain`: why a position is won or lost, in normal and misère play, and calculations step by step.

pub(crate) mod ask;
pub(crate) mod calculation;
pub(crate) mod calculation_data;
pub(crate) mod calculation_words;
pub(crate) mod data;
pub(crate) mod misere;
pub(crate) mod misere_words;
pub(crate) mod nim_sum;
pub(crate) mod replies;
pub(crate) mod words;
