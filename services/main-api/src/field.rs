//! Request fields to domain types.
//!
//! Shared steps of every write: trim, treat blank as absent, reject what PostgreSQL or a screen
//! cannot hold, and report every wrong field in one response.

use bigdecimal::{BigDecimal, Signed as _, ToPrimitive as _};
use http_kit::ApiError;
use serde::{Deserialize, Deserializer, Serializer};

/// Collects errors per field.
#[derive(Debug, Default)]
pub struct Fields {
    errors: Vec<(&'static str, String)>,
}

impl Fields {
    pub fn refuse(&mut self, field: &'static str, sentence: impl Into<String>) {
        self.errors.push((field, sentence.into()));
    }

    /// Trimmed text of at most `max` characters; `None` when blank.
    pub fn optional(
        &mut self,
        field: &'static str,
        value: Option<String>,
        max: usize,
    ) -> Option<String> {
        let value = value?;
        let text = value.trim();
        if text.is_empty() {
            return None;
        }
        if text.chars().count() > max {
            self.refuse(field, format!("Use at most {max} characters."));
            return None;
        }
        if text
            .chars()
            .any(|c| c.is_control() && !matches!(c, '\n' | '\r' | '\t'))
        {
            self.refuse(field, "Control characters are not allowed.");
            return None;
        }
        Some(text.to_owned())
    }

    /// Like [`Self::optional`], but blank is rejected with `sentence`.
    pub fn required(
        &mut self,
        field: &'static str,
        value: Option<String>,
        max: usize,
        sentence: &str,
    ) -> String {
        let before = self.errors.len();
        let text = self.optional(field, value, max);
        if text.is_none() && self.errors.len() == before {
            self.refuse(field, sentence);
        }
        text.unwrap_or_default()
    }

    /// A non-negative amount of at most thirteen digits and two decimals.
    pub fn amount(&mut self, field: &'static str, value: Option<BigDecimal>) -> Option<BigDecimal> {
        let value = value?.with_scale_round(2, bigdecimal::RoundingMode::HalfUp);
        if value.is_negative() {
            self.refuse(field, "Use zero or a positive number.");
            return None;
        }
        if value
            .to_i64()
            .is_none_or(|whole| whole >= 1_000_000_000_000)
        {
            self.refuse(field, "This number is too large.");
            return None;
        }
        Some(value)
    }

    /// Ends the check. The problem's detail is `sentence`, or the first field's own message.
    pub fn finish(self, sentence: Option<&str>) -> Result<(), ApiError> {
        let Some((_, first)) = self.errors.first() else {
            return Ok(());
        };
        let mut error = ApiError::validation().sentence(sentence.unwrap_or(first).to_owned());
        for (field, text) in &self.errors {
            error = error.field(*field, text.clone());
        }
        Err(error)
    }
}

/// `null` counts as absent: forms send it for an empty input.
pub fn null_as_default<'de, D: Deserializer<'de>, T: Default + Deserialize<'de>>(
    from: D,
) -> Result<T, D::Error> {
    Ok(Option::<T>::deserialize(from)?.unwrap_or_default())
}

/// A number, its digits as text (forms), `null` or `""`.
#[derive(Deserialize)]
#[serde(untagged)]
enum NumberOrText {
    Whole(i64),
    Real(f64),
    Text(String),
}

/// Reads an optional decimal from a number or text; thousands separators are dropped.
pub fn decimal<'de, D: Deserializer<'de>>(from: D) -> Result<Option<BigDecimal>, D::Error> {
    let wrong = || serde::de::Error::custom("expected a number");
    let number = Option::<NumberOrText>::deserialize(from).map_err(|_not_a_number| wrong())?;
    match number {
        None => Ok(None),
        Some(NumberOrText::Whole(whole)) => Ok(Some(whole.into())),
        Some(NumberOrText::Real(real)) => real
            .to_string()
            .parse()
            .map(Some)
            .map_err(|_not_finite| wrong()),
        Some(NumberOrText::Text(text)) => {
            let digits = text.trim().replace(',', "");
            if digits.is_empty() {
                return Ok(None);
            }
            if digits.len() > 40 || digits.contains(['e', 'E']) {
                return Err(wrong());
            }
            digits.parse().map(Some).map_err(|_not_digits| wrong())
        }
    }
}

/// Reads an optional whole-number id from a number or text.
pub fn id<'de, D: Deserializer<'de>, I: From<i64>>(from: D) -> Result<Option<I>, D::Error> {
    let wrong = || serde::de::Error::custom("expected a whole number");
    match Option::<NumberOrText>::deserialize(from).map_err(|_not_a_number| wrong())? {
        None => Ok(None),
        Some(NumberOrText::Whole(whole)) => Ok(Some(whole.into())),
        Some(NumberOrText::Text(text)) if text.trim().is_empty() => Ok(None),
        Some(NumberOrText::Text(text)) => match text.trim().parse::<i64>() {
            Ok(whole) => Ok(Some(whole.into())),
            Err(_not_digits) => Err(wrong()),
        },
        Some(NumberOrText::Real(_)) => Err(wrong()),
    }
}

/// Distinguishes a field that was sent, even as null, from one that is absent (serde's default).
#[expect(
    clippy::option_option,
    reason = "left out, null and a value are three things in a partial update"
)]
pub fn given<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    from: D,
) -> Result<Option<Option<T>>, D::Error> {
    Option::<T>::deserialize(from).map(Some)
}

/// Like [`given`], read by [`decimal`].
#[expect(
    clippy::option_option,
    reason = "left out, null and a value are three things in a partial update"
)]
pub fn given_decimal<'de, D: Deserializer<'de>>(
    from: D,
) -> Result<Option<Option<BigDecimal>>, D::Error> {
    decimal(from).map(Some)
}

/// Like [`given`], read by [`id`].
#[expect(
    clippy::option_option,
    reason = "left out, null and a value are three things in a partial update"
)]
pub fn given_id<'de, D: Deserializer<'de>, I: From<i64>>(
    from: D,
) -> Result<Option<Option<I>>, D::Error> {
    id(from).map(Some)
}

/// Writes an optional decimal as a JSON number.
#[expect(clippy::ref_option, reason = "the signature that serde calls")]
pub fn as_number<S: Serializer>(value: &Option<BigDecimal>, to: S) -> Result<S::Ok, S::Error> {
    match value {
        None => to.serialize_none(),
        Some(value) => match value.to_i64().filter(|_| value.is_integer()) {
            Some(whole) => to.serialize_i64(whole),
            None => to.serialize_f64(value.to_f64().unwrap_or_default()),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain::MarketId;

    #[derive(Deserialize)]
    struct Form {
        #[serde(default, deserialize_with = "decimal")]
        size: Option<BigDecimal>,
        #[serde(default, deserialize_with = "id")]
        market: Option<MarketId>,
    }

    fn form(json: &str) -> Result<Form, serde_json::Error> {
        serde_json::from_str(json)
    }

    #[test]
    fn numbers_come_as_numbers_text_or_nothing() {
        let read = form(r#"{"size": "12,500.5", "market": "26420"}"#).unwrap();
        assert_eq!(read.size, Some("12500.5".parse().unwrap()));
        assert_eq!(read.market, Some(MarketId(26420)));
        let read = form(r#"{"size": null, "market": ""}"#).unwrap();
        assert_eq!((read.size, read.market), (None, None));
        let read = form(r#"{"size": 2.5, "market": 7}"#).unwrap();
        assert_eq!(read.size, Some("2.5".parse().unwrap()));
        assert!(form(r#"{"size": "many"}"#).is_err());
        assert!(form(r#"{"size": "1e400"}"#).is_err());
        assert!(form(r#"{"market": 1.5}"#).is_err());
        assert!(form(r#"{"market": true}"#).is_err());
    }

    #[test]
    fn blank_is_absent_and_nul_is_refused() {
        let mut fields = Fields::default();
        assert_eq!(fields.optional("a", Some("  ".into()), 5), None);
        assert_eq!(
            fields.optional("a", Some(" x ".into()), 5),
            Some("x".into())
        );
        assert!(fields.errors.is_empty());
        assert_eq!(fields.optional("b", Some("x\0y".into()), 5), None);
        assert_eq!(fields.optional("c", Some("123456".into()), 5), None);
        assert_eq!(fields.required("d", None, 5, "Say it."), "");
        let named: Vec<_> = fields.errors.iter().map(|(field, _)| *field).collect();
        assert_eq!(named, ["b", "c", "d"]);
    }

    #[test]
    fn amounts_are_bounded() {
        let mut fields = Fields::default();
        assert_eq!(
            fields.amount("a", Some("1.005".parse().unwrap())),
            Some("1.01".parse().unwrap())
        );
        assert_eq!(fields.amount("b", Some((-1).into())), None);
        assert_eq!(
            fields.amount("c", Some("1000000000000".parse().unwrap())),
            None
        );
        assert_eq!(fields.errors.len(), 2);
    }
}
