//! All games together: the contract of the engine, recorded matches, tickets, and moves without their events.
#![cfg(test)]

mod contract;
mod manuals;
mod tickets;
mod typed;
