//! Half of the states for all of them, where a search is its own mirror image.
//!
//! # The idea
//! On a square board, reflect a state in the main diagonal, and give each tile the number of the one whose home is the
//! reflected home of the first. Moves become moves. If the blank is at home on the diagonal, and with each tile that
//! is distinguished there is also its *image*, the goal is its own image, and a state is as deep as its image. So of
//! two such states one is enough.
//!
//! # Representation
//! The reflection takes all states of a slot and set of places to those of another slot and set, and one of the two is
//! stored. Which one is decided by the *weighted balance* of the cells that hold a tile of A: how many are above the
//! diagonal less how many are below, compared on the outermost diagonal where the two numbers differ. The one whose balance
//! is positive is stored. If it is zero, the one whose blank is above the diagonal;
//! and if the blank is on it, the smaller set. A few sets are their own images and are stored whole.
//!
//! What is not stored is read from its image. That permutes the bits of a row, in one of many ways, since the tiles of
//! a set are read in another order. All ways together would be a table of k! · k! entries; the 1,139 that are needed for
//! seven tiles on 4×4 would still take a fifth as much memory as the bits. So a permutation is made in steps: the head and
//! the tail of the order are permuted, each within itself, and then merged. That takes a small table for each, and one of
//! k! entries for each way to merge them.
//!
//! A row is permuted once, even if a move across rows of the board permutes it, too. For the images of such a move's ends
//! are beside each other in a row of the board, where bits come as they are: the row of the one is that of the other, and
//! only the other is reflected.
//!
//! # Cost
//! Half the bits and a little more: for the sets that are their own images (one in a hundred for seven tiles on 4×4, one
//! in twelve on 3×3), half a byte for each set of a slot, and sixteen for each that is read from its image. Half the work,
//! and three look-ups for each bit that is read from its image, where others are read 64 at a time. But few are: a
//! move leads from states that are stored to those that are not only if it takes a tile of A nearer to the diagonal or
//! further away and that decides. That is one move in 18 for seven tiles on 4×4, and one in 42 for five on 5×5. (Without
//! weights it is one in 18 and in 25, and more moves of the others permute bits. If the place of the blank came first, it
//! would be one in 4 and one in 5.)

use crate::bfs::reflected_orders::{MOST, Orders, Permutation, Steps};
use crate::bfs::subset::Subset;
use crate::index::bit_rows;
use crate::index::rank::rank_set;
use crate::index::space::{Address, Slot, Space, State, parity};
use crate::puzzle::error::{Purpose, Result};
use crate::puzzle::grid::{Grid, Move};
use crate::runtime::allocate;
use crate::runtime::cancel::Cancel;

/// The reflection of a space in its main diagonal. See the head of this file.
pub struct Reflection {
    /// By slot: what is stored of its slice.
    slices: Vec<Slice>,
    /// By slot: its image.
    images: Vec<Slot>,
    /// By tile from 1 on, in A and then in B: its image.
    tile_images: Vec<usize>,
    /// How many tiles are in A.
    tiles_a: usize,
    /// What a reflection does to the orders of A and B; nothing before [`Reflection::make_tables`].
    orders: Option<[Orders; 2]>,
    /// By bit of a row in a whole puzzle: the parity of the lower of its two ranks.
    bit_parity: Vec<u8>,
}

/// What is stored of a slice, and where the rest is.
struct Slice {
    stored: Subset,
    /// The sets that are their own images.
    own: Subset,
    /// Sets that are not stored, but can be reached by a move from one that is; and those that are their own images.
    read: Subset,
    /// By number among these, after [`Reflection::make_tables`].
    images: Vec<Image>,
}

/// The image of a set, and how the orders of A and, in a whole puzzle, of B are permuted.
struct Image {
    set: u32,
    a: Ways,
    b: Ways,
}

/// How an order is permuted on the way to the image of a set, and on the way back.
#[derive(Clone, Copy, Default)]
struct Ways {
    there: Permutation,
    back: Permutation,
}

/// Where the images of the states of a set are stored.
pub(crate) struct StoredImage {
    /// The slot.
    pub(crate) slot: Slot,
    /// The set.
    pub(crate) set: usize,
    /// Its number among those that are stored.
    pub(crate) number: usize,
}

impl Reflection {
    /// The reflection of a space in which tile `i + 1` of A, and after them those of B in a whole puzzle, is at home
    /// in cell `homes[i]`. Only for squares without cells taken off, and tiles each of which has an image in its
    /// own group. No move takes the blank further than `reach` cells.
    ///
    /// It knows what is stored and how much memory the search takes. What takes much of it, `make_tables` makes.
    pub fn new(space: &Space, homes: &[usize], reach: usize, cancel: &Cancel) -> Result<Reflection> {
        let grid = space.grid();
        let image_of = |home: &usize| homes.iter().position(|other| *other == grid.reflected(*home));
        let tiles: Option<Vec<usize>> = homes.iter().map(image_of).collect();
        let tiles = tiles.expect("every tile has an image");
        let slice = |slot: Slot| Slice::new(space, slot, reach, cancel);
        Ok(Reflection {
            slices: space.all_slots().map(slice).collect::<Result<_>>()?,
            images: space.all_slots().map(|slot| image(space, slot)).collect(),
            tile_images: tiles.iter().map(|tile| tile + 1).collect(),
            tiles_a: space.tiles_a(),
            orders: None,
            bit_parity: vec![],
        })
    }

    /// Makes the tables by which rows are read from their images. No search runs without them.
    pub(crate) fn make_tables(&mut self, space: &Space, cancel: &Cancel) -> Result<()> {
        let (a, b) = self.tile_images.split_at(self.tiles_a);
        let a: Vec<usize> = a.iter().map(|tile| tile - 1).collect();
        let b: Vec<usize> = b.iter().map(|tile| tile - 1 - self.tiles_a).collect();
        let orders = [Orders::new(&a)?, Orders::new(&b)?];
        for (slot, slice) in (0..).map(Slot).zip(&mut self.slices) {
            slice.find_images(space, slot, &orders, cancel)?;
        }
        self.orders = Some(orders);
        let parity = |bit: usize| parity(2 * bit, space.tiles_b()) as u8;
        let whole_bits = if space.is_whole() { space.row_bits() } else { 0 };
        self.bit_parity = (0..whole_bits).map(parity).collect();
        Ok(())
    }

    /// How many sets of a slot are stored.
    pub(crate) fn stored_sets(&self, slot: Slot) -> usize {
        self.slices[slot.index()].stored.len()
    }

    /// The stored sets of a slot, from the one with this number on.
    pub(crate) fn sets(&self, slot: Slot, number: usize) -> impl Iterator<Item = usize> + '_ {
        self.slices[slot.index()].stored.from(number)
    }

    /// The row of a slice with this number among those that are stored.
    pub(crate) fn row(&self, space: &Space, slot: Slot, row: usize) -> usize {
        let per_set = space.rows_per_set();
        let set = self.sets(slot, row / per_set).next().expect("a row that is stored");
        set * per_set + row % per_set
    }

    /// The number of a set among those that are stored; nothing if its image is stored.
    #[inline(always)]
    pub(crate) fn number(&self, slot: Slot, set: usize) -> Option<usize> {
        self.slices[slot.index()].stored.number(set)
    }

    /// Where the images of the states of a set are stored. Only for sets that are not stored themselves, and that moves
    /// lead to from those that are.
    #[inline(always)]
    pub(crate) fn stored_image(&self, slot: Slot, set: usize) -> StoredImage {
        let (set, slot) = (self.image_of(slot, set).set as usize, self.images[slot.index()]);
        StoredImage { slot, set, number: self.number(slot, set).expect("its image is stored") }
    }

    /// How a row is read that a move along a row of the board brings from such a set: the move changes no order, so it is
    /// that of the images of this set.
    #[inline(always)]
    pub(crate) fn way_along(&self, slot: Slot, set: usize) -> WayHere<'_> {
        let Image { a, b, .. } = self.image_of(slot, set);
        self.way([a, b].map(|ways| Ways { there: ways.back, back: ways.there }))
    }

    /// The same for a move across rows of the board to this slot, if the set is read from `image`. The images of both
    /// ends are beside each other in a row of the board. So all that counts is how the image of the end here is reflected.
    #[inline(always)]
    pub(crate) fn way_across(&self, to: Slot, image: &StoredImage) -> WayHere<'_> {
        let Image { a, b, .. } = self.image_of(self.images[to.index()], image.set);
        self.way([*a, *b])
    }

    fn way(&self, [a, b]: [Ways; 2]) -> WayHere<'_> {
        let [orders_a, orders_b] = self.orders.as_ref().expect("the tables have been made");
        let (orders, bits) = if self.is_whole() { (orders_b, b) } else { (orders_a, a) };
        WayHere {
            order: orders_a.steps(a.back),
            bits: orders.steps(bits.there),
            bits_back: orders.steps(bits.back),
            bit_parity: &self.bit_parity,
        }
    }

    #[inline(always)]
    fn image_of(&self, slot: Slot, set: usize) -> &Image {
        let slice = &self.slices[slot.index()];
        &slice.images[slice.read.number(set).expect("a set that moves lead to")]
    }

    fn is_whole(&self) -> bool {
        self.tile_images.len() > self.tiles_a
    }

    /// Adds the new states of a stored set to the counts by slot, each together with its image.
    #[inline(always)]
    pub(crate) fn count(&self, slot: Slot, set: usize, fresh: u64, counts: &mut [u64]) {
        counts[slot.index()] += fresh;
        if self.slices[slot.index()].own.number(set).is_none() {
            counts[self.images[slot.index()].index()] += fresh;
        }
    }

    /// How many states of a slot have been visited, by the bits of all slots.
    pub(crate) fn count_visited(&self, space: &Space, slot: Slot, bits: &[Vec<u8>], row_bytes: usize) -> u64 {
        let of_set = space.rows_per_set() * row_bytes;
        let Slice { stored, own, .. } = &self.slices[slot.index()];
        let numbers = own.from(0).filter_map(|set| stored.number(set));
        let twice = numbers.map(|number| bit_rows::count(&bits[slot.index()][number * of_set..][..of_set]));
        let image = self.images[slot.index()];
        bit_rows::count(&bits[slot.index()]) + bit_rows::count(&bits[image.index()]) - twice.sum::<u64>()
    }

    /// The image of a state.
    pub(crate) fn image(&self, space: &Space, at: State) -> State {
        let grid = space.grid();
        let mut cells = vec![0; self.tile_images.len() + 1];
        for (cell, tile) in space.tiles(at).into_iter().enumerate() {
            match tile {
                Some(0) => cells[0] = grid.reflected(cell),
                Some(tile) => cells[self.tile_images[tile - 1]] = grid.reflected(cell),
                None => {}
            }
        }
        space.locate(cells[0], &cells[1..])
    }

    /// Where the bit of a state is, or that of its image if that is stored: with the number of its row among the
    /// stored ones.
    pub(crate) fn address(&self, space: &Space, at: State) -> Address {
        let number = |at: State| self.number(at.blank, at.set as usize);
        let here = number(at).map(|number| (at, number));
        let (at, number) = here.unwrap_or_else(|| {
            let image = self.image(space, at);
            (image, number(image).expect("its image is stored"))
        });
        let (per_set, Address { slot, row, bit }) = (space.rows_per_set(), space.address(at));
        Address { slot, row: number * per_set + row % per_set, bit }
    }

    /// The indices of some states and of their images, each once.
    pub(crate) fn with_images(&self, space: &Space, states: Vec<u64>, like: State) -> Vec<u64> {
        let image = |&index: &u64| space.index(self.image(space, space.state(index, like)));
        let mut all: Vec<u64> = states.iter().map(image).chain(states.iter().copied()).collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    /// How many bytes it takes, with all tables.
    pub(crate) fn bytes(&self) -> u64 {
        let tiles = [self.tiles_a, self.tile_images.len() - self.tiles_a];
        let slices = self.slices.iter().map(|slice| {
            let subsets = [&slice.stored, &slice.own, &slice.read].map(Subset::bytes);
            subsets.iter().sum::<usize>() + slice.read.len() * size_of::<Image>()
        });
        (slices.sum::<usize>() + tiles.map(Orders::bytes).iter().sum::<usize>()) as u64
    }
}

impl Slice {
    /// What is stored of the slice of a slot.
    fn new(space: &Space, slot: Slot, reach: usize, cancel: &Cancel) -> Result<Slice> {
        let (grid, sets, places) = (space.grid(), space.sets(), place_images(space, slot));
        let blank = slot.index();
        let side = grid.col(blank).cmp(&grid.row(blank));
        let cell = |place: usize| place + usize::from(place >= blank);
        let weights: Vec<i32> = (0..places.len()).map(|place| weight(grid, cell(place))).collect();
        let lines: Vec<Vec<usize>> = grid.moves(blank).map(|step| line(grid, blank, step, reach)).collect();
        let mut slice = Slice {
            stored: Subset::with_room(sets.len())?,
            own: Subset::with_room(if side.is_eq() { sets.len() } else { 0 })?,
            read: Subset::with_room(sets.len())?,
            images: vec![],
        };
        for (number, &set) in sets.iter().enumerate() {
            if number % SETS_PER_CHECK == 0 {
                cancel.check()?;
            }
            let balance: i32 = each_place(set).map(|place| weights[place]).sum();
            let image = || image_of_set(set, &places);
            if balance > 0 || balance == 0 && (side.is_gt() || side.is_eq() && set <= image()) {
                slice.stored.add(number);
                if balance == 0 && side.is_eq() && set == image() {
                    slice.own.add(number);
                    slice.read.add(number);
                }
            } else if lines.iter().any(|line| can_be_stored(set, balance, blank, line, grid)) {
                slice.read.add(number);
            }
        }
        Ok(slice)
    }

    /// Finds the images of the sets that are read from them.
    fn find_images(
        &mut self,
        space: &Space,
        slot: Slot,
        orders: &[Orders; 2],
        cancel: &Cancel,
    ) -> Result<()> {
        let place_images = place_images(space, slot);
        let all_places = (1u64 << place_images.len()) - 1;
        let ways = |orders: &Orders, set: u64| {
            let mut found = Places::default();
            let images = found.images(set, &place_images);
            let [back, there] = order_of(images).map(|order| orders.permutation(&order[..images.len()]));
            Ways { there, back }
        };
        self.images = allocate::with_room(self.read.len(), Purpose::Search)?;
        for (i, number) in self.read.from(0).enumerate() {
            if i % SETS_PER_CHECK == 0 {
                cancel.check()?;
            }
            let set = space.sets()[number];
            let image = rank_set(image_of_set(set, &place_images)) as u32;
            let b = space.is_whole().then(|| ways(&orders[1], all_places & !set));
            self.images.push(Image { set: image, a: ways(&orders[0], set), b: b.unwrap_or_default() });
        }
        Ok(())
    }
}

/// What a tile of A in a cell adds to the balance: more than all tiles nearer to the diagonal take away.
fn weight(grid: Grid, cell: usize) -> i32 {
    let above = grid.col(cell) as i32 - grid.row(cell) as i32;
    above.signum() * (2 * MOST as i32).pow(above.unsigned_abs().saturating_sub(1))
}

/// The cells that the blank reaches from a cell with this move, up to so many times.
fn line(grid: Grid, from: usize, step: Move, reach: usize) -> Vec<usize> {
    let next = |&cell: &usize| grid.neighbour(cell, step);
    std::iter::successors(Some(from), next).skip(1).take(reach).collect()
}

/// Whether a move of the blank along a line leads from a set with this balance, which is not stored, to one that may be.
fn can_be_stored(set: u64, mut balance: i32, mut blank: usize, line: &[usize], grid: Grid) -> bool {
    let begin = blank;
    line.iter().any(|&cell| {
        if set >> (cell - usize::from(cell > begin)) & 1 == 1 {
            balance += weight(grid, blank) - weight(grid, cell);
        }
        blank = cell;
        balance >= 0
    })
}

/// The image of a slot.
fn image(space: &Space, slot: Slot) -> Slot {
    Slot(space.grid().reflected(slot.index()) as u32)
}

/// By place, with the blank in a slot: its image.
fn place_images(space: &Space, slot: Slot) -> Vec<u8> {
    let place_image = |place: usize| {
        let cell = space.grid().reflected(place + usize::from(place >= slot.index()));
        (cell - usize::from(cell > image(space, slot).index())) as u8
    };
    (0..space.slots() - 1).map(place_image).collect()
}

/// The images of the places of a set, as bits.
fn image_of_set(set: u64, place_images: &[u8]) -> u64 {
    let mut found = Places::default();
    found.images(set, place_images).iter().fold(0, |set, &place| set | 1 << place)
}

/// How many sets are looked at between two checks for cancellation.
const SETS_PER_CHECK: usize = 1 << 12;

/// The images of some places, in the order of the places.
#[derive(Default)]
struct Places([u8; MOST]);

impl Places {
    fn images(&mut self, set: u64, place_images: &[u8]) -> &[u8] {
        let mut count = 0;
        for place in each_place(set) {
            self.0[count] = place_images[place];
            count += 1;
        }
        &self.0[..count]
    }
}

/// The places of a set, in order.
fn each_place(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let place = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(place)
    })
}

/// The rank of each of these places among them, and for each rank, which of them has it.
fn order_of(places: &[u8]) -> [[u8; MOST]; 2] {
    let mut order = [[0; MOST]; 2];
    for (i, place) in places.iter().enumerate() {
        let rank = places.iter().filter(|other| *other < place).count();
        order[0][i] = rank as u8;
        order[1][rank] = i as u8;
    }
    order
}

/// How a row is read from one of images.
pub(crate) struct WayHere<'a> {
    /// What happens to the order of A on the way to the images.
    order: Steps<'a>,
    /// What happens to the bits of a row on the way here, and what undoes it.
    bits: Steps<'a>,
    bits_back: Steps<'a>,
    bit_parity: &'a [u8],
}

impl WayHere<'_> {
    /// The order of A in the row that is read, if it is not the bit of a row.
    #[inline(always)]
    pub(crate) fn order(&self, a: usize) -> usize {
        if self.is_whole() { self.order.apply(a) } else { a }
    }

    /// Adds a row to a sum. In a whole puzzle, the order of B is `odd` in its states.
    #[inline(always)]
    pub(crate) fn scatter(&self, row: &[u8], odd: usize, to: &mut [u64]) {
        if self.is_whole() {
            bit_rows::each_bit(row, |bit| {
                let rank = 2 * bit + usize::from(usize::from(self.bit_parity[bit]) != odd);
                let place = self.bits.apply(rank) / 2;
                to[place >> 6] |= 1 << (place & 63);
            });
        } else {
            self.bits.scatter(row, to);
        }
    }

    /// The same for what has not been visited, one step for each of these states; `all` has the bits of a word that
    /// stand for states. Not for whole puzzles.
    #[inline(always)]
    pub(crate) fn gather(&self, visited: &[u8], all: u64, row: &[u8], to: &mut [u64]) {
        self.bits_back.gather(visited, all, row, to);
    }

    fn is_whole(&self) -> bool {
        !self.bit_parity.is_empty()
    }
}
