//! The numbers of children in a random tree.

/// The numbers of children of a random tree's nodes (Korf & Chickering, sections 4.2 and 7.4).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "Unchecked"))]
pub struct Branching {
    /// Children of a node are `least + v15 mod modulus`.
    least: u32,
    modulus: u32,
    root: u32,
}

/// A branching before validation.
#[cfg(feature = "serde")]
#[derive(serde::Deserialize)]
struct Unchecked {
    least: u32,
    modulus: u32,
    root: u32,
}

#[cfg(feature = "serde")]
impl TryFrom<Unchecked> for Branching {
    type Error = BranchingError;

    fn try_from(Unchecked { least, modulus, root }: Unchecked) -> Result<Self, BranchingError> {
        let branching = match (least, modulus) {
            (0, 1..) => Self::random_with_leaves(modulus.wrapping_sub(1)),
            (1, _) => Self::random(modulus),
            (_, 1) => Self::uniform(least),
            _ => Err(BranchingError::Range { least, modulus }),
        };
        branching?.with_root(root)
    }
}

/// An invalid number of children.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum BranchingError {
    /// Fewer than one child, or more than [`Branching::LIMIT`].
    OutOfRange {
        /// The requested number.
        children: u32,
    },
    /// The root must have between one child and the tree's maximum, on which the numbering of nodes rests.
    Root {
        /// The requested number.
        children: u32,
        /// The largest number of children in this tree.
        maximum: u32,
    },
    /// Numbers of children that are not constant and do not begin with 0 or 1.
    Range {
        /// The smallest number.
        least: u32,
        /// How many numbers there are.
        modulus: u32,
    },
}

impl core::fmt::Display for BranchingError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match *self {
            Self::OutOfRange { children } => write!(
                f,
                "a branching factor of {children} is out of range: give 1 to {}",
                Branching::LIMIT
            ),
            Self::Root { children, maximum } => write!(
                f,
                "{children} children at the root are out of range: this tree allows 1 to {maximum}"
            ),
            Self::Range { least, modulus } => write!(
                f,
                "{modulus} numbers of children from {least} on are no tree's: \
                 begin with 0 or 1, or give one number for all nodes"
            ),
        }
    }
}

impl core::error::Error for BranchingError {}

impl Branching {
    /// The largest branching factor: the random number behind it has 15 bits.
    pub const LIMIT: u32 = 1 << 15;

    /// Zhang's random branching of mean 5: 1 to 9 children, 5 at the root.
    pub const ZHANG: Self = Self { least: 1, modulus: 9, root: 5 };

    /// `children` children at every node.
    ///
    /// # Errors
    /// If `children` is not within 1 to [`Branching::LIMIT`].
    pub const fn uniform(children: u32) -> Result<Self, BranchingError> {
        if children == 0 || children > Self::LIMIT {
            return Err(BranchingError::OutOfRange { children });
        }
        Ok(Self { least: children, modulus: 1, root: children })
    }

    /// 1 to `maximum` children, each number equally likely; `maximum` at the root (Korf & Chickering, 7.4).
    ///
    /// # Errors
    /// If `maximum` is not within 1 to [`Branching::LIMIT`].
    pub const fn random(maximum: u32) -> Result<Self, BranchingError> {
        if maximum == 0 || maximum > Self::LIMIT {
            return Err(BranchingError::OutOfRange { children: maximum });
        }
        Ok(Self { least: 1, modulus: maximum, root: maximum })
    }

    /// 0 to `maximum` children: a tree of non-uniform depth (section 4.2); `maximum` at the root.
    ///
    /// # Errors
    /// If `maximum` is not within 1 to [`Branching::LIMIT`] - 1.
    pub const fn random_with_leaves(maximum: u32) -> Result<Self, BranchingError> {
        if maximum == 0 || maximum >= Self::LIMIT {
            return Err(BranchingError::OutOfRange { children: maximum });
        }
        Ok(Self { least: 0, modulus: maximum.wrapping_add(1), root: maximum })
    }

    /// Sets the number of children at the root (Zhang gives the root the mean).
    ///
    /// # Errors
    /// If `children` is not within 1 to [`Branching::maximum`].
    pub const fn with_root(self, children: u32) -> Result<Self, BranchingError> {
        let maximum = self.maximum();
        if children == 0 || children > maximum {
            return Err(BranchingError::Root { children, maximum });
        }
        Ok(Self { root: children, ..self })
    }

    /// The largest number of children: `B`, on which the breadth-first numbering of nodes rests.
    #[must_use]
    #[inline]
    pub const fn maximum(self) -> u32 {
        self.least.wrapping_add(self.modulus).wrapping_sub(1)
    }

    /// Children of the root.
    #[must_use]
    #[inline]
    pub const fn at_root(self) -> u32 {
        self.root
    }

    /// Children of an inner node with the random number `v15`.
    #[inline]
    pub(super) const fn of(self, v15: u32) -> u32 {
        if self.modulus == 1 {
            // A division takes longer than all else that a node of a uniform tree needs here.
            return self.least;
        }
        // The modulus is never 0; `checked_rem` spares a panic path.
        match v15.checked_rem(self.modulus) {
            Some(rest) => self.least.wrapping_add(rest),
            None => self.least,
        }
    }
}
