//! Core's integration tests: one program, a module per subject.

#[expect(unreachable_pub, reason = "plyscope-tests has some of these files as its library")]
mod support;

mod aspiration;
mod bill;
mod breakthrough;
mod capacities;
mod clobber;
mod connect_four;
mod contract;
mod deepening;
mod dials;
mod endgame_solver;
mod endgame_team;
mod estimators;
mod exact_searches;
mod exact_searches_games;
mod fig8;
mod fig9;
mod generation;
mod generation_nodes;
mod hex;
mod hexapawn;
mod horizon;
mod judgement;
mod limits;
mod mtd;
mod observed;
mod othello_endgames;
mod othello_notation;
mod othello_perft;
mod othello_rules;
mod own_game;
mod placements;
mod policies;
mod polling;
mod proof_number;
mod rbfms;
mod rbfms_replay;
mod reductions;
mod requests;
#[cfg(feature = "serde")]
mod serialised;
mod sizes;
mod slices;
mod strong;
mod table1;
mod tic_tac_toe;
mod transposition_table;
#[cfg(feature = "wire")]
mod wire;
#[cfg(feature = "wire")]
mod wire_bytes;
