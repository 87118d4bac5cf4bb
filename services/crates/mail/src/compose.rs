//! Builds the bytes of a message from a [`Mail`]. No I/O.

use lettre::Message;
use lettre::message::header::{ContentTransferEncoding, ContentType, HeaderName, HeaderValue};
use lettre::message::{Attachment, Body, Mailbox, MultiPart, SinglePart};

use crate::{Mail, MailError};

/// Longest unencoded line (RFC 5322).
const MAX_LINE_CHARS: usize = 998;

/// Parses an address, with or without a name; `what` names it in the error.
pub(crate) fn mailbox(what: &str, text: &str) -> Result<Mailbox, MailError> {
    text.parse()
        .map_err(|error| MailError::Compose(format!("{what}: {error}")))
}

/// The message with all headers.
pub(crate) fn message(from: &Mailbox, mail: &Mail) -> Result<Message, MailError> {
    // Prevents header injection by line breaks in a name.
    let name = mail
        .from_name
        .as_deref()
        .map(|name| name.replace(char::is_control, " "));
    let name = name.filter(|name| !name.trim().is_empty());
    let from = Mailbox::new(name.or_else(|| from.name.clone()), from.email.clone());
    let mut builder = Message::builder()
        .from(from)
        .subject(&mail.subject)
        .message_id(Some(format!("<{}@sitewright>", mail.id)));
    for to in &mail.to {
        builder = builder.to(mailbox("recipient", to)?);
    }
    for cc in &mail.cc {
        builder = builder.cc(mailbox("copy", cc)?);
    }
    if let Some(reply_to) = &mail.reply_to {
        builder = builder.reply_to(mailbox("answers", reply_to)?);
    }
    if let Some(url) = &mail.unsubscribe_url {
        builder = builder
            .raw_header(header("List-Unsubscribe", format!("<{url}>")))
            .raw_header(header(
                "List-Unsubscribe-Post",
                "List-Unsubscribe=One-Click".to_owned(),
            ));
    }
    let built = if mail.files.is_empty() {
        match &mail.html {
            None => builder
                .header(ContentType::TEXT_PLAIN)
                .body(body(&mail.text)),
            Some(html) => builder.multipart(alternative(&mail.text, html)),
        }
    } else {
        let parts = MultiPart::mixed();
        let mut parts = match &mail.html {
            None => parts.singlepart(part(ContentType::TEXT_PLAIN, &mail.text)),
            Some(html) => parts.multipart(alternative(&mail.text, html)),
        };
        for file in &mail.files {
            let kind = ContentType::parse(&file.content_type)
                .or_else(|_not_a_type| ContentType::parse("application/octet-stream"))
                .map_err(|error| MailError::Compose(error.to_string()))?;
            // Always encoded, because line ends of text would be changed in transit.
            let bytes =
                Body::new_with_encoding(file.bytes.clone(), ContentTransferEncoding::Base64)
                    .map_err(|_not_encodable| MailError::Compose("a file".to_owned()))?;
            parts = parts.singlepart(Attachment::new(file.name.clone()).body(bytes, kind));
        }
        builder.multipart(parts)
    };
    built.map_err(|error| MailError::Compose(error.to_string()))
}

/// The same in plain text and in HTML; readers show the last one that they can.
fn alternative(text: &str, html: &str) -> MultiPart {
    MultiPart::alternative()
        .singlepart(part(ContentType::TEXT_PLAIN, text))
        .singlepart(part(ContentType::TEXT_HTML, html))
}

fn part(content_type: ContentType, text: &str) -> SinglePart {
    SinglePart::builder().header(content_type).body(body(text))
}

/// A header that must not be folded or encoded: its value is our own ASCII text.
fn header(name: &'static str, value: String) -> HeaderValue {
    HeaderValue::dangerous_new_pre_encoded(
        HeaderName::new_from_ascii_str(name),
        value.clone(),
        value,
    )
}

/// The text unencoded where possible, because an encoded link cannot be copied out of an `.eml`
/// file. (The library encodes every line over 76 characters.)
fn body(text: &str) -> Body {
    let plain = text.is_ascii()
        && !text.contains(['\0', '\r'])
        && text.lines().all(|line| line.len() <= MAX_LINE_CHARS);
    if plain {
        Body::dangerous_pre_encoded(
            text.replace('\n', "\r\n").into_bytes(),
            ContentTransferEncoding::SevenBit,
        )
    } else {
        Body::new(text.to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::File;

    fn formatted(mail: &Mail) -> String {
        let from = mailbox("MAIL_FROM", "Sitewright <no-reply@sitewright.test>").unwrap();
        String::from_utf8(message(&from, mail).unwrap().formatted()).unwrap()
    }

    fn letter() -> Mail {
        Mail {
            to: vec!["owner@bayou.example".to_owned()],
            subject: "LOI".to_owned(),
            text: "one\ntwo".to_owned(),
            ..Mail::default()
        }
    }

    #[test]
    fn plain_text_stays_as_it_is_and_other_text_is_encoded() {
        assert!(formatted(&letter()).ends_with("\r\n\r\none\r\ntwo"));
        let mail = Mail {
            text: "Grüße".to_owned(),
            ..letter()
        };
        assert!(!formatted(&mail).contains("Grüße") && formatted(&mail).is_ascii());
    }

    #[test]
    fn html_comes_after_the_plain_text() {
        let mail = Mail {
            html: Some("<p>one</p>".to_owned()),
            ..letter()
        };
        let text = formatted(&mail);
        assert!(
            text.contains("Content-Type: multipart/alternative"),
            "{text}"
        );
        let (plain, html) = (text.find("\r\none\r\ntwo"), text.find("<p>one</p>"));
        assert!(plain.is_some() && plain < html, "{text}");
    }

    fn from_line(name: &str) -> String {
        let mail = Mail {
            from_name: Some(name.to_owned()),
            ..letter()
        };
        let text = formatted(&mail);
        let head = text.split("\r\n\r\n").next().unwrap();
        assert!(head.is_ascii() && !head.contains("\r\nBcc"), "{head}");
        let unfolded = head.replace("\r\n ", " ");
        let line = unfolded
            .lines()
            .find(|line| line.starts_with("From: "))
            .unwrap();
        line.to_owned()
    }

    #[test]
    fn a_person_of_a_firm_is_the_sender_at_our_address() {
        // Base64 of the name, because a comma would separate two senders.
        assert_eq!(
            from_line("Ana Lyst, Meridian Land Partners"),
            "From: =?utf-8?b?QW5hIEx5c3QsIE1lcmlkaWFuIExhbmQgUGFydG5lcnM=?= <no-reply@sitewright.test>"
        );
        assert_eq!(
            from_line("Ana Lyst"),
            "From: \"Ana Lyst\" <no-reply@sitewright.test>"
        );
        for name in [
            "Ana \"Ace\" Lyst <ceo@bank.example>",
            "Jürgen Größe, Müller & Söhne",
        ] {
            let line = from_line(name);
            assert!(
                line.starts_with("From: =?utf-8?b?") || line.starts_with("From: \""),
                "{line}"
            );
            assert!(line.ends_with(" <no-reply@sitewright.test>"), "{line}");
        }
        from_line("Ana\r\nBcc: c@d.example");
        assert_eq!(from_line(""), "From: Sitewright <no-reply@sitewright.test>");
    }

    #[test]
    fn bytes_of_a_file_are_encoded_whatever_they_are() {
        let mail = Mail {
            files: vec![File {
                name: "Exposé.pdf".to_owned(),
                content_type: "not a type".to_owned(),
                bytes: b"line\nline".to_vec(),
            }],
            ..letter()
        };
        let text = formatted(&mail);
        assert!(
            text.contains("bGluZQpsaW5l") && text.contains("application/octet-stream"),
            "{text}"
        );
        assert!(text.is_ascii(), "{text}");
    }

    #[test]
    fn the_way_out_is_one_line_of_the_head() {
        let url = format!(
            "https://sitewright.test/property_api/unsubscribe?token={}",
            "x".repeat(86)
        );
        let mail = Mail {
            unsubscribe_url: Some(url.clone()),
            ..letter()
        };
        assert!(formatted(&mail).contains(&format!("\r\nList-Unsubscribe: <{url}>\r\n")));
    }

    #[test]
    fn what_is_no_address_is_refused() {
        let mail = Mail {
            to: vec!["a@b.example\r\nBcc: c@d.example".to_owned()],
            ..letter()
        };
        let from = mailbox("MAIL_FROM", "no-reply@sitewright.test").unwrap();
        assert!(matches!(message(&from, &mail), Err(MailError::Compose(_))));
    }
}
