//! All attacks in order, and the report on them.

use crate::crowd::Crowd;
use crate::ground::{Ground, Sizes};
use crate::nodes::AttackedNode;
use crate::stage::{AttackReport, AttackStage};
use crate::{accounts, fair, limits, nodes, protocol, work};
use std::path::PathBuf;
use std::pin::Pin;
use std::process::ExitCode;
use std::time::{Duration, Instant};
use tokio::runtime::Builder;

type AttackFn<G> = for<'a> fn(&'a mut AttackStage, &'a G) -> Pin<Box<dyn Future<Output = ()> + 'a>>;

struct Attack<G> {
    name: &'static str,
    finding: &'static str,
    run: AttackFn<G>,
}

macro_rules! attacks {
    ($($finding:literal $module:ident::$name:ident,)*) => {
        vec![$(Attack {
            name: concat!(stringify!($module), "::", stringify!($name)),
            finding: $finding,
            run: |stage, ground| Box::pin($module::$name(stage, ground)),
        }),*]
    };
}

/// The attacks on a server with a database file. The one that measures memory comes first, before any memory was freed;
/// those that keep a server busy for long come last.
fn on_one_server() -> Vec<Attack<Ground>> {
    attacks![
        "S13" protocol::dribble,
        "S1" work::replay,
        "S1" work::endless_log,
        "S1" work::imports,
        "S2" accounts::stolen_session,
        "S3" fair::dailies,
        "S4" work::hints,
        "S5" work::boards,
        "S5" work::leaderboard,
        "S5" work::invitations,
        "S6" fair::challenges,
        "S6" fair::known_puzzles,
        "S6" fair::unlisted_words,
        "S7" limits::one_network,
        "S8" limits::fill_the_disk,
        "S8" limits::fill_a_table,
        "S10" limits::names,
        "S12" fair::future_dailies,
        "S13" accounts::lock_out,
        "S13" accounts::recovery_link,
        "S13" protocol::ids,
        "S13" protocol::empty_frames,
        "S9" limits::long_clocks,
        "S4" work::bots_with_a_person,
        "S4" work::bots_alone,
    ]
}

/// The attacks on two servers with one PostgreSQL database. The last one cuts one of them off from it.
fn on_two_nodes() -> Vec<Attack<AttackedNode>> {
    attacks![
        "S2" nodes::stolen_session,
        "S3" nodes::dailies,
        "S13" nodes::ids,
        "S11" nodes::cut_off,
    ]
}

/// Options from the command line and the environment.
struct AttackOptions {
    names: Vec<String>,
    lasts: Duration,
    people: usize,
    folder: PathBuf,
}

impl AttackOptions {
    fn read() -> AttackOptions {
        let number = |name: &str, default: u64| {
            std::env::var(name).map_or(default, |number| number.parse().unwrap())
        };
        // Options of the standard test harness are ignored.
        let names = std::env::args().skip(1).filter(|arg| !arg.starts_with('-')).collect();
        let folder = std::env::temp_dir().join(format!("lx-attack-{}", std::process::id()));
        AttackOptions {
            names,
            lasts: Duration::from_secs(number("ATTACK_SECONDS", 2)),
            people: number("ATTACK_PEOPLE", 200) as usize,
            folder,
        }
    }

    fn only<G>(&self, attacks: Vec<Attack<G>>) -> Vec<Attack<G>> {
        let is_wanted = |attack: &Attack<G>| {
            self.names.is_empty() || self.names.iter().any(|name| attack.name.contains(name))
        };
        attacks.into_iter().filter(is_wanted).collect()
    }

    fn is_long(&self) -> bool {
        self.lasts > Duration::from_secs(10)
    }
}

pub(crate) fn run() -> ExitCode {
    let options = AttackOptions::read();
    if std::env::args().any(|arg| arg == "--list") {
        on_one_server().iter().for_each(|attack| println!("{}: test", attack.name));
        on_two_nodes().iter().for_each(|attack| println!("{}: test", attack.name));
        return ExitCode::SUCCESS;
    }
    raise_socket_limit();
    std::fs::create_dir_all(&options.folder).unwrap();
    let runtime = Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    let begin = Instant::now();
    let mut reports = runtime.block_on(one_server(&options));
    reports.extend(runtime.block_on(two_nodes(&options)));
    let _ = std::fs::remove_dir_all(&options.folder);
    let people = options.people;
    println!("\n{people} people played, {:.0} s in all.\n", begin.elapsed().as_secs_f64());
    print!("{}", AttackReport::head());
    reports.iter().for_each(|report| println!("{}", report.row()));
    let broken: Vec<&AttackReport> = reports.iter().filter(|it| !it.failed.is_empty()).collect();
    println!("\n{} attacks, {} broken", reports.len(), broken.len());
    for report in &broken {
        println!("\n{} ({}):", report.name, report.finding);
        report.failed.iter().for_each(|observation| println!("  - {observation}"));
    }
    if broken.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

async fn one_server(options: &AttackOptions) -> Vec<AttackReport> {
    let attacks = options.only(on_one_server());
    if attacks.is_empty() {
        return Vec::new();
    }
    let sizes = match options.is_long() {
        true => Sizes { entries: 3_000, players: 20_000 },
        false => Sizes { entries: 1_000, players: 2_000 },
    };
    let folder = options.folder.join("one");
    std::fs::create_dir_all(&folder).unwrap();
    let (ground, node) = Ground::prepare(&folder, &sizes, &["--proxy", "127.0.0.7"]).await;
    println!("the store is ready");
    let crowd = Crowd::come(node.address, options.people).await;
    println!("{} people play", options.people);
    make(attacks, AttackStage::new(node, crowd, options.lasts), &ground).await
}

async fn two_nodes(options: &AttackOptions) -> Vec<AttackReport> {
    let attacks = options.only(on_two_nodes());
    if attacks.is_empty() {
        return Vec::new();
    }
    let Some(postgres) = crate::server::server() else { return Vec::new() };
    let folder = options.folder.join("two");
    std::fs::create_dir_all(&folder).unwrap();
    let (pair, node) = AttackedNode::start(&folder, postgres, &["--proxy", "127.0.0.7"]);
    let crowd = Crowd::come(node.address, options.people).await;
    make(attacks, AttackStage::new(node, crowd, options.lasts), &pair).await
}

async fn make<G>(attacks: Vec<Attack<G>>, mut stage: AttackStage, ground: &G) -> Vec<AttackReport> {
    let mut reports = Vec::new();
    for attack in attacks {
        let begin = Instant::now();
        println!("{} ({})", attack.name, attack.finding);
        stage.begin(attack.name, attack.finding);
        (attack.run)(&mut stage, ground).await;
        let report = stage.end();
        report.noted.iter().for_each(|observation| println!("  {observation}"));
        println!("  ({:.1} s)", begin.elapsed().as_secs_f64());
        reports.push(report);
    }
    reports
}

/// Raises the limit of open sockets as far as possible.
fn raise_socket_limit() {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let maximum = getrlimit(Resource::Nofile).maximum;
    let _ = setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum });
}
