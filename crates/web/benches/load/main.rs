//! A server under load, over loopback: `cargo bench -p web --bench load`
//!
//! A thousand clients are connected, follow their matches and move; every move is checked by the rules and stored
//! before it is acknowledged. For comparison: the hall's rate for the same moves without a network, and an echo of
//! messages of the same size without a server. Then the memory of thousands of idle sockets. The server is a process of
//! its own, so that its memory can be measured; it shares the machine's cores with the clients, which lowers the ratio.
#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    clippy::print_stderr,
    clippy::unwrap_used
)]

mod crowd;

use crowd::{Crowd, LINES, SETTINGS};
use engine::{Seat, Start};
use futures_util::{SinkExt, StreamExt};
use hall::{Clock, Hall, Store};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};
use tokio::net::TcpListener;
use tokio_tungstenite::tungstenite::Message;
use web::{Config, PerDay, ServerLimits};

const PLAYERS: usize = 1000;
const LISTENERS: usize = 8000;
const DURATION: Duration = Duration::from_secs(3);

/// How often each is measured, in turn: disks and other processes disturb, so the median counts.
const ROUNDS: usize = 5;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    raise_socket_limit();
    match args.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        ["server", folder] => runtime.block_on(run_server(Path::new(folder))),
        ["hall", folder] => runtime.block_on(own_rate(Path::new(folder))),
        ["echo", bytes] => runtime.block_on(echo(bytes.parse().unwrap())),
        _ => {
            // One core is enough for the clients; the server has the rest.
            let alone = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
            alone.block_on(measure());
        }
    }
}

async fn measure() {
    let scratch = std::env::temp_dir().join(format!("lexicade-load-{}", std::process::id()));
    let folder = |name: &str| scratch.join(name).display().to_string();
    let mut hall = Process::start(&["hall", &folder("hall")]);
    let mut process = Process::start(&["server", &folder("server")]);
    let mut crowd = Crowd::connect(process.address(), PLAYERS, true).await;
    let (mut fulls, mut halves) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        let own: f64 = hall.ask().parse().unwrap();
        fulls.push((own, crowd.play(DURATION, None).await));
    }
    fulls.sort_by(|(a, full), (b, other)| (full.rate() / a).total_cmp(&(other.rate() / b)));
    let (own, full) = fulls.swap_remove(ROUNDS / 2);
    let served = full.rate();
    for _ in 0..ROUNDS {
        halves.push(crowd.play(DURATION, Some(served / 2.0)).await);
    }
    halves.sort_by(|half, other| half.percentile(99).total_cmp(&other.percentile(99)));
    let half = halves.swap_remove(ROUNDS / 2);
    println!("the hall alone, {PLAYERS} matches in flight  {own:>8.0} moves/s");
    println!(
        "served to {PLAYERS} connected players        {served:>8.0} moves/s   {:.0} % of the hall's",
        100.0 * served / own
    );
    println!(
        "at half of that                          {:>8.0} moves/s   p50 {:.1} ms, p99 {:.1} ms",
        half.rate(),
        half.percentile(50),
        half.percentile(99)
    );
    drop((crowd, process, hall));

    let mut process = Process::start(&["echo", &full.bytes_per_move().to_string()]);
    let mut crowd = Crowd::connect_to_echo(process.address(), PLAYERS).await;
    let bare = crowd.play(DURATION, None).await;
    println!(
        "a bare echo of {:>5} bytes               {:>8.0} frames/s",
        full.bytes_per_move(),
        bare.rate()
    );
    drop((crowd, process));

    let mut process = Process::start(&["server", &folder("idle")]);
    let address = process.address();
    // Memory that the first connections allocate for good doesn't count.
    drop(Crowd::connect(address, 100, false).await);
    let Some(before) = process.memory() else {
        println!("the memory of a connection is measured on Linux only");
        return;
    };
    let crowd = Crowd::connect(address, LISTENERS, false).await;
    let each = (process.memory().unwrap() - before) as f64 / LISTENERS as f64;
    println!(
        "{LISTENERS} idle sockets: {:.1} KB of memory each ({} MB in total)",
        each / 1024.0,
        (process.memory().unwrap()) >> 20
    );
    drop((crowd, process));
    let _ = std::fs::remove_dir_all(scratch);
}

/// This program in another role; it is killed on drop.
struct Process {
    child: Child,
    output: BufReader<ChildStdout>,
}

impl Process {
    fn start(args: &[&str]) -> Process {
        let program = std::env::current_exe().unwrap();
        let mut child = Command::new(program)
            .args(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        Process { child, output }
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        self.output.read_line(&mut line).unwrap();
        line.trim().to_owned()
    }

    /// Requests a line of output.
    fn ask(&mut self) -> String {
        self.child.stdin.as_mut().unwrap().write_all(b"\n").unwrap();
        self.line()
    }

    fn address(&mut self) -> SocketAddr {
        self.line().parse().unwrap()
    }

    /// The memory in use, in bytes.
    fn memory(&self) -> Option<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
        Some(line.trim().trim_end_matches(" kB").parse::<u64>().ok()? << 10)
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Waits until the parent process has ended.
async fn stdin_closed() {
    let _ = tokio::task::spawn_blocking(|| std::io::stdin().read_to_end(&mut Vec::new())).await;
}

fn sqlite(folder: &Path) -> Store {
    std::fs::create_dir_all(folder).unwrap();
    Store::sqlite(&folder.join("server.db")).unwrap()
}

/// A server with limits that allow thousands of clients from one address.
async fn run_server(folder: &Path) {
    let store = sqlite(folder);
    let key = web::load_server_key(&store).await.unwrap();
    let hall = Hall::with_key(games::GAMES, store, Clock::default(), key.seal());
    let unlimited = (1e9, 1e9);
    let limits = ServerLimits {
        per_address: 20_000,
        per_person: 20_000,
        requests: unlimited,
        messages: unlimited,
        openings: unlimited,
        sign_ins: unlimited,
        table_changes: unlimited,
        per_day: PerDay { boards: 1e9, tables: 1e9, matches: 1e9, bytes: 1e15 },
        ..ServerLimits::default()
    };
    let listen = SocketAddr::from(([127, 0, 0, 1], 0));
    let server =
        web::start(hall, key, Config { listen, limits, ..Config::default() }).await.unwrap();
    println!("{}", server.address());
    stdin_closed().await;
}

/// Plays the same moves in as many matches without a network, once for each line of input.
async fn own_rate(folder: &Path) {
    let hall = Hall::new(games::GAMES, sqlite(folder));
    let game = games::find("wampus").unwrap();
    let set: Vec<_> =
        SETTINGS.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect();
    let mut matches = Vec::new();
    for seed in 0..PLAYERS as u64 {
        let settings = game.read(&set).unwrap();
        let start = Start { game, settings, seats: 1, words: "en-1".into(), seed };
        matches.push((hall.open(&start).await.unwrap(), 0));
    }
    while std::io::stdin().read_line(&mut String::new()).is_ok_and(|read| read > 0) {
        let started = Instant::now();
        let playing = std::mem::take(&mut matches).into_iter().map(|(id, first)| {
            let hall = hall.clone();
            tokio::spawn(async move {
                let mut seq = first;
                // Every move is one entry, so the number of the entry chooses the line.
                while started.elapsed() < DURATION {
                    let line = LINES[seq as usize % LINES.len()];
                    seq = hall.act(&id, Seat(0), seq, line).await.unwrap().seq;
                }
                (id, seq, seq - first)
            })
        });
        let mut moves = 0;
        for playing in playing.collect::<Vec<_>>() {
            let (id, seq, made) = playing.await.unwrap();
            matches.push((id, seq));
            moves += made;
        }
        println!("{}", moves as f64 / started.elapsed().as_secs_f64());
    }
}

/// Answers every message with one of this many bytes.
async fn echo(bytes: usize) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    println!("{}", listener.local_addr().unwrap());
    tokio::spawn(async move {
        let answer = format!(
            "{{\"type\":\"ack\",\"n\":0,\"seq\":0,\"x\":\"{}\"}}",
            "x".repeat(bytes.max(40) - 40)
        );
        loop {
            let (stream, _) = listener.accept().await.unwrap();
            stream.set_nodelay(true).unwrap();
            let answer = answer.clone();
            tokio::spawn(async move {
                let mut socket = tokio_tungstenite::accept_async(stream).await.unwrap();
                while let Some(Ok(_)) = socket.next().await {
                    if socket.send(Message::text(answer.clone())).await.is_err() {
                        return;
                    }
                }
            });
        }
    });
    stdin_closed().await;
}

/// Raises the limit of open sockets as far as this machine allows.
fn raise_socket_limit() {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
        let limit = getrlimit(Resource::Nofile);
        let _ =
            setrlimit(Resource::Nofile, Rlimit { current: limit.maximum, maximum: limit.maximum });
    }
}
