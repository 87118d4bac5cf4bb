//! Programs that read OGC API - Features: GDAL's `ogrinfo` and `ogr2ogr`, and Python's `OWSLib`, all of
//! Debian.

use std::fs::File;
use std::path::PathBuf;
use std::process::Stdio;

use serde_json::Value;
use tempfile::TempDir;
use tokio::process::Command;

/// How a program proves who it is.
#[derive(Debug, Clone, Copy)]
pub enum Credentials<'a> {
    /// Not at all.
    None,
    /// A token in the header.
    Bearer(&'a str),
    /// A token as the password of HTTP Basic, as QGIS sends it.
    Basic(&'a str),
}

/// The programs, for one API.
pub struct OgcClients {
    root: String,
    folder: TempDir,
}

impl OgcClients {
    /// For the API at this URL.
    ///
    /// # Panics
    /// When there is no folder for their files.
    pub fn of(root: String) -> Self {
        Self {
            root,
            folder: tempfile::tempdir().expect("a folder"),
        }
    }

    /// The collections that GDAL lists; what it says if it is refused.
    pub async fn gdal_collections(&self, who: Credentials<'_>) -> Result<Vec<String>, String> {
        let mut ogrinfo = self.gdal("ogrinfo", who);
        ogrinfo
            .args(["-ro", "-q"])
            .arg(format!("OAPIF:{}", self.root));
        // `1: parcels (title: Parcels) (Multi Polygon)`
        let lines = run(&mut ogrinfo).await?;
        let names = lines.lines().filter_map(|line| {
            let (_, layer) = line.split_once(": ")?;
            layer.split_whitespace().next().map(ToOwned::to_owned)
        });
        Ok(names.collect())
    }

    /// The features that GDAL reads with these arguments, 100 on a page; what it says if it is refused.
    pub async fn gdal_features(
        &self,
        who: Credentials<'_>,
        collection: &str,
        arguments: &[&str],
    ) -> Result<Vec<Value>, String> {
        let mut ogr2ogr = self.gdal("ogr2ogr", who);
        ogr2ogr
            .args(["-f", "GeoJSON", "/vsistdout/"])
            .arg(format!("OAPIF:{}", self.root))
            .args(["-oo", "PAGE_SIZE=100", collection])
            .args(arguments);
        let text = run(&mut ogr2ogr).await?;
        let read: Value = serde_json::from_str(&text).map_err(|error| error.to_string())?;
        Ok(read["features"].as_array().cloned().unwrap_or_default())
    }

    /// What a script with `OWSLib` prints as JSON. It has the URL as its argument, and the token on standard
    /// input.
    ///
    /// # Panics
    /// When the token cannot be handed over.
    pub async fn owslib(&self, token: &str, script: &str) -> Result<Value, String> {
        let mut python = Command::new("/usr/bin/python3");
        python.args(["-c", script, &self.root]);
        python.stdin(File::open(self.file(token)).expect("the token"));
        let text = run(&mut python).await?;
        serde_json::from_str(&text).map_err(|error| error.to_string())
    }

    fn gdal(&self, program: &str, who: Credentials<'_>) -> Command {
        let mut command = Command::new(program);
        command.stdin(Stdio::null());
        match who {
            Credentials::None => &mut command,
            Credentials::Bearer(token) => command.env(
                "GDAL_HTTP_HEADER_FILE",
                self.file(&format!("Authorization: Bearer {token}")),
            ),
            Credentials::Basic(token) => command
                .env("GDAL_HTTP_AUTH", "BASIC")
                .env("GDAL_HTTP_USERPWD", format!("gdal:{token}")),
        };
        command
    }

    fn file(&self, text: &str) -> PathBuf {
        let file = self.folder.path().join("secret");
        std::fs::write(&file, text).expect("a file");
        file
    }
}

/// What the program prints; what it complains of, if it fails.
async fn run(command: &mut Command) -> Result<String, String> {
    let output = command.output().await.expect("the program is installed");
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    if !output.status.success() || errors.contains("ERROR") {
        return Err(errors);
    }
    String::from_utf8(output.stdout).map_err(|error| error.to_string())
}
