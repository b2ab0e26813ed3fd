//! Routes: how states come into a slot, from where, and what happens to their rows and bits on the way.
//!
//! There is a route for each move of the blank from a slot. For a set of places, it names the row at its
//! other end, and says what to do with the bits of that row: most often nothing at all. Only where a
//! distinguished tile jumps over another one of its group are bits permuted.

use crate::bfs::search::{MAX_HOPS, Metric};
use crate::index::space::{Slot, Space, parity};
use crate::index::windows::{Shift, Window};

/// How states come into a slot: from where, and the windows that rotate, as seen from the slot itself.
pub(crate) struct Route<'a> {
    /// The code of the move that leads back.
    pub(crate) code: u8,
    pub(crate) from: Slot,
    windows: Vec<&'a Window>,
    /// By row of a slice, the row at the other end; only in searches for move tables.
    pub(crate) far_rows: Vec<u32>,
}

/// What a route does to the rows of one set of places.
#[derive(Clone, Copy, Default)]
pub(crate) struct Pull {
    /// The set at the other end.
    pub(crate) set: u32,
    /// Shifts that exchange rows, and how many there are.
    row_shifts: [Shift; MAX_HOPS],
    row_shift_count: u8,
    /// Shifts that permute the bits of a row, and how many there are.
    bit_shifts: [Shift; MAX_HOPS],
    bit_shift_count: u8,
}

impl Pull {
    /// The order of A at the other end.
    #[inline(always)]
    pub(crate) fn order(&self, space: &Space, a: usize) -> usize {
        let shifts = self.row_shifts[..self.row_shift_count.into()].iter();
        shifts.fold(a, |a, &shift| space.shifts_a()[shift as usize][a].into())
    }

    /// The only shift that exchanges rows, in a search by single-tile moves; 0 if there is none.
    #[inline(always)]
    pub(crate) fn row_shift(&self) -> Shift {
        self.row_shifts[0]
    }

    /// The shifts that permute the bits of a row, as seen from here; most often none.
    #[inline(always)]
    pub(crate) fn bit_shifts(&self) -> &[Shift] {
        &self.bit_shifts[..self.bit_shift_count.into()]
    }

    /// Whether bits come as they are.
    #[inline(always)]
    pub(crate) fn is_plain(&self) -> bool {
        self.bit_shift_count == 0
    }
}

impl Route<'_> {
    /// What the route does to the rows of a set of places.
    #[inline(always)]
    pub(crate) fn pull(&self, space: &Space, set: usize) -> Pull {
        let mut pull = Pull { set: set as u32, ..Pull::default() };
        for window in &self.windows {
            let rotation = window.rotation(space.sets()[pull.set as usize]);
            pull.set = pull.set.wrapping_add_signed(rotation.offset);
            let (rows, bits) = if space.is_whole() { (rotation.a, rotation.b) } else { (0, rotation.a) };
            if rows != 0 {
                pull.row_shifts[usize::from(pull.row_shift_count)] = rows;
                pull.row_shift_count += 1;
            }
            if bits != 0 {
                pull.bit_shifts[usize::from(pull.bit_shift_count)] = bits;
                pull.bit_shift_count += 1;
            }
        }
        pull
    }

    /// The row at the other end for a row of the slot.
    fn far_row(&self, space: &Space, row: usize) -> u32 {
        let per_set = space.rows_per_set();
        let pull = self.pull(space, row / per_set);
        pull.set * per_set as u32 + pull.order(space, row % per_set) as u32
    }
}

/// The routes that end in a slot: one for each cell where the blank can go from there in one move.
pub(crate) fn routes(space: &Space, slot: Slot, metric: Metric, with_far_rows: bool) -> Vec<Route<'_>> {
    let mut routes = vec![];
    for step in space.moves_from(slot) {
        let mut windows = vec![];
        let mut next = Some(step);
        while let Some(step) = next {
            windows.extend(step.window.as_ref());
            let mut route =
                Route { code: step.code, from: step.to, windows: windows.clone(), far_rows: vec![] };
            if with_far_rows {
                route.far_rows = (0..space.slice_rows()).map(|row| route.far_row(space, row)).collect();
            }
            routes.push(route);
            let onward = space.moves_from(step.to).iter().find(|onward| onward.code == step.code);
            next = onward.filter(|_| metric == Metric::Multi);
        }
    }
    routes
}

/// By shift, and by parity of B's order in a whole puzzle: where each bit of a row goes. Filled up to
/// `width`.
pub(crate) fn bit_places(space: &Space, width: usize) -> Vec<[Vec<u16>; 2]> {
    let full_rank = |bit: usize, odd: usize| 2 * bit + usize::from(parity(2 * bit, space.tiles_b()) != odd);
    let place = |shift: &[u16], bit: usize, odd: usize| match space.is_whole() {
        true => shift[full_rank(bit, odd) % shift.len()] / 2,
        false => shift[bit],
    };
    let row = |shift: &[u16], odd: usize| {
        let bits = if shift.is_empty() || odd > 0 && !space.is_whole() { 0 } else { space.row_bits() };
        let mut places: Vec<u16> = (0..bits).map(|bit| place(shift, bit, odd)).collect();
        places.resize(if bits == 0 { 0 } else { width }, 0);
        places
    };
    let shifts = if space.is_whole() { space.shifts_b() } else { space.shifts_a() };
    shifts.iter().map(|shift| [0, 1].map(|odd| row(shift, odd))).collect()
}

/// Bits that are permuted with one look-up.
pub(crate) const SIX: usize = 6;

/// Rows of so few bits have look-up tables.
const MOST_BITS: usize = 2 * SIX;

/// By shift, and by parity of B's order: what the lowest six bits of a row become, and then what the next six
/// become.
pub(crate) type SixTables = Vec<[Vec<u16>; 2]>;

/// The look-up tables, where rows have few bits; `places` says where each bit goes.
pub(crate) fn six_tables(bits: usize, places: &[[Vec<u16>; 2]]) -> SixTables {
    if bits > MOST_BITS {
        return vec![];
    }
    let table = |places: &Vec<u16>| -> Vec<u16> {
        let permuted = |i: usize| {
            let (first, six) = (i >> SIX, i % (1 << SIX));
            let set = (0..SIX).filter(|bit| six >> bit & 1 == 1).map(|bit| first * SIX + bit);
            set.filter(|&bit| bit < bits).fold(0, |row, bit| row | 1 << places[bit])
        };
        if places.is_empty() { vec![] } else { (0..2 << SIX).map(permuted).collect() }
    };
    places.iter().map(|places| [&places[0], &places[1]].map(table)).collect()
}
