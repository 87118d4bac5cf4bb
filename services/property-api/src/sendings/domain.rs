//! Whether a sending can still be undone. No I/O.

use chrono::{DateTime, Utc};

/// Where a sending stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stand {
    /// All of it can be taken back.
    Held,
    /// It was taken back before.
    Undone,
    /// Something left, or may be leaving.
    Left,
}

/// By the states of its recipients and the end of its hold. The hold ends by the clock: workers that
/// are late make no difference.
pub fn stand<'a>(
    states: impl IntoIterator<Item = &'a str>,
    held_until: DateTime<Utc>,
    now: DateTime<Utc>,
) -> Stand {
    let mut waits = false;
    for state in states {
        match state {
            "queued" => waits = true,
            // Nothing was to be sent to them.
            "suppressed" => {}
            "undone" => return Stand::Undone,
            _ => return Stand::Left,
        }
    }
    if waits && now < held_until {
        Stand::Held
    } else {
        Stand::Left
    }
}

#[cfg(test)]
mod tests {
    use chrono::TimeDelta;
    use proptest::prelude::*;

    use super::*;

    const STATES: [&str; 8] = [
        "queued",
        "sending",
        "sent",
        "failed",
        "given_up",
        "unclear",
        "suppressed",
        "undone",
    ];

    #[test]
    fn only_what_waits_is_taken_back() {
        let (now, second) = (Utc::now(), TimeDelta::seconds(1));
        let within = |states: &[&str]| stand(states.iter().copied(), now + second, now);
        assert_eq!(within(&["queued", "suppressed"]), Stand::Held);
        assert_eq!(within(&["undone", "suppressed"]), Stand::Undone);
        assert_eq!(within(&["suppressed"]), Stand::Left);
        for left in ["sending", "sent", "failed", "given_up", "unclear"] {
            assert_eq!(within(&["queued", left]), Stand::Left, "{left}");
        }
        assert_eq!(stand(["queued"], now, now), Stand::Left);
        assert_eq!(stand(["undone"], now - second, now), Stand::Undone);
    }

    proptest! {
        #[test]
        fn nothing_is_taken_back_once_anything_left_or_the_hold_is_over(
            places in proptest::collection::vec(0..STATES.len(), 0..8),
            seconds in -3..3_i64,
        ) {
            let states: Vec<&str> = places.into_iter().map(|place| STATES[place]).collect();
            let now = Utc::now();
            let found = stand(states.iter().copied(), now + TimeDelta::seconds(seconds), now);
            if found == Stand::Held {
                prop_assert!(seconds > 0);
                prop_assert!(states.contains(&"queued"));
                prop_assert!(states.iter().all(|state| ["queued", "suppressed"].contains(state)));
            }
        }
    }
}
