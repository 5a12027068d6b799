//! A private PostgreSQL server in a temporary folder, reachable only by its socket there. A shell supervises it: when
//! this process ends for any reason, the shell's input ends, and it stops the server and removes the folder.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

pub struct Server {
    folder: PathBuf,
    bin: PathBuf,
    shell: Child,
    input: Option<ChildStdin>,
}

const SCRIPT: &str = r#"
as() { if [ "$(id -u)" = 0 ]; then setpriv --reuid=postgres --regid=postgres --clear-groups "$@"; else "$@"; fi; }
stop() { as "$BIN/pg_ctl" -D "$DIR/data" -m immediate stop >/dev/null 2>&1; rm -rf "$DIR"; }
trap stop EXIT
chmod 777 "$DIR" && cd "$DIR" &&
  as "$BIN/initdb" -D "$DIR/data" -U lexicade -A trust -E UTF8 --locale=C -N >"$DIR/init.log" 2>&1 &&
  as "$BIN/pg_ctl" -D "$DIR/data" -w -l "$DIR/data/log" -o "-k $DIR -p 5432 -c listen_addresses=" start >/dev/null 2>&1 &&
  echo ready || { cat "$DIR/init.log" "$DIR/data/log"; exit 1; }
read -r _
"#;

/// The folder with PostgreSQL's programs.
fn bin() -> Option<PathBuf> {
    let has = |folder: &Path| folder.join("initdb").is_file() && folder.join("pg_ctl").is_file();
    let configured = Command::new("pg_config").arg("--bindir").output().ok();
    let configured = configured.and_then(|output| String::from_utf8(output.stdout).ok());
    let configured = configured.map(|text| PathBuf::from(text.trim()));
    let path = std::env::var_os("PATH").unwrap_or_default();
    let debian = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten();
    let debian = debian.flatten().map(|version| version.path().join("bin"));
    let found = configured.into_iter().chain(std::env::split_paths(&path)).chain(debian);
    found.into_iter().find(|folder| has(folder))
}

/// The server that all tests of a program share; `None` if PostgreSQL is missing.
pub fn server() -> Option<&'static Server> {
    static SHARED: OnceLock<Option<Server>> = OnceLock::new();
    let shared = SHARED.get_or_init(Server::start);
    if shared.is_none() {
        let why = "PostgreSQL is missing (no initdb in pg_config --bindir, the path or \
                   /usr/lib/postgresql/*/bin), or it can't be started";
        assert!(!(cfg!(unix) && std::env::var("CI").is_ok_and(|ci| ci == "true")), "{why}");
        eprintln!("skipped the tests that need PostgreSQL: {why}");
    }
    shared.as_ref()
}

impl Server {
    /// Starts a server. Prints the reason if that fails.
    pub fn start() -> Option<Server> {
        if !cfg!(unix) {
            return None;
        }
        let bin = bin()?;
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let n = COUNT.fetch_add(1, Ordering::Relaxed);
        // A short name, because the length of a socket's path is limited.
        let folder = std::env::temp_dir().join(format!("lx-pg-{}-{n}", std::process::id()));
        std::fs::create_dir_all(&folder).ok()?;
        let mut shell = Command::new("sh")
            .args(["-c", SCRIPT])
            .env("BIN", &bin)
            .env("DIR", &folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .ok()?;
        let input = shell.stdin.take();
        let mut line = String::new();
        let mut output = BufReader::new(shell.stdout.take()?);
        output.read_line(&mut line).ok()?;
        if line != "ready\n" {
            eprintln!("PostgreSQL doesn't start: {line}");
            let _ = std::io::copy(&mut output, &mut std::io::stderr());
            return None;
        }
        Some(Server { folder, bin, shell, input })
    }

    /// The URL of a new, empty database.
    pub fn database(&self) -> String {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let name = format!("d{}", COUNT.fetch_add(1, Ordering::Relaxed));
        self.sql("postgres", &format!("create database {name}"));
        self.url(&name)
    }

    pub fn url(&self, database: &str) -> String {
        format!("postgres:///{database}?user=lexicade&host={}", self.folder.display())
    }

    pub fn socket(&self) -> PathBuf {
        self.folder.join(".s.PGSQL.5432")
    }

    /// Runs statements and returns their output.
    pub fn sql(&self, database: &str, sql: &str) -> String {
        let mut psql = Command::new(self.bin.join("psql"));
        psql.args([
            "-X",
            "-q",
            "-A",
            "-t",
            "-v",
            "ON_ERROR_STOP=1",
            "-U",
            "lexicade",
            "-p",
            "5432",
        ]);
        let output = psql.arg("-h").arg(&self.folder).args(["-d", database, "-c", sql]).output();
        let output = output.unwrap();
        assert!(output.status.success(), "{sql}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap().trim().to_owned()
    }

    /// Runs `pg_ctl`: `["-m", "immediate", "stop"]` is like killing the server.
    pub fn control(&self, args: &[&str]) {
        let data = self.folder.join("data");
        let mut control = Command::new("sh");
        let script = r#"if [ "$(id -u)" = 0 ]; then
            exec setpriv --reuid=postgres --regid=postgres --clear-groups "$@"; else exec "$@"; fi"#;
        control.args(["-c", script, "sh"]).arg(self.bin.join("pg_ctl")).arg("-w").arg("-D");
        control.arg(&data).arg("-l").arg(data.join("log")).arg("-o");
        control.arg(format!("-k {} -p 5432 -c listen_addresses=", self.folder.display()));
        let done = control.args(args).stdout(Stdio::null()).stderr(Stdio::null()).status().unwrap();
        assert!(done.success(), "{args:?}");
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // The shell waits for the end of its input.
        drop(self.input.take());
        let _ = self.shell.wait();
    }
}
