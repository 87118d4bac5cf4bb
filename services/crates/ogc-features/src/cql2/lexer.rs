//! Words, literals and signs of a CQL2 text.

use super::FilterError;

#[derive(Debug, Clone, PartialEq)]
pub enum Token {
    /// A keyword, a function or a name.
    Word(String),
    /// A name in double quotes: never a keyword.
    Name(String),
    Text(String),
    Number(f64),
    Sign(&'static str),
}

/// A token and its position, characters from 1.
pub type Placed = (usize, Token);

/// The longer signs first.
const SIGNS: [&str; 9] = ["<>", "<=", ">=", "(", ")", ",", "=", "<", ">"];

pub fn tokens(text: &str) -> Result<Vec<Placed>, FilterError> {
    let mut tokens = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let position = text[..text.len() - rest.len()].chars().count() + 1;
        let (token, after) = match first {
            '\'' => {
                let (content, after) = text_literal(rest, position)?;
                (Token::Text(content), after)
            }
            '"' => {
                let (content, after) = quoted_name(rest, position)?;
                (Token::Name(content), after)
            }
            '0'..='9' | '.' | '-' | '+' => number(rest, position)?,
            _ if starts_word(first) => {
                let end = rest.find(|c| !continues_word(c)).unwrap_or(rest.len());
                let (word, after) = rest.split_at(end);
                (Token::Word(word.to_owned()), after)
            }
            _ => {
                let sign = SIGNS.into_iter().find(|sign| rest.starts_with(sign));
                let sign = sign.ok_or_else(|| {
                    FilterError::at(position, "The filter contains an unexpected character")
                })?;
                (Token::Sign(sign), &rest[sign.len()..])
            }
        };
        tokens.push((position, token));
        rest = after.trim_start();
    }
    Ok(tokens)
}

fn starts_word(c: char) -> bool {
    c.is_alphabetic() || c == '_' || c == ':'
}

fn continues_word(c: char) -> bool {
    starts_word(c) || c.is_numeric() || c == '.'
}

/// `'it''s'` or `'it\'s'`. Other backslashes stay: they escape wildcards of LIKE.
fn text_literal(text: &str, position: usize) -> Result<(String, &str), FilterError> {
    let mut content = String::new();
    let mut rest = &text[1..];
    loop {
        if let Some(after) = rest.strip_prefix("''").or(rest.strip_prefix("\\'")) {
            content.push('\'');
            rest = after;
        } else if let Some(after) = rest.strip_prefix('\'') {
            return Ok((content, after));
        } else {
            let mut characters = rest.chars();
            match characters.next() {
                None => {
                    return Err(FilterError::at(position, "A text has no closing quote"));
                }
                // PostgreSQL's texts cannot contain it.
                Some('\0') => {
                    return Err(FilterError::at(position, "A text contains a NUL character"));
                }
                Some(next) => content.push(next),
            }
            rest = characters.as_str();
        }
    }
}

fn quoted_name(text: &str, position: usize) -> Result<(String, &str), FilterError> {
    let (name, after) = text[1..]
        .split_once('"')
        .ok_or_else(|| FilterError::at(position, "A name has no closing quote"))?;
    Ok((name.to_owned(), after))
}

fn number(text: &str, position: usize) -> Result<(Token, &str), FilterError> {
    let digits = |from: usize| {
        let rest = &text[from..];
        from + rest
            .find(|c: char| !c.is_ascii_digit())
            .unwrap_or(rest.len())
    };
    let start = usize::from(text.starts_with(['-', '+']));
    let mut end = digits(start);
    if text[end..].starts_with('.') {
        end = digits(end + 1);
    }
    if text[end..].starts_with(['e', 'E']) {
        let sign = usize::from(text[end + 1..].starts_with(['-', '+']));
        let exponent = digits(end + 1 + sign);
        if exponent > end + 1 + sign {
            end = exponent;
        }
    }
    let number: Option<f64> = text[..end].parse().ok();
    match number.filter(|number| number.is_finite()) {
        Some(number) => Ok((Token::Number(number), &text[end..])),
        None => Err(FilterError::at(position, "A number cannot be read")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Vec<Token> {
        let tokens = tokens(text).unwrap();
        tokens.into_iter().map(|(_, token)| token).collect()
    }

    #[test]
    fn literals_and_names_are_told_apart() {
        assert_eq!(
            of(r"owner<>'O''Hara \'n\' \_'"),
            [
                Token::Word("owner".into()),
                Token::Sign("<>"),
                Token::Text(r"O'Hara 'n' \_".into())
            ]
        );
        assert_eq!(
            of(r#""owner" >= -1.5E-3"#),
            [
                Token::Name("owner".into()),
                Token::Sign(">="),
                Token::Number(-0.0015)
            ]
        );
        assert_eq!(of("1e"), [Token::Number(1.0), Token::Word("e".into())]);
        assert_eq!(of(".5"), [Token::Number(0.5)]);
    }

    #[test]
    fn what_is_no_token_is_named_by_its_position() {
        for (text, position) in [
            ("ä = 'x", 5),
            ("a = \"x", 5),
            ("a ; b", 3),
            ("a = 1e999", 5),
            ("a = -", 5),
            ("a = '\0'", 5),
        ] {
            let error = tokens(text).unwrap_err();
            let place = format!("(character {position}).");
            assert!(error.sentence.ends_with(&place), "{text}: {error}");
        }
    }
}
