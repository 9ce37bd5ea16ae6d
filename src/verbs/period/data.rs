//! The explanation of a period, as data.

use serde::Serialize;

use crate::lang::periods::PeriodReport;

/// `explain period S`
#[derive(Clone, Debug, Serialize)]
#[serde(transparent)]
pub struct PeriodExplanation(pub PeriodReport);
