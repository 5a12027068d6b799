//! A fast model of a match for the search: cells and words are numbers, racks are counts. It needs to know
//! all tiles; callers that don't know them deal the hidden ones at random. It implements the rules of
//! `turn.rs` and `cover.rs` a second time; a test compares the two.

/// A letter, 0 for A.
pub(in crate::junior) type Letter = u8;

/// The number of tiles of each letter on a rack.
pub(in crate::junior) type TileCounts = [u8; 26];

/// The board, which doesn't change during a match.
pub(in crate::junior) struct BoardShape {
    letters: Vec<Letter>,
    words: Vec<Vec<u16>>,
    /// For each cell the words through it, each with the cell's index in the word.
    through: Vec<Vec<(u16, u8)>>,
}

impl BoardShape {
    /// A board from the letters of its cells and the cells of each word.
    pub(in crate::junior) fn new(letters: Vec<Letter>, words: Vec<Vec<u16>>) -> BoardShape {
        let mut through = vec![Vec::new(); letters.len()];
        for (n, word) in (0..).zip(&words) {
            for (place, &cell) in (0..).zip(word) {
                through[usize::from(cell)].push((n, place));
            }
        }
        BoardShape { letters, words, through }
    }

    pub(in crate::junior) fn letter(&self, cell: u16) -> Letter {
        self.letters.get(usize::from(cell)).copied().unwrap_or(0)
    }

    /// The number of words.
    pub(in crate::junior) fn words(&self) -> usize {
        self.words.len()
    }
}

/// The moves of one turn, and their points.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::junior) struct RaceTurn {
    pub(in crate::junior) first: u16,
    pub(in crate::junior) second: Option<u16>,
    pub(in crate::junior) points: i32,
}

/// A set of cells; a board has at most 400.
#[derive(Default)]
struct CellFlags([u64; 7]);

impl CellFlags {
    fn has(&self, cell: u16) -> bool {
        self.0[usize::from(cell / 64)] & (1 << (cell % 64)) != 0
    }

    /// Adds a cell; returns false if the set already had it.
    fn add(&mut self, cell: u16) -> bool {
        let is_new = !self.has(cell);
        self.0[usize::from(cell / 64)] |= 1 << (cell % 64);
        is_new
    }
}

/// The state of a match.
#[derive(Clone)]
pub(in crate::junior) struct Race {
    covered: Vec<bool>,
    /// For each word the number of its uncovered letters, and the index of the first one.
    open: Vec<(u8, u8)>,
    /// The number of uncovered letters.
    pub(in crate::junior) left: usize,
    pub(in crate::junior) racks: Vec<TileCounts>,
    /// The last tile is drawn first.
    pub(in crate::junior) pool: Vec<Letter>,
    pub(in crate::junior) scores: Vec<i32>,
    pub(in crate::junior) here: Vec<bool>,
    pub(in crate::junior) seat: usize,
    pub(in crate::junior) moves_left: u8,
}

/// A source of random numbers: returns one below its argument.
pub(in crate::junior) type ChanceFn<'a> = &'a mut dyn FnMut(usize) -> usize;

const HAND: usize = crate::board::HAND;

impl Race {
    /// A match before the first draw.
    pub(in crate::junior) fn new(shape: &BoardShape, seats: usize) -> Race {
        Race {
            covered: vec![false; shape.letters.len()],
            open: shape.words.iter().map(|word| (word.len() as u8, 0)).collect(),
            left: shape.letters.len(),
            racks: vec![[0; 26]; seats],
            pool: Vec::new(),
            scores: vec![0; seats],
            here: vec![true; seats],
            seat: 0,
            moves_left: 2,
        }
    }

    /// Copies another match on the same board, without allocating.
    pub(in crate::junior) fn copy(&mut self, other: &Race) {
        self.covered.clone_from(&other.covered);
        self.open.clone_from(&other.open);
        self.left = other.left;
        self.racks.clone_from(&other.racks);
        self.pool.clone_from(&other.pool);
        self.scores.clone_from(&other.scores);
        self.here.clone_from(&other.here);
        (self.seat, self.moves_left) = (other.seat, other.moves_left);
    }

    /// Covers a cell; returns the number of words that it completes.
    pub(in crate::junior) fn cover(&mut self, shape: &BoardShape, cell: u16) -> i32 {
        let mut done = 0;
        self.covered[usize::from(cell)] = true;
        self.left -= 1;
        for &(word, place) in shape.through.get(usize::from(cell)).into_iter().flatten() {
            let open = &mut self.open[usize::from(word)];
            open.0 -= 1;
            if open.0 == 0 {
                done += 1;
            }
            if open.1 == place {
                let cells = shape.words.get(usize::from(word)).into_iter().flatten();
                let covered = |cell: &u16| self.covered.get(usize::from(*cell)) == Some(&true);
                open.1 +=
                    cells.skip(usize::from(place)).take_while(|cell| covered(cell)).count() as u8;
            }
        }
        done
    }

    /// Undoes [`Race::cover`].
    fn uncover(&mut self, shape: &BoardShape, cell: u16) {
        self.covered[usize::from(cell)] = false;
        self.left += 1;
        for &(word, place) in shape.through.get(usize::from(cell)).into_iter().flatten() {
            let open = &mut self.open[usize::from(word)];
            *open = (open.0 + 1, open.1.min(place));
        }
    }

    fn rack(&self) -> TileCounts {
        self.racks.get(self.seat).copied().unwrap_or([0; 26])
    }

    /// The number of tiles of a letter on the acting rack.
    fn held(&mut self, letter: Letter) -> &mut u8 {
        &mut self.racks[self.seat][usize::from(letter)]
    }

    /// Covers a cell with a tile of the acting seat; returns the number of words that it completes.
    fn place(&mut self, shape: &BoardShape, cell: u16) -> i32 {
        *self.held(shape.letter(cell)) -= 1;
        self.cover(shape, cell)
    }

    fn take_back(&mut self, shape: &BoardShape, cell: u16) {
        *self.held(shape.letter(cell)) += 1;
        self.uncover(shape, cell);
    }

    /// Finds the cells that are next in some word and whose letter is on the acting rack, each once.
    fn coverable(&self, shape: &BoardShape, cells: &mut Vec<u16>) {
        cells.clear();
        let (rack, mut met) = (self.rack(), CellFlags::default());
        for (word, &(open, first)) in shape.words.iter().zip(&self.open) {
            let Some(&cell) = word.get(usize::from(first)).filter(|_| open > 0) else { continue };
            let held = rack.get(usize::from(shape.letter(cell))).is_some_and(|&held| held > 0);
            if held && met.add(cell) {
                cells.push(cell);
            }
        }
    }

    /// Finds all legal rests of the current turn, each pair of cells once. There are none if the acting seat
    /// can't cover anything.
    pub(in crate::junior) fn turns(&mut self, shape: &BoardShape, turns: &mut Vec<RaceTurn>) {
        turns.clear();
        let (mut firsts, mut seconds) = (Vec::new(), Vec::new());
        self.coverable(shape, &mut firsts);
        let (mut alone, mut tried) = (Vec::new(), CellFlags::default());
        for &first in &firsts {
            tried.add(first);
            let points = self.place(shape, first);
            seconds.clear();
            if self.moves_left > 1 {
                self.coverable(shape, &mut seconds);
            }
            if seconds.is_empty() {
                alone.push(RaceTurn { first, second: None, points });
            }
            // An earlier first cell already had this one as its second: covering a cell doesn't prevent others,
            // except that it uses up a tile.
            for &second in seconds.iter().filter(|&&second| !tried.has(second)) {
                let more = self.place(shape, second);
                turns.push(RaceTurn { first, second: Some(second), points: points + more });
                self.take_back(shape, second);
            }
            self.take_back(shape, first);
        }
        if turns.is_empty() {
            *turns = alone;
        }
    }

    /// Plays a turn for the acting seat and moves on to the next seat.
    pub(in crate::junior) fn make(&mut self, shape: &BoardShape, turn: &RaceTurn, luck: ChanceFn) {
        let cells = [Some(turn.first), turn.second];
        let points: i32 = cells.into_iter().flatten().map(|cell| self.place(shape, cell)).sum();
        if let Some(score) = self.scores.get_mut(self.seat) {
            *score += points;
        }
        if self.left > 0 {
            self.refill();
            self.next(shape, luck);
        }
    }

    /// Fills up the acting rack to seven tiles, as long as the pool lasts.
    fn refill(&mut self) {
        let held: usize = self.rack().iter().map(|&held| usize::from(held)).sum();
        for _ in held..HAND {
            let Some(letter) = self.pool.pop() else { return };
            *self.held(letter) += 1;
        }
    }

    /// Moves on to the next seat that can cover something. Seats that can't exchange tiles or are skipped.
    pub(in crate::junior) fn next(&mut self, shape: &BoardShape, luck: ChanceFn) {
        let mut cells = Vec::new();
        // Exchanged tiles may be useless for a while; the limit only guards against an endless loop.
        for _ in 0..1_000 {
            let seats = self.here.len();
            let after = (1..=seats).map(|n| (self.seat + n) % seats.max(1));
            let next = after.into_iter().find(|&seat| self.here.get(seat) == Some(&true));
            self.seat = next.unwrap_or(self.seat);
            self.moves_left = 2;
            self.coverable(shape, &mut cells);
            if !cells.is_empty() {
                return;
            }
            self.exchange(shape, luck);
            self.refill();
        }
    }

    /// Exchanges the tiles of the acting seat that would have to wait longest.
    fn exchange(&mut self, shape: &BoardShape, luck: ChanceFn) {
        let mut waits = [u8::MAX; 26];
        for (word, &(open, first)) in shape.words.iter().zip(&self.open) {
            for (wait, &cell) in (0..open).zip(word.iter().skip(usize::from(first))) {
                if let Some(least) = waits.get_mut(usize::from(shape.letter(cell))) {
                    *least = wait.min(*least);
                }
            }
        }
        let rack = self.rack();
        let mut tiles: Vec<Letter> = Vec::new();
        for (letter, &held) in (0..).zip(&rack) {
            tiles.extend(std::iter::repeat_n(letter, usize::from(held)));
        }
        tiles.sort_by_key(|&tile| std::cmp::Reverse(waits.get(usize::from(tile)).copied()));
        tiles.truncate(2.min(self.pool.len()));
        for _ in 0..tiles.len() {
            let drawn = self.pool.pop();
            if let Some(letter) = drawn {
                *self.held(letter) += 1;
            }
        }
        for tile in tiles {
            *self.held(tile) -= 1;
            let place = luck(self.pool.len() + 1);
            self.pool.insert(place, tile);
        }
    }

    /// The points of a seat minus those of the best other seat.
    pub(in crate::junior) fn lead(&self, seat: usize) -> i32 {
        let scores = self.scores.iter().zip(&self.here).enumerate();
        let others = scores.filter(|&(other, (_, &here))| here && other != seat);
        let best = others.map(|(_, (&score, _))| score).max().unwrap_or(0);
        self.scores.get(seat).copied().unwrap_or(0) - best
    }

    /// Is every letter covered?
    pub(in crate::junior) fn is_over(&self) -> bool {
        self.left == 0
    }

    /// Everything that the rest of the match depends on once the pool is empty.
    pub(in crate::junior) fn key(&self) -> (Vec<bool>, Vec<TileCounts>, usize, u8) {
        (self.covered.clone(), self.racks.clone(), self.seat, self.moves_left)
    }
}
