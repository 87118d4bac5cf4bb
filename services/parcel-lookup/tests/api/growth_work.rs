//! Workers, their deaths, and what comes out in the end.
