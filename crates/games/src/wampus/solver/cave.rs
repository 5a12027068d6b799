//! The shape of a cave of any size up to sixteen cells: neighbours, the paths of arrows, and symmetries.
//! The solver uses this instead of the game's own four by four cells, so that tests can check small caves
//! against brute force.

use super::super::Heading;

/// A set of cells, a bit each, row by row.
pub(super) type CellMask = u16;

/// The most cells a cave can have.
pub(super) const MOST: usize = 16;

/// The cells of a set, in order.
pub(super) fn each(mut cells: CellMask) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let cell = cells.trailing_zeros() as u8;
        (cells != 0).then(|| {
            cells &= cells - 1;
            cell
        })
    })
}

/// The set that contains one cell.
pub(super) fn one(cell: u8) -> CellMask {
    1 << cell
}

/// An empty cave.
pub(super) struct Cave {
    /// Every cell.
    pub(super) all: CellMask,
    cols: u8,
    first: CellMask,
    last: CellMask,
    near: [CellMask; MOST],
    rays: [[CellMask; 4]; MOST],
    symmetries: Vec<Symmetry>,
}

impl Cave {
    /// An empty cave of this size; `None` if it would have no cells or more than sixteen.
    pub(super) fn new(rows: u8, cols: u8) -> Option<Cave> {
        let cells = rows.checked_mul(cols).filter(|cells| (1..=MOST as u8).contains(cells))?;
        let column = |col| (0..rows).fold(0, |set, row| set | one(row * cols + col));
        let mut cave = Cave {
            all: CellMask::MAX >> (MOST as u8 - cells),
            cols,
            first: column(0),
            last: column(cols - 1),
            near: [0; MOST],
            rays: [[0; 4]; MOST],
            symmetries: Vec::new(),
        };
        for (cell, (near, rays)) in (0..cells).zip(cave.near.iter_mut().zip(&mut cave.rays)) {
            let (row, col) = (cell / cols, cell % cols);
            let along = |cells: &mut dyn Iterator<Item = u8>| cells.fold(0, |set, n| set | one(n));
            *rays = [
                along(&mut (0..row).map(|row| row * cols + col)),
                along(&mut (col + 1..cols).map(|col| row * cols + col)),
                along(&mut (row + 1..rows).map(|row| row * cols + col)),
                along(&mut (0..col).map(|col| row * cols + col)),
            ];
            let beside = [
                (row > 0).then(|| cell - cols),
                (col + 1 < cols).then(|| cell + 1),
                (row + 1 < rows).then(|| cell + cols),
                (col > 0).then(|| cell - 1),
            ];
            *near = beside.into_iter().flatten().fold(0, |set, cell| set | one(cell));
        }
        cave.symmetries = Symmetry::all(rows, cols);
        Some(cave)
    }

    /// The cells one step away from a cell.
    pub(super) fn near(&self, cell: u8) -> CellMask {
        self.near.get(usize::from(cell)).copied().unwrap_or(0)
    }

    /// The cells that an arrow shot from a cell flies over.
    pub(super) fn ray(&self, cell: u8, dir: Heading) -> CellMask {
        self.rays.get(usize::from(cell)).map_or(0, |rays| rays[dir as usize])
    }

    /// The cells one step away from any of these.
    pub(super) fn around(&self, cells: CellMask) -> CellMask {
        let up_down = cells >> self.cols | cells << self.cols;
        (up_down | (cells & !self.first) >> 1 | (cells & !self.last) << 1) & self.all
    }

    /// The rotations and reflections that map the cave to itself; the identity comes first.
    pub(super) fn symmetries(&self) -> &[Symmetry] {
        &self.symmetries
    }
}

/// A rotation or reflection.
pub(super) struct Symmetry {
    to: [u8; MOST],
    dirs: [Heading; 4],
    /// The image of each set within the first and within the last eight cells.
    halves: [Box<[CellMask; 256]>; 2],
}

impl Symmetry {
    fn all(rows: u8, cols: u8) -> Vec<Symmetry> {
        let mut symmetries = Vec::new();
        for swapped in [false, true] {
            if swapped && rows != cols {
                continue;
            }
            for (flipped, mirrored) in [(false, false), (true, false), (false, true), (true, true)]
            {
                symmetries.push(Symmetry::new(rows, cols, swapped, flipped, mirrored));
            }
        }
        symmetries
    }

    fn new(rows: u8, cols: u8, swapped: bool, flipped: bool, mirrored: bool) -> Symmetry {
        let mut to = [0; MOST];
        for (cell, to) in (0..rows * cols).zip(&mut to) {
            let (mut row, mut col) = (cell / cols, cell % cols);
            if swapped {
                (row, col) = (col, row);
            }
            row = if flipped { rows - 1 - row } else { row };
            col = if mirrored { cols - 1 - col } else { col };
            *to = row * cols + col;
        }
        let dirs = Heading::ALL.map(|dir| {
            let dir = match (swapped, dir) {
                (false, dir) => dir,
                (true, Heading::Up) => Heading::Left,
                (true, Heading::Left) => Heading::Up,
                (true, Heading::Down) => Heading::Right,
                (true, Heading::Right) => Heading::Down,
            };
            match dir {
                Heading::Up if flipped => Heading::Down,
                Heading::Down if flipped => Heading::Up,
                Heading::Left if mirrored => Heading::Right,
                Heading::Right if mirrored => Heading::Left,
                dir => dir,
            }
        });
        let half = |from: usize| {
            let image = |bits: usize| {
                let cells = to.iter().skip(from).take(8).enumerate();
                cells.filter(|(n, _)| bits >> n & 1 == 1).fold(0, |set, (_, &to)| set | one(to))
            };
            Box::new(std::array::from_fn(image))
        };
        Symmetry { to, dirs, halves: [half(0), half(8)] }
    }

    /// The image of a set of cells.
    pub(super) fn cells(&self, cells: CellMask) -> CellMask {
        let [low, high] = &self.halves;
        low[usize::from(cells as u8)] | high[usize::from(cells >> 8)]
    }

    /// The image of a cell.
    pub(super) fn cell(&self, cell: u8) -> u8 {
        self.to.get(usize::from(cell)).copied().unwrap_or(cell)
    }

    /// The image of a direction.
    pub(super) fn dir(&self, dir: Heading) -> Heading {
        self.dirs[dir as usize]
    }

    /// The cell with this image.
    pub(super) fn cell_back(&self, image: u8) -> u8 {
        self.to.iter().position(|&to| to == image).map_or(image, |cell| cell as u8)
    }

    /// The direction with this image.
    pub(super) fn dir_back(&self, image: Heading) -> Heading {
        Heading::ALL.into_iter().find(|&dir| self.dir(dir) == image).unwrap_or(image)
    }
}
