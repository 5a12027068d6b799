//! Generates the page's TypeScript types from the wire types. `WRITE_TYPES=1 cargo test -p web types` writes the file.

use crate::wire;
use std::collections::BTreeMap;
use std::path::Path;
use ts_rs::{Config, TS, TypeVisitor};

/// The declarations by name.
struct Types {
    config: Config,
    all: BTreeMap<String, String>,
}

impl TypeVisitor for Types {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        // Types without a file of their own are numbers, texts and lists.
        if T::output_path().is_none() || self.all.contains_key(&T::ident(&self.config)) {
            return;
        }
        self.all.insert(T::ident(&self.config), T::decl(&self.config));
        T::visit_dependencies(self);
    }
}

fn types() -> String {
    let config = Config::new().with_large_int("number");
    let mut types = Types { config, all: BTreeMap::new() };
    macro_rules! visit { ($($name:ident),* $(,)?) => { $(types.visit::<wire::$name>();)* } }
    visit!(
        Asker,
        Board,
        Boards,
        Briefs,
        Dailies,
        Done,
        Export,
        Games,
        Hinted,
        Honours,
        Issued,
        Link,
        LinkOwner,
        NewToken,
        Opened,
        RefusedBody,
        Remarks,
        Rules,
        Saved,
        Sessions,
        SignedIn,
        Steps,
        Stored,
        Tables,
        Tallies,
        Tokens,
    );
    types.visit::<engine::scene::Body>();
    let mut text = String::from(
        "// Generated from crates/web/src/wire.rs by `WRITE_TYPES=1 cargo test -p web types`. Do not edit.\n\n",
    );
    for decl in types.all.values() {
        decl.lines().for_each(|line| text += &format!("{}\n", line.trim_end()));
        text += "\n";
    }
    format!("{}\n", text.trim_end())
}

#[test]
fn the_page_types_match_the_wire_types() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/browser/protocol.d.ts");
    let expected = types();
    if std::env::var_os("WRITE_TYPES").is_some() {
        std::fs::write(&file, &expected).unwrap();
    }
    let committed = std::fs::read_to_string(&file).unwrap_or_default().replace("\r\n", "\n");
    assert_eq!(
        committed, expected,
        "run `WRITE_TYPES=1 cargo test -p web types` to update the file"
    );
}
