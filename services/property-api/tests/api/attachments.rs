//! Files over HTTP: stored atomically, served without script execution.

use std::time::Duration;

use futures::StreamExt as _;
use property_api::attachments::sweep::sweep;
use reqwest::multipart::{Form, Part};
use reqwest::{Method, Response, StatusCode};
use serde_json::{Value, json};
use test_support::{Persona, assert_event_valid};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use uuid::Uuid;

use crate::world::{Parcel, World, ok, problem};

const PDF: &[u8] = b"%PDF-1.7\n0123456789 the rest of the file";

pub fn file(bytes: impl Into<Vec<u8>>, name: &str) -> Part {
    Part::bytes(bytes.into()).file_name(name.to_owned())
}

pub fn form(parcel: &Parcel) -> Form {
    Form::new()
        .text("parcel_number", parcel.number.clone())
        .text("address", "901 Preston St")
        .text("project_id", parcel.project.to_string())
}

pub async fn upload(world: &World, pat: &Persona, form: Form) -> Response {
    world
        .call(pat, Method::POST, "/upload_attachment")
        .multipart(form)
        .send()
        .await
        .unwrap()
}

pub async fn list(world: &World, pat: &Persona, parcel: &Parcel) -> Value {
    world.get(pat, "/list_attachments", &parcel.query()).await
}

pub async fn serve(world: &World, pat: &Persona, path: &str, headers: &[(&str, &str)]) -> Response {
    let call = world
        .call(pat, Method::GET, "/serve_attachment")
        .query(&[("file", path)]);
    headers
        .iter()
        .fold(call, |call, (name, value)| call.header(*name, *value))
        .send()
        .await
        .unwrap()
}

#[tokio::test]
async fn files_are_kept_listed_served_and_deleted() {
    let world = World::start().await;
    let pat = Persona::user();
    let parcel = world.parcel(&pat).await;
    let mut said = world
        .listen(&["attachment.added", "attachment.removed"])
        .await;
    let both = form(&parcel)
        .part("file", file(PDF, "901_Preston_St__LOI.pdf"))
        .part("file", file("a,b\n", "Miete № 7.csv"));
    let uploaded = ok(upload(&world, &pat, both).await).await;
    assert_eq!(uploaded["success"], true);
    let listed = list(&world, &pat, &parcel).await;
    assert_eq!(listed["attachments"], uploaded["attachments"]);
    let paths: Vec<String> = serde_json::from_value(listed["attachments"].clone()).unwrap();
    assert!(
        paths[0].ends_with("/901_Preston_St__LOI.pdf") && paths[1].ends_with("/Miete № 7.csv"),
        "{paths:?}"
    );
    assert_eq!(listed["items"][0]["content_type"], "application/pdf");
    assert_eq!(listed["items"][0]["uploaded_by"], pat.email);
    let added = said.next().await.unwrap();
    assert_event_valid(&added);
    assert_eq!(added.data["path"], paths[0]);

    let whole = serve(&world, &pat, &paths[0], &[]).await;
    assert_eq!(whole.headers()["content-type"], "application/pdf");
    assert_eq!(whole.headers()["x-content-type-options"], "nosniff");
    assert_eq!(
        whole.headers()["content-disposition"],
        "inline; filename=\"901_Preston_St__LOI.pdf\""
    );
    assert_eq!(whole.headers()["content-length"], PDF.len().to_string());
    let etag = whole.headers()["etag"].to_str().unwrap().to_owned();
    assert_eq!(whole.bytes().await.unwrap(), PDF);
    let csv = serve(&world, &pat, &paths[1], &[]).await;
    let disposition = csv.headers()["content-disposition"].to_str().unwrap();
    assert!(
        disposition.contains("filename*=UTF-8''Miete%20%E2%84%96%207.csv"),
        "{disposition}"
    );

    let piece = serve(
        &world,
        &pat,
        &paths[0],
        &[("range", "bytes=9-18"), ("accept-encoding", "gzip")],
    )
    .await;
    assert_eq!(piece.status(), StatusCode::PARTIAL_CONTENT);
    assert_eq!(
        piece.headers()["content-range"],
        format!("bytes 9-18/{}", PDF.len())
    );
    assert_eq!(piece.bytes().await.unwrap(), &PDF[9..19]);
    let beyond = serve(&world, &pat, &paths[0], &[("range", "bytes=9999-")]).await;
    assert_eq!(
        beyond.headers()["content-range"],
        format!("bytes */{}", PDF.len())
    );
    assert_eq!(problem(beyond).await.0, StatusCode::RANGE_NOT_SATISFIABLE);
    let same = serve(&world, &pat, &paths[0], &[("if-none-match", &etag)]).await;
    assert_eq!(same.status(), StatusCode::NOT_MODIFIED);
    let other = serve(
        &world,
        &pat,
        &paths[0],
        &[("range", "bytes=0-1"), ("if-range", "\"other\"")],
    )
    .await;
    assert_eq!(other.status(), StatusCode::OK);
    let head = world
        .call(&pat, Method::HEAD, "/serve_attachment")
        .query(&[("file", &paths[0])])
        .send()
        .await
        .unwrap();
    assert_eq!(head.status(), StatusCode::OK);
    assert_eq!(head.headers()["content-length"], PDF.len().to_string());
    assert_eq!(head.headers()["etag"], etag);

    let deletion = |path: &str| {
        let form = Form::new()
            .text("parcel_number", parcel.number.clone())
            .text("project_id", parcel.project.to_string())
            .text("filepath", path.to_owned());
        world
            .call(&pat, Method::POST, "/delete_attachment")
            .multipart(form)
            .send()
    };
    assert_eq!(
        ok(deletion(&paths[0]).await.unwrap()).await,
        json!({"success": true})
    );
    assert_eq!(
        problem(deletion(&paths[0]).await.unwrap()).await.0,
        StatusCode::NOT_FOUND
    );
    assert_eq!(
        list(&world, &pat, &parcel).await["attachments"],
        json!([paths[1]])
    );
    assert_eq!(
        serve(&world, &pat, &paths[0], &[]).await.status(),
        StatusCode::NOT_FOUND
    );
    said.next().await.unwrap();
    let removed = said.next().await.unwrap();
    assert_event_valid(&removed);
    assert_eq!(
        (removed.r#type.as_str(), &removed.data["path"]),
        ("attachment.removed", &json!(paths[0]))
    );
    world.stop().await;
}

#[tokio::test]
async fn the_same_name_becomes_a_new_version() {
    let world = World::start().await;
    let pat = Persona::user();
    let parcel = world.parcel(&pat).await;
    for content in ["first", "second"] {
        ok(upload(
            &world,
            &pat,
            form(&parcel).part("file", file(content, "notes.txt")),
        )
        .await)
        .await;
    }
    let listed = list(&world, &pat, &parcel).await;
    let versions: Vec<_> = listed["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|item| item["version"].clone())
        .collect();
    assert_eq!(versions, [json!(1), json!(2)]);
    for (place, content) in ["first", "second"].iter().enumerate() {
        let path = listed["attachments"][place].as_str().unwrap();
        assert_eq!(
            serve(&world, &pat, path, &[]).await.text().await.unwrap(),
            *content
        );
    }
    world.stop().await;
}

#[tokio::test]
async fn hostile_names_and_contents_are_harmless() {
    let world = World::start().await;
    let pat = Persona::user();
    let parcel = world.parcel(&pat).await;
    let hostile = form(&parcel)
        .part("file", file("x", "../../../../etc/cron.d/x"))
        .part(
            "file",
            file("<script>alert(document.cookie)</script>", "harmless.txt"),
        )
        .part(
            "file",
            file(
                "<svg xmlns='http://www.w3.org/2000/svg' onload='x()'/>",
                "logo.png",
            ),
        )
        .part("file", file("", "empty.txt"))
        .part("file", file("x", "C:\\fakepath\\a\"b;c.txt"));
    let uploaded = ok(upload(&world, &pat, hostile).await).await;
    let names: Vec<_> = uploaded["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|item| item["name"].as_str().unwrap())
        .collect();
    assert_eq!(
        names,
        ["x", "harmless.txt", "logo.png", "empty.txt", "a_b;c.txt"]
    );
    assert_eq!(world.stored_files().len(), 5);
    assert!(!std::path::Path::new("/etc/cron.d/x").exists());
    for place in [1, 2] {
        let path = uploaded["attachments"][place].as_str().unwrap();
        let answer = serve(&world, &pat, path, &[]).await;
        assert_eq!(answer.status(), StatusCode::OK);
        assert!(
            answer.headers()["content-disposition"]
                .to_str()
                .unwrap()
                .starts_with("attachment;")
        );
        assert!(
            answer.headers()["content-security-policy"]
                .to_str()
                .unwrap()
                .contains("sandbox")
        );
        assert_eq!(answer.headers()["x-content-type-options"], "nosniff");
    }
    for path in ["../../etc/passwd", "/etc/passwd", "a\u{0}b", "", "x/../y"] {
        assert_eq!(
            problem(serve(&world, &pat, path, &[]).await).await.0,
            StatusCode::NOT_FOUND,
            "{path:?}"
        );
    }
    world.stop().await;
}

#[tokio::test]
async fn an_upload_that_fails_leaves_nothing() {
    let world = World::start().await;
    let pat = Persona::user();
    let parcel = world.parcel(&pat).await;
    let megabytes = |count: usize| vec![b'x'; count * 1024 * 1024];
    let large = form(&parcel)
        .part("file", file("small", "a.txt"))
        .part("file", file(megabytes(51), "b.bin"));
    let (status, said) = problem(upload(&world, &pat, large).await).await;
    assert_eq!(status, StatusCode::PAYLOAD_TOO_LARGE);
    assert!(said["error"].as_str().unwrap().contains("50 MB"));
    let together = (0..3).fold(form(&parcel), |form, n| {
        form.part("file", file(megabytes(40), &format!("{n}.bin")))
    });
    let (status, said) = problem(upload(&world, &pat, together).await).await;
    assert_eq!(status, StatusCode::PAYLOAD_TOO_LARGE);
    assert!(said["error"].as_str().unwrap().contains("100 MB"));
    let lost = Form::new()
        .text("parcel_number", "unknown")
        .part("file", file("x", "a.txt"));
    assert_eq!(
        problem(upload(&world, &pat, lost).await).await.0,
        StatusCode::NOT_FOUND
    );
    let (status, said) =
        problem(upload(&world, &pat, Form::new().part("file", file("x", "a.txt"))).await).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(said["errors"]["parcel_number"].is_string());
    let (status, said) = problem(upload(&world, &pat, form(&parcel)).await).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(said["errors"]["file"].is_string());
    let json = world
        .call(&pat, Method::POST, "/upload_attachment")
        .json(&json!({}))
        .send()
        .await
        .unwrap();
    assert_eq!(problem(json).await.0, StatusCode::UNSUPPORTED_MEDIA_TYPE);
    let broken = world
        .call(&pat, Method::POST, "/upload_attachment")
        .header("content-type", "multipart/form-data; boundary=b")
        .body("--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.txt\"\r\n\r\nhalf a fi")
        .send()
        .await
        .unwrap();
    assert_eq!(problem(broken).await.0, StatusCode::BAD_REQUEST);
    assert_eq!(list(&world, &pat, &parcel).await["attachments"], json!([]));
    assert_eq!(
        world
            .rows("SELECT 1 FROM outbox WHERE event_type LIKE 'attachment%'")
            .await
            .len(),
        0
    );
    test_support::wait_for(crate::world::TEST_TIMEOUT, || async {
        world.stored_files().is_empty()
    })
    .await;
    world.stop().await;
}

#[tokio::test]
async fn a_client_that_hangs_up_leaves_nothing() {
    let world = World::start().await;
    let pat = Persona::user();
    let parcel = world.parcel(&pat).await;
    let mut socket = tokio::net::TcpStream::connect(world.url().trim_start_matches("http://"))
        .await
        .unwrap();
    let head = format!(
        "POST /upload_attachment HTTP/1.1\r\nhost: x\r\nauthorization: Bearer {}\r\ncontent-length: 900000\r\n\
         content-type: multipart/form-data; boundary=b\r\n\r\n--b\r\n\
         Content-Disposition: form-data; name=\"file\"; filename=\"a.txt\"\r\n\r\nhalf",
        test_support::token_for(&pat)
    );
    socket.write_all(head.as_bytes()).await.unwrap();
    test_support::wait_for(crate::world::TEST_TIMEOUT, || async {
        !world.stored_files().is_empty()
    })
    .await;
    socket.shutdown().await.unwrap();
    let mut rest = Vec::new();
    socket.read_to_end(&mut rest).await.ok();
    drop(socket);
    test_support::wait_for(crate::world::TEST_TIMEOUT, || async {
        world.stored_files().is_empty()
    })
    .await;
    assert_eq!(list(&world, &pat, &parcel).await["attachments"], json!([]));
    world.stop().await;
}

#[tokio::test]
async fn a_storage_that_fails_is_said_and_nothing_is_kept() {
    let world = World::start().await;
    let pat = Persona::user();
    let parcel = world.parcel(&pat).await;
    // A file blocks the path of the firm's folder, so every write fails, also for root.
    let firm = world.folder.path().join(pat.customer_id.to_string());
    std::fs::write(&firm, "in the way").unwrap();
    let one = form(&parcel).part("file", file("x", "a.txt"));
    assert_eq!(
        problem(upload(&world, &pat, one).await).await.0,
        StatusCode::SERVICE_UNAVAILABLE
    );
    assert_eq!(list(&world, &pat, &parcel).await["attachments"], json!([]));
    std::fs::remove_file(&firm).unwrap();
    ok(upload(&world, &pat, form(&parcel).part("file", file("x", "a.txt"))).await).await;
    world.stop().await;
}

#[tokio::test]
async fn a_deletion_names_parcel_and_project() {
    let world = World::start().await;
    let pat = Persona::user();
    let parcel = world.parcel(&pat).await;
    let uploaded =
        ok(upload(&world, &pat, form(&parcel).part("file", file("x", "a.txt"))).await).await;
    let path = uploaded["attachments"][0].as_str().unwrap();
    let project = parcel.project.to_string();
    let all = [
        ("parcel_number", parcel.number.as_str()),
        ("project_id", &project),
        ("filepath", path),
    ];
    for (left_out, _) in all {
        let some: Vec<_> = all.iter().filter(|(name, _)| *name != left_out).collect();
        let answer = world
            .call(&pat, Method::POST, "/delete_attachment")
            .form(&some)
            .send()
            .await
            .unwrap();
        let (status, said) = problem(answer).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
        assert!(said["errors"][left_out].is_string(), "{said}");
    }
    let stranger = Persona::user();
    let answer = world
        .call(&stranger, Method::POST, "/delete_attachment")
        .form(&all)
        .send()
        .await
        .unwrap();
    assert_eq!(problem(answer).await.0, StatusCode::NOT_FOUND);
    assert_eq!(
        serve(&world, &stranger, path, &[]).await.status(),
        StatusCode::NOT_FOUND
    );
    let done = world
        .call(&pat, Method::POST, "/delete_attachment")
        .form(&all)
        .send()
        .await
        .unwrap();
    assert_eq!(ok(done).await, json!({"success": true}));
    world.stop().await;
}

#[tokio::test]
async fn objects_without_a_row_are_swept_and_others_stay() {
    let world = World::start().await;
    let pat = Persona::user();
    let parcel = world.parcel(&pat).await;
    ok(upload(
        &world,
        &pat,
        form(&parcel).part("file", file("kept", "a.txt")),
    )
    .await)
    .await;
    let orphan = world
        .folder
        .path()
        .join(pat.customer_id.to_string())
        .join(Uuid::new_v4().to_string());
    std::fs::write(&orphan, "left by a crash").unwrap();
    let (pool, files) = (&world.state.pool, &world.state.files);
    assert_eq!(
        sweep(pool, files, Duration::from_hours(1)).await.unwrap(),
        0,
        "young ones may be in use"
    );
    assert_eq!(sweep(pool, files, Duration::ZERO).await.unwrap(), 1);
    assert!(!orphan.exists());
    assert_eq!(world.stored_files().len(), 1);
    world.stop().await;
}
