//! Reads typed trees.

use alloc::borrow::ToOwned as _;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use plyscope_core::Side;

use super::{GREATEST, MOST_NODES, TreeError, TypedNode, TypedTree, is_of_name};
use crate::{CHILDREN, PLIES};

impl TypedTree {
    /// Reads a tree.
    ///
    /// # Errors
    /// [`TreeError`] names the character and the remedy.
    pub fn parse(text: &str) -> Result<Self, TreeError> {
        let mut parser = Parser { text: text.chars().collect(), at: 0, nodes: 0 };
        let mover = parser.mover();
        let root = parser.node(0)?;
        parser.skip();
        if parser.at < parser.text.len() {
            let found = parser.text[parser.at];
            return Err(parser.error(match found {
                ')' => "there is no ( for this ): omit it".to_owned(),
                _ => format!(
                    "{found:?} follows the whole tree: put all of it into one pair of parentheses"
                ),
            }));
        }
        if root.children.is_empty() {
            let what =
                "the root is a leaf, so there is nothing to search: write (3 5), for example";
            return Err(TreeError { place: root.place, what: what.to_owned() });
        }
        Ok(Self { mover, root })
    }
}

struct Parser {
    text: Vec<char>,
    at: usize,
    nodes: usize,
}

impl Parser {
    fn error(&self, what: impl Into<String>) -> TreeError {
        TreeError { place: self.at + 1, what: what.into() }
    }

    fn peek(&self) -> Option<char> {
        self.text.get(self.at).copied()
    }

    fn skip(&mut self) {
        while self.peek().is_some_and(|c| c.is_whitespace() || c == ',') {
            self.at += 1;
        }
    }

    /// The characters from here on that fit.
    fn take(&mut self, fits: impl Fn(char) -> bool) -> String {
        let begin = self.at;
        while self.peek().is_some_and(&fits) {
            self.at += 1;
        }
        self.text[begin..self.at].iter().collect()
    }

    /// `min` or `max` before the tree.
    fn mover(&mut self) -> Side {
        self.skip();
        let begin = self.at;
        let word = self.take(char::is_alphabetic);
        let is_name = self.peek() == Some(':');
        match word.as_str() {
            "min" if !is_name => Side::Min,
            "max" if !is_name => Side::Max,
            _ => {
                self.at = begin;
                Side::Max
            }
        }
    }

    /// A node `depth` plies below the root.
    fn node(&mut self, depth: usize) -> Result<TypedNode, TreeError> {
        self.skip();
        let place = self.at + 1;
        self.nodes += 1;
        if self.nodes > MOST_NODES {
            return Err(
                self.error(format!("this tree has more than {MOST_NODES} nodes: make it smaller"))
            );
        }
        if depth > PLIES {
            return Err(
                self.error(format!("this tree is deeper than {PLIES} plies: make it shallower"))
            );
        }
        let name = self.name()?;
        let value = self.value()?;
        let children = if self.peek() == Some('(') { self.children(depth)? } else { Vec::new() };
        if value.is_none() && children.is_empty() {
            return Err(self.error(match self.peek() {
                None => "the tree ends where a node is missing: write a number, or a list in parentheses".to_owned(),
                Some(')') if depth == 0 => "there is no ( for this ): begin with one".to_owned(),
                Some(found) => {
                    format!("{found:?} begins no node: write a number, a list in parentheses, or a name with a colon before them")
                }
            }));
        }
        Ok(TypedNode { name, value, children, place })
    }

    /// A name and its colon, if there is one.
    fn name(&mut self) -> Result<Option<String>, TreeError> {
        let begin = self.at;
        let name = if self.peek() == Some('"') {
            self.at += 1;
            self.quoted()?
        } else {
            self.take(is_of_name)
        };
        if self.peek() == Some(':') {
            if name.is_empty() {
                return Err(
                    self.error("there is no name before this colon: write one, or omit the colon")
                );
            }
            self.at += 1;
            self.skip();
            return Ok(Some(name));
        }
        let is_number = |c: char| c.is_ascii_digit() || c == '-' || c == '+';
        if self.text.get(begin) == Some(&'"') || name.chars().next().is_some_and(|c| !is_number(c))
        {
            return Err(self.error(format!(
                "a colon is missing after the name {name:?}: write {name}:5, for example"
            )));
        }
        self.at = begin;
        Ok(None)
    }

    /// The rest of a name in quotes.
    fn quoted(&mut self) -> Result<String, TreeError> {
        let begin = self.at;
        let mut name = String::new();
        loop {
            let c = self.peek();
            self.at += 1;
            match c {
                Some('"') => return Ok(name),
                Some('\\') => {
                    name.extend(self.peek());
                    self.at += 1;
                }
                Some(c) => name.push(c),
                None => {
                    let what = "the name in quotes does not end: add a quote".to_owned();
                    return Err(TreeError { place: begin, what });
                }
            }
        }
    }

    /// A number, if there is one.
    fn value(&mut self) -> Result<Option<i32>, TreeError> {
        let begin = self.at;
        let sign = self.take(|c| c == '-' || c == '+');
        let digits = self.take(|c| c.is_ascii_digit());
        if sign.is_empty() && digits.is_empty() {
            return Ok(None);
        }
        let text = format!("{sign}{digits}");
        if self.peek() == Some('.') {
            return Err(self.error("values are whole numbers: multiply all of them by 10 or 100"));
        }
        match text.parse::<i32>() {
            Ok(value) if value.abs() <= GREATEST => Ok(Some(value)),
            _ => {
                self.at = begin;
                Err(self.error(format!(
                    "{text:?} is no value: write a whole number from -{GREATEST} to {GREATEST}"
                )))
            }
        }
    }

    /// A list in parentheses.
    fn children(&mut self, depth: usize) -> Result<Vec<TypedNode>, TreeError> {
        let begin = self.at;
        self.at += 1;
        let mut children = Vec::new();
        loop {
            self.skip();
            match self.peek() {
                Some(')') if children.is_empty() => {
                    return Err(self.error(
                        "these parentheses are empty: write the children, or a number for a leaf",
                    ));
                }
                Some(')') => {
                    self.at += 1;
                    return Ok(children);
                }
                None => {
                    let what =
                        "this ( has no ): add one where the list of children ends".to_owned();
                    return Err(TreeError { place: begin + 1, what });
                }
                Some(_) if children.len() >= CHILDREN => {
                    return Err(self
                        .error(format!("this node has more than {CHILDREN} children: omit some")));
                }
                Some(_) => children.push(self.node(depth + 1)?),
            }
        }
    }
}
