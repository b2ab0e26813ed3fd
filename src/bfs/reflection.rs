//! Half of the states for all of them, where a search is its own mirror image.
//!
//! # The idea
//! On a square board, reflect a state in the main diagonal, and give each tile the number of the one whose home is the
//! reflected home of the first. Moves become moves. If the blank is at home on the diagonal, and with each tile that
//! is distinguished there is also its *image*, the goal is its own image, and a state is as deep as its image. So of
//! two such states one is enough.
//!
//! # Representation
//! - Of two slots that are images of each other, only the slice of the one above the diagonal is stored.
//! - A slot on the diagonal is its own image. There the reflection takes the states of one set of places to
//!   those of another, and only the smaller of the two sets is stored. A few sets are their own images and are
//!   stored whole.
//!
//! What is not stored is read from its image. That permutes the bits of a row, in one of many ways, since the tiles of
//! a set are read in another order. All ways together would be a table of k! · k! entries. So a permutation is made in
//! steps: the two halves of the order are permuted, each within itself, and then merged. That takes a small table for
//! each half, and one of k! entries for each of the k! / (k/2)!² ways to merge them.
//!
//! # Cost
//! Half the bits and a little more: for the sets that are their own images (one in a hundred for seven tiles on 4×4, one
//! in twelve on 3×3), and eight bytes for each set of a slot on the diagonal or just below. Half the work, and
//! three look-ups for each bit that is read from its image, where others are read 64 at a time. Only slots on the
//! diagonal and beside it read images, so the larger the board, the less that costs.

use crate::bfs::reflected_orders::{MOST, Orders, Permutation, Steps};
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
    /// What a reflection does to the orders of A and B.
    orders: [Orders; 2],
    /// By tile from 1 on, in A and then in B: its image.
    tile_images: Vec<usize>,
    /// By bit of a row in a whole puzzle: the parity of the lower of its two ranks.
    bit_parity: Vec<u8>,
}

/// What is stored of a slice.
enum Slice {
    /// Everything: the slot is above the diagonal.
    All,
    /// One of two sets that are images of each other: the slot is on the diagonal.
    Some {
        /// The sets that are stored.
        sets: Vec<u32>,
        /// By number of a set among these: how many states each of its bits stands for.
        weights: Vec<u8>,
        images: Images,
    },
    /// Nothing: the slot is below the diagonal.
    None(Images),
}

/// By set of places: where its states are stored. Empty for slots from which nothing is read.
#[derive(Default)]
struct Images {
    /// The number of the stored set, and how the bits of its rows are permuted on the way here.
    sets: Vec<(u32, Permutation)>,
    /// In a whole puzzle: how the order of A is permuted on the way there.
    rows: Vec<Permutation>,
}

/// Where the states of a set are stored.
pub(crate) struct Stored {
    /// The slot.
    pub(crate) slot: Slot,
    /// The number of the set among those that are stored.
    pub(crate) number: usize,
    /// Whether their images are stored in their place.
    is_reflected: bool,
}

impl Reflection {
    /// The reflection of a space in which tile `i + 1` of A, and after them those of B in a whole puzzle, is at home
    /// in cell `homes[i]`. Only for squares without cells taken off, and tiles each of which has an image in its
    /// own group. No move takes the blank further than `reach` cells.
    pub fn new(space: &Space, homes: &[usize], reach: usize, cancel: &Cancel) -> Result<Reflection> {
        let grid = space.grid();
        let image_of = |home: &usize| homes.iter().position(|other| *other == grid.reflected(*home));
        let tiles: Option<Vec<usize>> = homes.iter().map(image_of).collect();
        let tiles = tiles.expect("every tile has an image");
        let (a, b) = tiles.split_at(space.tiles_a());
        let b: Vec<usize> = b.iter().map(|tile| tile - space.tiles_a()).collect();
        let mut orders = [Orders::new(a)?, Orders::new(&b)?];
        let mut slices = vec![];
        for slot in space.all_slots() {
            let (row, col) = (grid.row(slot.index()), grid.col(slot.index()));
            slices.push(match row.checked_sub(col) {
                None => Slice::All,
                Some(0) => Slice::on_the_diagonal(space, slot, &mut orders, cancel)?,
                Some(distance) if distance > reach => Slice::None(Images::default()),
                Some(_) => Slice::None(images(space, slot, &mut orders, cancel)?),
            });
        }
        let parity = |bit: usize| parity(2 * bit, space.tiles_b()) as u8;
        let whole_bits = if space.is_whole() { space.row_bits() } else { 0 };
        Ok(Reflection {
            slices,
            images: space.all_slots().map(|slot| image(space, slot)).collect(),
            orders,
            tile_images: tiles.iter().map(|tile| tile + 1).collect(),
            bit_parity: (0..whole_bits).map(parity).collect(),
        })
    }

    /// How many sets of a slot are stored.
    pub(crate) fn stored_sets(&self, space: &Space, slot: Slot) -> usize {
        match &self.slices[slot.index()] {
            Slice::All => space.sets().len(),
            Slice::Some { sets, .. } => sets.len(),
            Slice::None(_) => 0,
        }
    }

    /// The stored set with this number.
    #[inline(always)]
    pub(crate) fn set(&self, slot: Slot, number: usize) -> usize {
        match &self.slices[slot.index()] {
            Slice::Some { sets, .. } => sets[number] as usize,
            _ => number,
        }
    }

    /// The row of a slice with this number among those that are stored.
    pub(crate) fn row(&self, space: &Space, slot: Slot, row: usize) -> usize {
        let per_set = space.rows_per_set();
        self.set(slot, row / per_set) * per_set + row % per_set
    }

    /// Where the states of a set are stored, or their images. Only for slots that can be read from.
    #[inline(always)]
    pub(crate) fn stored(&self, slot: Slot, set: usize) -> Stored {
        match &self.slices[slot.index()] {
            Slice::All => Stored { slot, number: set, is_reflected: false },
            Slice::Some { sets, images, .. } => {
                let number = images.sets[set].0 as usize;
                Stored { slot, number, is_reflected: sets[number] as usize != set }
            }
            Slice::None(images) => Stored {
                slot: self.images[slot.index()],
                number: images.sets[set].0 as usize,
                is_reflected: true,
            },
        }
    }

    /// For a set whose images are stored: what to do with a row of theirs. Nothing if they are stored themselves.
    #[inline(always)]
    pub(crate) fn way_here(&self, stored: &Stored, slot: Slot, set: usize) -> Option<WayHere<'_>> {
        let images = match &self.slices[slot.index()] {
            Slice::Some { images, .. } | Slice::None(images) if stored.is_reflected => images,
            _ => return None,
        };
        let [a, b] = &self.orders;
        let bits = images.sets[set].1;
        let row = images.rows.get(set).map(|&rows| a.steps(rows));
        let bits = if row.is_some() { b.steps(bits) } else { a.steps(bits) };
        Some(WayHere { row, bits, bit_parity: &self.bit_parity })
    }

    /// Adds the new states of a stored set to the counts by slot, each together with its image.
    #[inline(always)]
    pub(crate) fn count(&self, slot: Slot, number: usize, fresh: u64, counts: &mut [u64]) {
        match &self.slices[slot.index()] {
            Slice::Some { weights, .. } => counts[slot.index()] += fresh * u64::from(weights[number]),
            _ => [slot, self.images[slot.index()]].iter().for_each(|slot| counts[slot.index()] += fresh),
        }
    }

    /// How many states of a slot have been visited, by the bits of all slots.
    pub(crate) fn count_visited(&self, space: &Space, slot: Slot, bits: &[Vec<u8>], row_bytes: usize) -> u64 {
        let of_set = space.rows_per_set() * row_bytes;
        match &self.slices[slot.index()] {
            Slice::All => bit_rows::count(&bits[slot.index()]),
            Slice::None(_) => bit_rows::count(&bits[self.images[slot.index()].index()]),
            Slice::Some { weights, .. } => {
                let sets = bits[slot.index()].chunks_exact(of_set).zip(weights);
                sets.map(|(set, &weight)| bit_rows::count(set) * u64::from(weight)).sum()
            }
        }
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
        let is_stored = |at: State| match &self.slices[at.blank.index()] {
            Slice::All => true,
            Slice::Some { .. } => !self.stored(at.blank, at.set as usize).is_reflected,
            Slice::None(_) => false,
        };
        let at = if is_stored(at) { at } else { self.image(space, at) };
        let (number, per_set) = (self.stored(at.blank, at.set as usize).number, space.rows_per_set());
        let Address { slot, row, bit } = space.address(at);
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

    /// How many bytes it takes.
    pub(crate) fn bytes(&self) -> u64 {
        let of_images =
            |images: &Images| size_of_val(images.sets.as_slice()) + size_of_val(images.rows.as_slice());
        let slices = self.slices.iter().map(|slice| match slice {
            Slice::All => 0,
            Slice::Some { sets, weights, images } => 4 * sets.len() + weights.len() + of_images(images),
            Slice::None(images) => of_images(images),
        });
        let orders = self.orders.iter().map(Orders::bytes);
        (slices.sum::<usize>() + orders.sum::<usize>()) as u64
    }
}

impl Slice {
    /// What is stored for a slot on the diagonal.
    fn on_the_diagonal(
        space: &Space,
        slot: Slot,
        orders: &mut [Orders; 2],
        cancel: &Cancel,
    ) -> Result<Slice> {
        let mut images = images(space, slot, orders, cancel)?;
        let mut sets = allocate::with_room(images.sets.len(), Purpose::Search)?;
        let mut weights = allocate::with_room(images.sets.len(), Purpose::Search)?;
        let mut numbers = allocate::with_room(images.sets.len(), Purpose::Search)?;
        for (set, &(image, _)) in (0..).zip(&images.sets) {
            numbers.push(if set <= image { sets.len() as u32 } else { numbers[image as usize] });
            if set <= image {
                sets.push(set);
                weights.push(if set == image { 1 } else { 2 });
            }
        }
        images.sets.iter_mut().zip(numbers).for_each(|(image, number)| image.0 = number);
        sets.shrink_to_fit();
        weights.shrink_to_fit();
        Ok(Slice::Some { sets, weights, images })
    }
}

/// The image of a slot.
fn image(space: &Space, slot: Slot) -> Slot {
    Slot(space.grid().reflected(slot.index()) as u32)
}

/// The image of every set of a slot.
fn images(space: &Space, slot: Slot, orders: &mut [Orders; 2], cancel: &Cancel) -> Result<Images> {
    let place_image = |place: usize| {
        let cell = space.grid().reflected(place + usize::from(place >= slot.index()));
        cell - usize::from(cell > image(space, slot).index())
    };
    let place_images: Vec<u8> = (0..space.slots() - 1).map(|place| place_image(place) as u8).collect();
    let all_places = (1u64 << place_images.len()) - 1;
    let sets = space.sets();
    let mut images = Images {
        sets: allocate::with_room(sets.len(), Purpose::Search)?,
        rows: allocate::with_room(if space.is_whole() { sets.len() } else { 0 }, Purpose::Search)?,
    };
    for (number, &set) in sets.iter().enumerate() {
        if number % SETS_PER_CHECK == 0 {
            cancel.check()?;
        }
        let mut found = Places::default();
        let a = found.images(set, &place_images);
        let image = rank_set(a.iter().fold(0, |set, &place| set | 1 << place)) as u32;
        let [ranks, back] = order_of(a);
        let bits = if space.is_whole() {
            images.rows.push(orders[0].permutation(&back[..a.len()])?);
            let mut found = Places::default();
            let b = found.images(all_places & !set, &place_images);
            orders[1].permutation(&order_of(b)[0][..b.len()])?
        } else {
            orders[0].permutation(&ranks[..a.len()])?
        };
        images.sets.push((image, bits));
    }
    Ok(images)
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
    /// In a whole puzzle: what happens to the order of A on the way there.
    row: Option<Steps<'a>>,
    /// What happens to the bits of a row on the way here.
    bits: Steps<'a>,
    bit_parity: &'a [u8],
}

impl WayHere<'_> {
    /// The order of A in the images of the states in which it is `a`.
    #[inline(always)]
    pub(crate) fn order(&self, a: usize) -> usize {
        self.row.map_or(a, |steps| steps.apply(a))
    }

    /// Writes a row whose images are in `row`. In a whole puzzle, the order of B is `odd` in those.
    #[inline(always)]
    pub(crate) fn write(&self, row: &[u8], odd: usize, to: &mut [u8]) {
        to.fill(0);
        let mut set = |place: usize| to[place >> 3] |= 1 << (place & 7);
        if self.row.is_some() {
            bit_rows::each_bit(row, |bit| {
                let rank = 2 * bit + usize::from(usize::from(self.bit_parity[bit]) != odd);
                set(self.bits.apply(rank) / 2);
            });
        } else {
            bit_rows::each_bit(row, |bit| set(self.bits.apply(bit)));
        }
    }
}
