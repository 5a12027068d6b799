//! A PostgreSQL server of our own, in a folder of its own, reached by a socket there and by nothing
//! else. A shell keeps it: when we are gone, in whatever way, its input ends, and it stops the server
//! and removes the folder.

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

/// Where the programs of PostgreSQL are.
fn bin() -> Option<PathBuf> {
    let has = |folder: &Path| folder.join("initdb").is_file() && folder.join("pg_ctl").is_file();
    let asked = Command::new("pg_config").arg("--bindir").output().ok();
    let asked = asked.and_then(|said| String::from_utf8(said.stdout).ok());
    let asked = asked.map(|said| PathBuf::from(said.trim()));
    let path = std::env::var_os("PATH").unwrap_or_default();
    let debian = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten();
    let debian = debian.flatten().map(|version| version.path().join("bin"));
    let found = asked.into_iter().chain(std::env::split_paths(&path)).chain(debian);
    found.into_iter().find(|folder| has(folder))
}

/// The server that all tests of a program share; nothing, when there can be none.
pub fn server() -> Option<&'static Server> {
    static SHARED: OnceLock<Option<Server>> = OnceLock::new();
    let shared = SHARED.get_or_init(Server::start);
    if shared.is_none() {
        let why = "there is no PostgreSQL here (no initdb in pg_config --bindir, the path or \
                   /usr/lib/postgresql/*/bin), or it cannot be started";
        assert!(!(cfg!(unix) && std::env::var("CI").is_ok_and(|ci| ci == "true")), "{why}");
        eprintln!("skipped what needs PostgreSQL: {why}");
    }
    shared.as_ref()
}

impl Server {
    /// Starts a server, or says why not.
    pub fn start() -> Option<Server> {
        if !cfg!(unix) {
            return None;
        }
        let bin = bin()?;
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let n = COUNT.fetch_add(1, Ordering::Relaxed);
        // A short name: the path of a socket may not be long.
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
        let mut said = String::new();
        let mut output = BufReader::new(shell.stdout.take()?);
        output.read_line(&mut said).ok()?;
        if said != "ready\n" {
            eprintln!("PostgreSQL does not start: {said}");
            let _ = std::io::copy(&mut output, &mut std::io::stderr());
            return None;
        }
        Some(Server { folder, bin, shell, input })
    }

    /// The address of a new, empty database.
    pub fn database(&self) -> String {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let name = format!("d{}", COUNT.fetch_add(1, Ordering::Relaxed));
        self.sql("postgres", &format!("create database {name}"));
        self.url(&name)
    }

    pub fn url(&self, database: &str) -> String {
        format!("postgres:///{database}?user=lexicade&host={}", self.folder.display())
    }

    /// The socket of the server.
    pub fn socket(&self) -> PathBuf {
        self.folder.join(".s.PGSQL.5432")
    }

    /// Runs statements, and says what came of them.
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
        let said = psql.arg("-h").arg(&self.folder).args(["-d", database, "-c", sql]).output();
        let said = said.unwrap();
        assert!(said.status.success(), "{sql}: {}", String::from_utf8_lossy(&said.stderr));
        String::from_utf8(said.stdout).unwrap().trim().to_owned()
    }

    /// Stops or starts it: `["-m", "immediate", "stop"]` is as when it is killed.
    pub fn control(&self, what: &[&str]) {
        let data = self.folder.join("data");
        let mut control = Command::new("sh");
        let script = r#"if [ "$(id -u)" = 0 ]; then
            exec setpriv --reuid=postgres --regid=postgres --clear-groups "$@"; else exec "$@"; fi"#;
        control.args(["-c", script, "sh"]).arg(self.bin.join("pg_ctl")).arg("-w").arg("-D");
        control.arg(&data).arg("-l").arg(data.join("log")).arg("-o");
        control.arg(format!("-k {} -p 5432 -c listen_addresses=", self.folder.display()));
        let done = control.args(what).stdout(Stdio::null()).stderr(Stdio::null()).status().unwrap();
        assert!(done.success(), "{what:?}");
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // The end of its input is what it waits for.
        drop(self.input.take());
        let _ = self.shell.wait();
    }
}
