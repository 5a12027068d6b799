//! Replays a match from its log, entry by entry, as one viewer saw it.

use crate::{Console, HallContext, LineError, default_dialogue, draw};
use engine::Scene;
use hall::Summary;

/// Replays a match: a finished one as everybody may see it, an unfinished one as its player does. With `step`, waits
/// for Enter before every entry.
pub fn replay(
    console: &mut Console,
    context: HallContext,
    summary: &Summary,
    step: bool,
) -> Result<(), LineError> {
    let viewer = context.players.replay_viewer(summary)?;
    let names = context.players.names_at(&summary.sat);
    let updates = context.runtime.block_on(context.hall.replay(&summary.id, viewer))?;
    let mut scene = None;
    let last = updates.len().saturating_sub(1);
    for (n, update) in updates.into_iter().enumerate() {
        let update = update.named(&names);
        // Sitting down and asking for hints change nothing that the viewer sees.
        if update.said.is_empty() && scene.as_ref() == Some(&update.scene) {
            continue;
        }
        update.said.iter().try_for_each(|said| console.say(said))?;
        show(console, &update.scene, &update.said)?;
        scene = Some(update.scene);
        if let Some(over) = update.over.filter(|_| n == last) {
            default_dialogue::say_ticket(console, &over)?;
        } else if step
            && console.question("Press Enter for the next step, or type /quit: ")?.is_none()
        {
            return Ok(());
        }
    }
    Ok(())
}

/// Shows a scene, drawn or in words.
pub(crate) fn show(console: &mut Console, scene: &Scene, said: &[String]) -> Result<(), LineError> {
    match console.screen_reader() {
        true => {
            let lines = scene.panes.iter().flat_map(draw::spoken);
            lines.collect::<Vec<_>>().iter().try_for_each(|line| console.say(line))?;
        }
        false => {
            console.say("")?;
            let width = console.width();
            console.show(&draw::scene(scene, said, width))?;
        }
    }
    Ok(console.say("")?)
}
