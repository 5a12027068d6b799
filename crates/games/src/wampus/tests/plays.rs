//! The golden matches.

use super::*;
