//! A `lexicade serve` process: started, stopped, killed, paused, and what the kernel and `/metrics` say of it.

use super::client::{Client, loopback};
use rustix::process::{Pid, Signal, kill_process};
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::Duration;

/// The address from which the tests look at a server, so that no limit of a player or an attacker touches them.
const OBSERVER: (u8, u8, u8) = (0, 0, 3);

pub(crate) struct ServerNode {
    child: Child,
    pub(crate) address: SocketAddr,
    args: Vec<String>,
    log: PathBuf,
    /// Kept open: a server whose standard output is closed fails when it writes there.
    _output: BufReader<ChildStdout>,
}

impl ServerNode {
    /// Starts a server on a free port. Its log is written to this file.
    pub(crate) fn start(args: &[&str], log: PathBuf) -> ServerNode {
        let args: Vec<String> = args.iter().map(|arg| (*arg).to_owned()).collect();
        ServerNode::listen("127.0.0.1:0", args, log)
    }

    fn listen(listen: &str, args: Vec<String>, log: PathBuf) -> ServerNode {
        let lines = File::options().create(true).append(true).open(&log).unwrap();
        let mut child = Command::new(env!("CARGO_BIN_EXE_lexicade"))
            .args(["serve", "--listen", listen])
            .args(&args)
            .env_remove("LEXICADE_STORE")
            .stdout(Stdio::piped())
            .stderr(lines)
            .spawn()
            .unwrap();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        let mut first = String::new();
        output.read_line(&mut first).unwrap();
        let url = first.trim_end().split_once("http://").map(|(_, rest)| rest);
        let url = url.unwrap_or_else(|| panic!("the server does not start: {first:?}"));
        let address = url.trim_end_matches('/').parse().unwrap();
        ServerNode { child, address, args, log, _output: output }
    }

    /// Starts it again on the same port, after it has been stopped or killed.
    pub(crate) fn start_again(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        *self = ServerNode::listen(&self.address.to_string(), self.args.clone(), self.log.clone());
    }

    pub(crate) fn signal(&self, signal: Signal) {
        let _ = kill_process(Pid::from_child(&self.child), signal);
    }

    /// Asks it to stop and waits until it has.
    pub(crate) fn stop(mut self) {
        self.signal(Signal::TERM);
        let _ = self.child.wait();
    }

    /// Kills it as a power failure would.
    pub(crate) fn kill(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    /// The processor time it has used, in seconds.
    pub(crate) fn processor(&self) -> f64 {
        let stat = self.proc("stat");
        // The name in brackets may hold blanks; user and system time are the 14th and 15th field.
        let fields = stat.rsplit_once(')').map_or("", |(_, fields)| fields);
        let ticks = fields.split_whitespace().skip(11).take(2);
        let ticks: f64 = ticks.filter_map(|field| field.parse::<f64>().ok()).sum();
        // The kernel reports hundredths of a second to programs, whatever it counts in.
        ticks / 100.0
    }

    /// Its resident memory in KB.
    pub(crate) fn resident(&self) -> i64 {
        self.status("VmRSS:")
    }

    /// Its largest resident memory in KB since `forget_peak`.
    pub(crate) fn peak(&self) -> i64 {
        self.status("VmHWM:")
    }

    pub(crate) fn forget_peak(&self) {
        let _ = std::fs::write(format!("/proc/{}/clear_refs", self.child.id()), "5");
    }

    pub(crate) fn threads(&self) -> i64 {
        self.status("Threads:")
    }

    fn status(&self, name: &str) -> i64 {
        let status = self.proc("status");
        let line = status.lines().find_map(|line| line.strip_prefix(name)).unwrap_or("0");
        line.trim().trim_end_matches(" kB").parse().unwrap_or(0)
    }

    fn proc(&self, name: &str) -> String {
        std::fs::read_to_string(format!("/proc/{}/{name}", self.child.id())).unwrap_or_default()
    }

    /// A client that only looks.
    pub(crate) fn observer(&self) -> Client {
        let (a, b, c) = OBSERVER;
        Client::new(self.address, loopback(a, b, c))
    }

    /// A value of `/metrics`; nothing when the server does not know it.
    pub(crate) async fn metric(&self, name: &str) -> Option<f64> {
        let text = self.observer().ask("GET", "/metrics", None).await.text;
        let value = |line: &str| line.strip_prefix(name)?.strip_prefix(' ')?.parse().ok();
        text.lines().find_map(value)
    }

    /// Waits until it says that it is ready.
    pub(crate) async fn ready(&self) {
        while self.observer().ask("GET", "/readyz", None).await.status != 200 {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }
}

impl Drop for ServerNode {
    fn drop(&mut self) {
        self.signal(Signal::CONT);
        self.kill();
    }
}
