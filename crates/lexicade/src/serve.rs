//! The house for others: it is opened, and closed when somebody says so.

use crate::args::{GlobalArgs, ServeArgs};
use crate::{complain, print, store_location};
use engine::Refusal;
use games::GAMES;
use hall::{Clock, Hall, Store};
use line::LineError;
use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, UdpSocket};
use std::time::Duration;
use tokio::runtime::Builder;
use web::{Config, ServerLimits};

/// Opens the house, and keeps it open until it is told to close.
pub(crate) fn run(args: &ServeArgs, manners: &GlobalArgs) -> Result<(), LineError> {
    let mut config = config(args)?;
    make_room();
    let runtime = Builder::new_multi_thread().enable_all().build()?;
    let store = store_location::store(manners, &runtime)?;
    tracing_subscriber::fmt().json().with_writer(io::stderr).init();
    let served = runtime.block_on(async {
        // Who is only reached from this machine, or by a name that was told, has chosen who comes.
        let is_for_all = !config.listen.ip().is_loopback() && config.public_url.is_none();
        if is_for_all && config.code.is_none() && !args.no_code {
            let code = web::load_access_code(&store)
                .await
                .map_err(|error| store_location::store_refusal(&error))?;
            config.code = Some(code);
        }
        serve(store, config).await
    });
    // A mind that still thinks is not waited for.
    runtime.shutdown_timeout(Duration::from_millis(500));
    served
}

/// As many connections as this machine allows: what a login gives to a program is little for a club.
fn make_room() {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
        let maximum = getrlimit(Resource::Nofile).maximum;
        // Where it cannot be had, the house turns away whoever is too many.
        let _ = setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum });
    }
}

async fn serve(store: Store, config: Config) -> Result<(), LineError> {
    let key = web::load_server_key(&store)
        .await
        .map_err(|error| store_location::store_refusal(&error))?;
    let hall = Hall::with_key(GAMES, store, Clock::local(), key.seal());
    let (listen, code) = (config.listen, config.code.clone());
    let (is_named, is_secure) = (config.public_url.is_some(), config.is_secure());
    let server = web::start(hall, key, config).await.map_err(|error| {
        let text = format!("Nothing can listen at {listen}: {error}.");
        io::Error::new(error.kind(), text)
    })?;
    if !server.address().ip().is_loopback() && !is_secure {
        complain(
            "others on this network can reach this house, and what is sent there is not encrypted",
        );
    }
    let with_code = |url: String| match &code {
        Some(code) => format!("{url}?code={code}"),
        None => url,
    };
    let mut text = format!("The house is open at {}\n", server.url());
    if server.address().ip().is_unspecified()
        && !is_named
        && let Some(here) = this_machine()
    {
        let there = SocketAddr::new(here, server.address().port());
        let there = with_code(format!("http://{there}/"));
        text += &format!("Others in this network find it at {there}\n");
    } else if code.is_some() {
        text += &format!("Others come in by {}\n", with_code(server.url()));
    }
    if let Some(code) = &code {
        text += &format!("Its code is {code}: guests say it once.\n");
    }
    // Whoever reads that it is open may close it at once.
    let told = close_requested()?;
    print(&format!("{text}Ctrl-C closes it.\n"))?;
    let is_lost = tokio::select! {
        () = told => false,
        () = server.store_is_lost() => true,
    };
    server.close().await;
    match is_lost {
        false => Ok(()),
        true => {
            let text = "The database was deleted or replaced while the server ran. Put it back and start the server again.";
            Err(io::Error::other(text).into())
        }
    }
}

/// The address of this machine in its network: the one from which it would speak to others. Nothing is sent.
fn this_machine() -> Option<IpAddr> {
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    // It is kept for examples: nobody is there.
    socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9)).ok()?;
    let here = socket.local_addr().ok()?.ip();
    Some(here).filter(|here| !here.is_unspecified() && !here.is_loopback())
}

fn config(args: &ServeArgs) -> Result<Config, Refusal> {
    Ok(Config {
        listen: args.listen,
        public_url: args.public_url.as_ref().map(|url| url.parse()).transpose()?,
        code: args.code.as_ref().map(|code| code.parse()).transpose()?,
        proxies: args.proxy.clone(),
        limits: ServerLimits {
            patience: Duration::from_secs(args.patience),
            ..ServerLimits::default().for_address(args.per_address)
        },
    })
}

/// Hears from now on when it is told to close; what it gives waits for that.
#[cfg(unix)]
fn close_requested() -> io::Result<impl Future<Output = ()>> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut terminate = signal(SignalKind::terminate())?;
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
    })
}

/// Hears from now on when it is told to close; what it gives waits for that.
#[cfg(windows)]
fn close_requested() -> io::Result<impl Future<Output = ()>> {
    let mut interrupt = tokio::signal::windows::ctrl_c()?;
    Ok(async move {
        let _ = interrupt.recv().await;
    })
}
