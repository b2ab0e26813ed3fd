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
//! stored. Which one is decided by the *balance* of the cells that hold a tile of A, how many are above the diagonal
//! less how many are below: the one whose balance is positive. If it is zero, the one whose blank is above
//! the diagonal; and if the blank is on it, the smaller set. A few sets are their own images and are stored whole.
//!
//! What is not stored is read from its image. That permutes the bits of a row, in one of many ways, since the tiles of
//! a set are read in another order. All ways together would be a table of k! · k! entries. So a permutation is made in
//! steps: the two halves of the order are permuted, each within itself, and then merged. That takes a small table for
//! each half, and one of k! entries for each of the k! / (k/2)!² ways to merge them.
//!
//! # Cost
//! Half the bits and a little more: for the sets that are their own images (one in a hundred for seven tiles on 4×4, one
//! in twelve on 3×3), half a byte for each set of a slot, and twelve for each that is read from its image. Half the work,
//! and three look-ups for each bit that is read from its image, where others are read 64 at a time. But few are: a
//! move changes the balance only if it takes a tile of A to the diagonal or from it, and by one. So from states
//! that are stored to those that are not, it leads only where the balance is about zero and the blank beside the
//! diagonal. That is one move in 17 for seven tiles on 4×4, and one in 25 for six on 5×5. (If the place of
//! the blank came before the balance, it would be one in 4 and one in 5.)

use crate::bfs::reflected_orders::{MOST, Orders, Permutation, Steps};
use crate::bfs::subset::Subset;
use crate::index::bit_rows;
use crate::index::rank::rank_set;
use crate::index::space::{Address, Slot, Space, State, parity};
use crate::puzzle::error::{Purpose, Result};
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
    /// Sets that are not stored, but can be reached by a move from one that is.
    read: Subset,
    /// By number among these, after [`Reflection::make_tables`].
    images: Vec<Image>,
}

/// The image of a set, how the bits of its rows are permuted on the way here, and the order of A on the way there.
type Image = (u32, Permutation, Permutation);

/// Where the images of the states of a set are stored.
pub(crate) struct StoredImage<'a> {
    /// The slot.
    pub(crate) slot: Slot,
    /// The set.
    pub(crate) set: usize,
    /// Its number among those that are stored.
    pub(crate) number: usize,
    /// What to do with their rows.
    pub(crate) way: WayHere<'a>,
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
    pub(crate) fn stored_image(&self, slot: Slot, set: usize) -> StoredImage<'_> {
        let (slice, slot) = (&self.slices[slot.index()], self.images[slot.index()]);
        let [a, b] = self.orders.as_ref().expect("the tables have been made");
        let i = slice.read.number(set).expect("a set that moves lead to");
        let (image, bits, order) = slice.images[i];
        let here = if self.bit_parity.is_empty() { a } else { b }.steps(bits);
        let way = WayHere { there: a.steps(order), here, bit_parity: &self.bit_parity };
        let set = image as usize;
        let number = self.number(slot, set).expect("its image is stored");
        StoredImage { slot, set, number, way }
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
        let (row, col) = (grid.row(slot.index()), grid.col(slot.index()));
        let on_side = |side: std::cmp::Ordering| {
            let cell = |place: usize| place + usize::from(place >= slot.index());
            let is_there = |place: &usize| grid.row(cell(*place)).cmp(&grid.col(cell(*place))) == side;
            (0..places.len()).filter(is_there).fold(0u64, |mask, place| mask | 1 << place)
        };
        let (above, below) = (on_side(std::cmp::Ordering::Less), on_side(std::cmp::Ordering::Greater));
        let is_near = row.abs_diff(col) <= reach;
        let mut slice = Slice {
            stored: Subset::with_room(sets.len())?,
            own: Subset::with_room(if row == col { sets.len() } else { 0 })?,
            read: Subset::with_room(if is_near { sets.len() } else { 0 })?,
            images: vec![],
        };
        for (number, &set) in sets.iter().enumerate() {
            if number % SETS_PER_CHECK == 0 {
                cancel.check()?;
            }
            let balance = (set & above).count_ones() as i32 - (set & below).count_ones() as i32;
            let is_stored = match balance {
                0 if row == col => set <= image_of_set(set, &places),
                0 => row < col,
                _ => balance > 0,
            };
            if is_stored {
                slice.stored.add(number);
                if row == col && balance == 0 && set == image_of_set(set, &places) {
                    slice.own.add(number);
                }
            } else if is_near && (balance == 0 || balance == -1 && row < col) {
                // A balance falls only if the blank leaves the diagonal upwards, or crosses it on the way up.
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
        self.images = allocate::with_room(self.read.len(), Purpose::Search)?;
        for (i, number) in self.read.from(0).enumerate() {
            if i % SETS_PER_CHECK == 0 {
                cancel.check()?;
            }
            let set = space.sets()[number];
            let mut found = Places::default();
            let a = found.images(set, &place_images);
            let [ranks, back] = order_of(a);
            let order = orders[0].permutation(&back[..a.len()]);
            let bits = if space.is_whole() {
                let mut found = Places::default();
                let b = found.images(all_places & !set, &place_images);
                orders[1].permutation(&order_of(b)[0][..b.len()])
            } else {
                orders[0].permutation(&ranks[..a.len()])
            };
            self.images.push((rank_set(image_of_set(set, &place_images)) as u32, bits, order));
        }
        Ok(())
    }
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
    fn images(&mut self, mut set: u64, place_images: &[u8]) -> &[u8] {
        let mut count = 0;
        while set != 0 {
            self.0[count] = place_images[set.trailing_zeros() as usize];
            count += 1;
            set &= set - 1;
        }
        &self.0[..count]
    }
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

/// How a row is read from the row of its images.
pub(crate) struct WayHere<'a> {
    /// What happens to the order of A on the way there.
    there: Steps<'a>,
    /// What happens to the bits of a row on the way here.
    here: Steps<'a>,
    bit_parity: &'a [u8],
}

impl WayHere<'_> {
    /// The order of A in the images of the states in which it is `a`, if it is not the bit of a row.
    #[inline(always)]
    pub(crate) fn order(&self, a: usize) -> usize {
        if self.is_whole() { self.there.apply(a) } else { a }
    }

    /// Calls `call` with every bit whose image is in `row`. In a whole puzzle, the order of B is `odd` in those.
    #[inline(always)]
    pub(crate) fn each_bit(&self, row: &[u8], odd: usize, mut call: impl FnMut(usize)) {
        if self.is_whole() {
            bit_rows::each_bit(row, |bit| {
                let rank = 2 * bit + usize::from(usize::from(self.bit_parity[bit]) != odd);
                call(self.here.apply(rank) / 2);
            });
        } else {
            bit_rows::each_bit(row, |bit| call(self.here.apply(bit)));
        }
    }

    /// Adds to a sum the bits that have not been visited and whose images are in `row`. One step for each that has
    /// not been visited; `all` has the bits of a word that stand for states. Not for whole puzzles.
    #[inline(always)]
    pub(crate) fn gather(&self, visited: &[u8], all: u64, row: &[u8], to: &mut [u64]) {
        for (i, (sum, visited)) in to.iter_mut().zip(bit_rows::words(visited)).enumerate() {
            let left = 8 * row.len() - 64 * i;
            let mut open = all & !visited & (!0 >> (64 - left.min(64)));
            while open != 0 {
                let bit = open.trailing_zeros();
                let image = self.there.apply(64 * i + bit as usize);
                *sum |= u64::from(row[image >> 3] >> (image & 7) & 1) << bit;
                open &= open - 1;
            }
        }
    }

    fn is_whole(&self) -> bool {
        !self.bit_parity.is_empty()
    }
}
