//! What the viewers of a match see. A match doesn't change between moves, so each viewer's view, its JSON and its scene
//! are built when somebody first asks for them, and then kept as long as the match.

use crate::any::Json;
use crate::{Face, Match, Scene, Seat, Unnamed, Viewer};
use serde_json::value::to_raw_value;
use std::sync::OnceLock;

/// The views of one match that were built so far.
pub(crate) struct Views<G: Face> {
    seats: Box<[Kept<G>]>,
    public: Kept<G>,
}

/// What one viewer sees.
struct Kept<G: Face> {
    viewer: Viewer,
    view: OnceLock<G::View>,
    json: OnceLock<Json>,
    scene: OnceLock<Unnamed<Scene>>,
}

impl<G: Face> Views<G> {
    pub(crate) fn new(seats: u8) -> Views<G> {
        let seats = (0..seats).map(|seat| Kept::new(Viewer::Seat(Seat(seat)))).collect();
        Views { seats, public: Kept::new(Viewer::Public) }
    }

    /// The view of one viewer.
    pub(crate) fn view(&self, game: &Match<G>, viewer: Viewer) -> &G::View {
        self.of(game.effective_viewer(viewer)).view(game)
    }

    /// The view of one viewer as JSON.
    pub(crate) fn json(&self, game: &Match<G>, viewer: Viewer) -> &Json {
        let kept = self.of(game.effective_viewer(viewer));
        // Views are plain data and always serialize: a view type that didn't would fail every test of its game.
        kept.json.get_or_init(|| to_raw_value(kept.view(game)).unwrap_or_default())
    }

    /// The scene of one viewer. It has choices and asks only if the viewer may move now, so in a match with one seat
    /// the public has another scene than the seat.
    pub(crate) fn scene(&self, game: &Match<G>, viewer: Viewer) -> &Unnamed<Scene> {
        let acts = viewer.seat().is_some_and(|seat| game.to_act().has(seat));
        self.of(viewer).scene.get_or_init(|| scene::<G>(self.view(game, viewer), acts))
    }

    /// A seat that doesn't exist sees what the public sees.
    fn of(&self, viewer: Viewer) -> &Kept<G> {
        viewer.seat().and_then(|seat| self.seats.get(seat.index())).unwrap_or(&self.public)
    }
}

impl<G: Face> Kept<G> {
    fn new(viewer: Viewer) -> Kept<G> {
        let (view, json, scene) = (OnceLock::new(), OnceLock::new(), OnceLock::new());
        Kept { viewer, view, json, scene }
    }

    fn view(&self, game: &Match<G>) -> &G::View {
        self.view.get_or_init(|| game.view(self.viewer))
    }
}

/// The scene of a view, without choices and asks if the viewer may not move now.
pub(crate) fn scene<G: Face>(view: &G::View, acts: bool) -> Unnamed<Scene> {
    let scene = Unnamed::new(G::scene(view));
    if acts { scene } else { scene.without_moves() }
}
