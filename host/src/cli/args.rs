//! Arguments that several subcommands share.

use std::ops::RangeInclusive;

use crate::domain::TreeParameters;
use crate::engine::parse_branching;
use clap::{Args, ValueEnum};
use plyscope_core::othello::{Board, Colour, parse_bitboards, parse_board};
use plyscope_core::random_tree::{Branching, Correlation, EdgeCosts, Generation, NoisyEdgeCostSum};

/// Output format.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// Text for people
    Table,
    /// One JSON object per line
    Json,
}

/// The parameters of random trees.
#[derive(Args)]
pub(super) struct TreeArgs {
    /// Children per node: uniform:B, random:B (1 to B) or leafy:B (0 to B, so leaves vary in depth)
    #[arg(long, value_parser = parse_branching)]
    branching: Branching,
    /// Children of the root [default: B]
    #[arg(long, value_name = "CHILDREN")]
    root_branching: Option<u32>,
    /// Range of edge costs
    #[arg(long, value_enum, default_value_t = Costs::Korf)]
    edge_costs: Costs,
    /// Method of generating random numbers
    #[arg(long, value_enum, default_value_t = Method::BreadthFirst)]
    generation: Method,
    /// Length of a game in plies
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=255))]
    game_depth: u32,
    /// Amplitude of the noise on static values, in the unit of edge costs, whose largest is 16383 or so; finished games keep
    /// their exact values
    #[arg(long, value_name = "AMPLITUDE", default_value_t = 0,
          value_parser = clap::value_parser!(u32).range(..=i64::from(NoisyEdgeCostSum::MOST)))]
    noise: u32,
    /// Correlation between the costs of the edges to siblings, 0 to 1 with at most three decimals
    #[arg(long, default_value = "0", value_parser = parse_correlation)]
    correlation: Correlation,
}

fn parse_correlation(text: &str) -> Result<Correlation, String> {
    Correlation::read(text)
        .ok_or_else(|| "give a number from 0 to 1 with at most three decimals".to_owned())
}

impl TreeArgs {
    pub(super) fn parameters(&self) -> anyhow::Result<TreeParameters> {
        let branching = match self.root_branching {
            None => self.branching,
            Some(children) => self
                .branching
                .with_root(children)
                .map_err(|error| super::usage(format!("--root-branching: {error}")))?,
        };
        Ok(TreeParameters {
            branching,
            edge_costs: self.edge_costs.into(),
            generation: self.generation.into(),
            game_depth: self.game_depth,
            noise: self.noise,
            correlation: self.correlation.get(),
        })
    }
}

#[derive(Clone, Copy, ValueEnum)]
enum Costs {
    /// -2^14 to 2^14-1
    Korf,
    /// -2^14+1 to 2^14
    Zhang,
    /// -2^15+1 to 2^15
    Zhang16,
    /// -2^23 to 2^23-1: almost no ties
    Wide,
}

impl From<Costs> for EdgeCosts {
    fn from(costs: Costs) -> Self {
        match costs {
            Costs::Korf => Self::Korf,
            Costs::Zhang => Self::Zhang,
            Costs::Zhang16 => Self::Zhang16,
            Costs::Wide => Self::Wide,
        }
    }
}

#[derive(Clone, Copy, ValueEnum)]
enum Method {
    /// Generator state at the breadth-first index
    BreadthFirst,
    /// Generator re-seeded with the parent's index
    ReseedParent,
    /// Generator re-seeded with the node's index
    ReseedNode,
    /// 64-bit hash of the path
    Hash,
}

impl From<Method> for Generation {
    fn from(method: Method) -> Self {
        match method {
            Method::BreadthFirst => Self::BreadthFirst,
            Method::ReseedParent => Self::ReseedParent,
            Method::ReseedNode => Self::ReseedNode,
            Method::Hash => Self::Hash,
        }
    }
}

/// Parses `17` or `1..1000`, both ends included.
pub(super) fn parse_seeds(text: &str) -> Result<RangeInclusive<u32>, String> {
    let usage = "write a seed such as 17 or a range such as 1..1000; seeds go up to 4294967295";
    let number = |text: &str| text.parse::<u32>().map_err(|_| usage.to_owned());
    let (first, last) = match text.split_once("..") {
        None => {
            let seed = number(text)?;
            (seed, seed)
        }
        Some((first, last)) => (number(first)?, number(last.strip_prefix('=').unwrap_or(last))?),
    };
    if first > last {
        return Err(format!("the range is reversed: write {last}..{first}"));
    }
    Ok(first..=last)
}

/// Parses an Othello position: 64 squares and the side to move, or two bitboards.
pub(super) fn parse_position(text: &str) -> anyhow::Result<(Board, Colour)> {
    let position = if text.contains('/') {
        parse_bitboards(text).map(|board| (board, Colour::Black))
    } else {
        parse_board(text)
    };
    position.map_err(|error| super::usage(format!("--position: {error}")))
}

#[cfg(test)]
mod tests {
    use super::parse_seeds;

    #[test]
    fn seeds_are_one_or_a_range_with_both_ends() {
        assert_eq!(parse_seeds("17"), Ok(17..=17));
        assert_eq!(parse_seeds("1..1000"), Ok(1..=1000));
        assert_eq!(parse_seeds("1..=3"), Ok(1..=3));
        assert!(parse_seeds("5..1").unwrap_err().contains("write 1..5"));
        for bad in ["", "..", "1..", "x", "-1", "4294967296"] {
            assert!(parse_seeds(bad).is_err(), "{bad}");
        }
    }
}
