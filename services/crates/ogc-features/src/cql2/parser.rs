//! Reads CQL2 text by recursive descent.

use super::FilterError;
use super::expression::{Comparison, Expression, Scalar};
use super::lexer::{Placed, Token, tokens};
use super::values;

/// Longest text, characters: what fits into an address.
pub const MAX_LENGTH: usize = 8_000;
/// Deepest nesting of parentheses and NOT.
const MAX_DEPTH: usize = 32;
/// Most values and names.
const MAX_SCALARS: usize = 500;
/// Most vertices of all geometries.
const MAX_VERTICES: usize = 2_000;

/// The expression of a text.
pub fn parse(text: &str) -> Result<Expression, FilterError> {
    if text.chars().count() > MAX_LENGTH {
        return Err(FilterError::new(format!(
            "The filter is longer than {MAX_LENGTH} characters."
        )));
    }
    let mut parser = Parser {
        tokens: tokens(text)?,
        next: 0,
        depth: 0,
        scalars: 0,
        vertices: 0,
    };
    let expression = parser.or()?;
    match parser.tokens.get(parser.next) {
        None => Ok(expression),
        Some(_) => Err(parser.unexpected("the end, AND or OR")),
    }
}

/// Whether a text is a filter, of whatever collection.
pub fn check_syntax(text: &str) -> Result<(), FilterError> {
    parse(text).map(drop)
}

pub(super) struct Parser {
    tokens: Vec<Placed>,
    next: usize,
    depth: usize,
    scalars: usize,
    vertices: usize,
}

type Parsed<T> = Result<T, FilterError>;

impl Parser {
    fn or(&mut self) -> Parsed<Expression> {
        let mut terms = vec![self.and()?];
        while self.accept_word("OR") {
            terms.push(self.and()?);
        }
        Ok(single(terms, Expression::Or))
    }

    fn and(&mut self) -> Parsed<Expression> {
        let mut factors = vec![self.factor()?];
        while self.accept_word("AND") {
            factors.push(self.factor()?);
        }
        Ok(single(factors, Expression::And))
    }

    fn factor(&mut self) -> Parsed<Expression> {
        if self.accept_word("NOT") {
            return self.nested(|parser| Ok(negated(parser.factor()?)));
        }
        if self.accept("(") {
            return self.nested(|parser| {
                let inner = parser.or()?;
                parser.expect(")")?;
                Ok(inner)
            });
        }
        if self.accept_function("S_INTERSECTS") {
            return self.intersects();
        }
        if self.accept_function("S_DWITHIN") {
            return self.within();
        }
        self.predicate()
    }

    pub(super) fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(FilterError::new(format!(
                "The filter is nested deeper than {MAX_DEPTH} levels."
            )));
        }
        let result = read(self);
        self.depth -= 1;
        result
    }

    fn predicate(&mut self) -> Parsed<Expression> {
        let left = self.scalar()?;
        if let Some(comparison) = self.accept_comparison() {
            return Ok(Expression::Compare(left, comparison, self.scalar()?));
        }
        if self.accept_word("IS") {
            let not = self.accept_word("NOT");
            if !self.accept_word("NULL") {
                return Err(self.unexpected("NULL"));
            }
            let Scalar::Property(name) = left else {
                return Err(FilterError::new(
                    "Only a property can be compared with NULL.",
                ));
            };
            return Ok(negated_if(not, Expression::IsNull(name)));
        }
        let not = self.accept_word("NOT");
        let found = if self.accept_word("LIKE") {
            Expression::Like(left, self.scalar()?)
        } else if self.accept_word("BETWEEN") {
            let low = self.scalar()?;
            if !self.accept_word("AND") {
                return Err(self.unexpected("AND"));
            }
            Expression::Between(left, low, self.scalar()?)
        } else if self.accept_word("IN") {
            self.expect("(")?;
            let mut listed = vec![self.scalar()?];
            while self.accept(",") {
                listed.push(self.scalar()?);
            }
            self.expect(")")?;
            Expression::In(left, listed)
        } else if let (false, Scalar::Boolean(value)) = (not, &left) {
            Expression::Boolean(*value)
        } else {
            return Err(self.unexpected("a comparison"));
        };
        Ok(negated_if(not, found))
    }

    fn scalar(&mut self) -> Parsed<Scalar> {
        self.scalars += 1;
        if self.scalars > MAX_SCALARS {
            return Err(FilterError::new(format!(
                "The filter has more than {MAX_SCALARS} names and values."
            )));
        }
        if self.accept_function("CASEI") {
            return self.nested(|parser| {
                let inner = parser.scalar()?;
                parser.expect(")")?;
                Ok(Scalar::Casei(Box::new(inner)))
            });
        }
        if self.accept_function("DATE") {
            let date = self.instant("DATE('2026-01-31')", values::date)?;
            return Ok(Scalar::Date(date));
        }
        if self.accept_function("TIMESTAMP") {
            let example = "TIMESTAMP('2026-01-31T12:00:00Z')";
            return Ok(Scalar::Timestamp(self.instant(example, values::timestamp)?));
        }
        if self.accept_word("TRUE") {
            return Ok(Scalar::Boolean(true));
        }
        if self.accept_word("FALSE") {
            return Ok(Scalar::Boolean(false));
        }
        let scalar = match self.peek() {
            Some(Token::Word(word)) if self.is_sign_at(self.next + 1, "(") => {
                let what = format!("There is no function {word} here");
                return Err(FilterError::at(self.position(), what));
            }
            Some(Token::Word(name) | Token::Name(name)) => Scalar::Property(name.clone()),
            Some(Token::Text(text)) => Scalar::Text(text.clone()),
            Some(Token::Number(number)) => Scalar::Number(*number),
            _ => return Err(self.unexpected("a property or a value")),
        };
        self.next += 1;
        Ok(scalar)
    }

    /// The text and the closing parenthesis of a DATE or TIMESTAMP.
    fn instant<T>(&mut self, example: &str, read: impl FnOnce(&str) -> Option<T>) -> Parsed<T> {
        let found = match self.peek() {
            Some(Token::Text(text)) => read(text),
            _ => None,
        };
        let Some(found) = found else {
            return Err(self.unexpected(example));
        };
        self.next += 1;
        self.expect(")")?;
        Ok(found)
    }

    fn accept_comparison(&mut self) -> Option<Comparison> {
        [
            Comparison::Equal,
            Comparison::NotEqual,
            Comparison::LessOrEqual,
            Comparison::GreaterOrEqual,
            Comparison::Less,
            Comparison::Greater,
        ]
        .into_iter()
        .find(|comparison| self.accept(comparison.sign()))
    }

    pub(super) fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.next).map(|(_, token)| token)
    }

    pub(super) fn skip(&mut self) {
        self.next += 1;
    }

    fn is_sign_at(&self, index: usize, sign: &str) -> bool {
        matches!(self.tokens.get(index), Some((_, Token::Sign(found))) if *found == sign)
    }

    pub(super) fn accept(&mut self, sign: &str) -> bool {
        let accepted = self.is_sign_at(self.next, sign);
        self.next += usize::from(accepted);
        accepted
    }

    pub(super) fn expect(&mut self, sign: &str) -> Parsed<()> {
        if self.accept(sign) {
            Ok(())
        } else {
            Err(self.unexpected(&format!("'{sign}'")))
        }
    }

    /// A keyword, in any case.
    pub(super) fn accept_word(&mut self, keyword: &str) -> bool {
        let accepted =
            matches!(self.peek(), Some(Token::Word(word)) if word.eq_ignore_ascii_case(keyword));
        self.next += usize::from(accepted);
        accepted
    }

    /// A keyword and an opening parenthesis.
    fn accept_function(&mut self, keyword: &str) -> bool {
        let accepted = self.is_sign_at(self.next + 1, "(") && self.accept_word(keyword);
        self.next += usize::from(accepted);
        accepted
    }

    pub(super) fn add_vertex(&mut self) -> Parsed<()> {
        self.vertices += 1;
        if self.vertices > MAX_VERTICES {
            return Err(FilterError::new(format!(
                "The filter's geometries have more than {MAX_VERTICES} vertices."
            )));
        }
        Ok(())
    }

    /// Position of the next token, or the last position.
    pub(super) fn position(&self) -> usize {
        let placed = self.tokens.get(self.next).or(self.tokens.last());
        placed.map_or(1, |(position, _)| *position)
    }

    pub(super) fn unexpected(&self, expected: &str) -> FilterError {
        match self.peek() {
            Some(_) => FilterError::at(self.position(), format!("{expected} is expected")),
            None => FilterError::new(format!("The filter ends where {expected} is expected.")),
        }
    }
}

fn single(
    mut all: Vec<Expression>,
    several: impl FnOnce(Vec<Expression>) -> Expression,
) -> Expression {
    match (all.len(), all.pop()) {
        (1, Some(only)) => only,
        (_, last) => {
            all.extend(last);
            several(all)
        }
    }
}

fn negated(expression: Expression) -> Expression {
    Expression::Not(Box::new(expression))
}

fn negated_if(not: bool, expression: Expression) -> Expression {
    if not { negated(expression) } else { expression }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn and_binds_more_strongly_than_or() {
        let parsed = parse("a = 1 OR b = 2 AND NOT c = 3").unwrap();
        let Expression::Or(parts) = parsed else {
            panic!("{parsed:?}");
        };
        assert!(matches!(parts[0], Expression::Compare(..)));
        let Expression::And(parts) = &parts[1] else {
            panic!("{parts:?}");
        };
        assert!(matches!(parts[1], Expression::Not(_)));
    }

    #[test]
    fn long_chains_are_not_deep() {
        let chain = vec!["a = 1"; 200].join(" AND ");
        assert!(parse(&chain).is_ok());
        let nested = format!("{}TRUE{}", "(".repeat(33), ")".repeat(33));
        assert!(parse(&nested).is_err());
        assert!(parse(&format!("{}TRUE", "NOT ".repeat(5000))).is_err());
        assert!(parse(&"CASEI(".repeat(1000)).is_err());
    }

    proptest! {
        #[test]
        fn any_text_is_parsed_or_refused(text in "\\PC{0,200}") {
            let _ = parse(&text);
        }

        #[test]
        fn any_order_of_words_is_parsed_or_refused(
            words in proptest::collection::vec(proptest::sample::select(vec![
                "a", "NOT", "(", ")", "AND", "OR", "=", "'x'", "1", "IN", "LIKE", "BETWEEN", "IS", "NULL", "CASEI",
                "DATE", "S_INTERSECTS", "S_DWITHIN", "POINT", "Z", "BBOX", "POLYGON", ",", "TRUE",
            ]), 0..40)
        ) {
            let _ = parse(&words.join(" "));
        }
    }
}
