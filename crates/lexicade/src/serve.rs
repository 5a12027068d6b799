//! The `serve` command: starts the server, and stops it on a signal.

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

/// Runs the server until a signal stops it.
pub(crate) fn run(args: &ServeArgs, global: &GlobalArgs) -> Result<(), LineError> {
    let mut config = config(args)?;
    raise_file_limit();
    let runtime = Builder::new_multi_thread().enable_all().build()?;
    let store = store_location::store(global, &runtime)?;
    tracing_subscriber::fmt().json().with_writer(io::stderr).init();
    let served = runtime.block_on(async {
        // A server with a public address, or one for this machine only, needs no code unless the host sets one.
        let is_for_all = !config.listen.ip().is_loopback() && config.public_url.is_none();
        if is_for_all && config.code.is_none() && !args.no_code {
            let code = web::load_access_code(&store)
                .await
                .map_err(|error| store_location::store_refusal(&error))?;
            config.code = Some(code);
        }
        serve(store, config).await
    });
    // Don't wait for bots that are still thinking.
    runtime.shutdown_timeout(Duration::from_millis(500));
    served
}

/// Raises the limit of open files to the maximum: the default allows only a few connections.
fn raise_file_limit() {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
        let maximum = getrlimit(Resource::Nofile).maximum;
        // If this fails, the server refuses connections above the limit.
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
        let text = format!("Can't listen on {listen}: {error}.");
        io::Error::new(error.kind(), text)
    })?;
    if !server.address().ip().is_loopback() && !is_secure {
        complain("others on this network can reach this server, and connections are not encrypted");
    }
    let with_code = |url: String| match &code {
        Some(code) => format!("{url}?code={code}"),
        None => url,
    };
    let mut text = format!("Server running at {}\n", server.url());
    if server.address().ip().is_unspecified()
        && !is_named
        && let Some(here) = this_machine()
    {
        let there = SocketAddr::new(here, server.address().port());
        let there = with_code(format!("http://{there}/"));
        text += &format!("On this network: {there}\n");
    } else if code.is_some() {
        text += &format!("With its code: {}\n", with_code(server.url()));
    }
    if let Some(code) = &code {
        text += &format!("Access code: {code} (guests enter it once)\n");
    }
    // The handlers must exist before the message: its reader may stop the server at once.
    let stop = stop_signal()?;
    print(&format!("{text}Press Ctrl-C to stop.\n"))?;
    let is_lost = tokio::select! {
        () = stop => false,
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

/// The address of this machine in its network: the source address for packets to others. Sends nothing.
fn this_machine() -> Option<IpAddr> {
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    // An address reserved for documentation.
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

/// Installs the signal handlers now; the future waits for a signal.
#[cfg(unix)]
fn stop_signal() -> io::Result<impl Future<Output = ()>> {
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

/// Installs the signal handlers now; the future waits for a signal.
#[cfg(windows)]
fn stop_signal() -> io::Result<impl Future<Output = ()>> {
    let mut interrupt = tokio::signal::windows::ctrl_c()?;
    Ok(async move {
        let _ = interrupt.recv().await;
    })
}
