//! The address of the client behind the proxy, for rate limits.

use std::net::IpAddr;

use actix_web::HttpRequest;

/// The client address. `X-Forwarded-For` is used only if the peer is on loopback or a private
/// network, because any other peer could forge it.
pub fn client_address(request: &HttpRequest) -> String {
    let Some(peer) = request.peer_addr().map(|peer| peer.ip()) else {
        return "unknown".to_owned();
    };
    let forwarded = request
        .headers()
        .get("x-forwarded-for")
        .and_then(|value| value.to_str().ok());
    match forwarded
        .and_then(|list| list.rsplit(',').next())
        .and_then(|last| last.trim().parse::<IpAddr>().ok())
    {
        Some(client) if is_neighbour(peer) => client.to_string(),
        _ => peer.to_string(),
    }
}

fn is_neighbour(peer: IpAddr) -> bool {
    match peer {
        IpAddr::V4(v4) => v4.is_loopback() || v4.is_private(),
        IpAddr::V6(v6) => v6.is_loopback() || v6.is_unique_local(),
    }
}

#[cfg(test)]
mod tests {
    use actix_web::test::TestRequest;

    use super::*;

    #[test]
    fn only_a_neighbour_may_speak_for_a_client() {
        let from = |peer: &str| {
            let request = TestRequest::get()
                .peer_addr(peer.parse().unwrap())
                .insert_header(("x-forwarded-for", "203.0.113.9"))
                .to_http_request();
            client_address(&request)
        };
        assert_eq!(from("127.0.0.1:5000"), "203.0.113.9");
        assert_eq!(from("198.51.100.7:5000"), "198.51.100.7");
    }
}
