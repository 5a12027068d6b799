//! What people see, type and are told.

use super::*;
