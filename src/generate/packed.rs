//! The boards of [`crate::generate::random`] for up to 16 cells, many at a time: the very same boards, and the
//! same random numbers.
//!
//! - A board is a word, four bits a cell: a swap of two cells is a few shifts, with no load and no store.
//! - Streams do not depend on each other. Where the processor can work on several words at once, [`LANES`]
//!   blocks are made side by side, each by its own stream. The code is the same; it is compiled twice.
//! - Nothing branches. A draw that would have to be made again, one in many millions, is only noted; then the
//!   boards of that round are made once more, one by one as `random.rs` makes them.
//! - Whether a shuffle is odd is counted swap by swap. The blank and the two largest tiles are found by looking
//!   for zeros among the cells of a word, all at once.

use crate::generate::random::{BLOCK, Maker, Stream};

/// The most cells that fit.
pub(crate) const MAX_CELLS: usize = 16;

/// How many blocks are made side by side.
pub(crate) const LANES: usize = 8;

/// A one in every cell.
const ONES: u64 = 0x1111_1111_1111_1111;

/// How boards for a goal are shuffled. A tile is named after its cell in the goal, or keeps its number if all
/// numbers are small.
pub(crate) struct PackedShuffle {
    cells: usize,
    /// By name: the tile.
    tiles: [u32; MAX_CELLS],
    /// Whether every tile keeps its number.
    is_plain: bool,
    goal: u64,
    /// The blank in every cell, and each of the two largest tiles.
    blanks: u64,
    largest: [u64; 2],
    /// The highest bit of every cell, and of those to which the blank goes in an odd number of steps.
    all: u64,
    odd_cells: u64,
}

/// Some streams, one word of all their states after another.
type Streams<const N: usize> = [[u64; N]; 4];

impl PackedShuffle {
    /// The shuffles of a maker, if they are fair and of at most [`MAX_CELLS`] cells.
    pub(crate) fn new(maker: &Maker) -> Option<PackedShuffle> {
        let (goal, largest) = maker.fair().filter(|(goal, _)| goal.tiles().len() <= MAX_CELLS)?;
        let (grid, tiles) = (goal.grid(), goal.tiles());
        let is_plain = largest.iter().all(|&tile| (tile as usize) < MAX_CELLS);
        let name = |cell: usize| if is_plain { tiles[cell].into() } else { cell as u64 };
        let cell_of = |tile: u32| tiles.iter().position(|&other| other == tile).expect("a tile of the goal");
        let top = |cell: usize| 8 << (4 * cell);
        let cells = 0..grid.cells();
        let mut shown = [0; MAX_CELLS];
        cells.clone().for_each(|cell| shown[name(cell) as usize] = tiles[cell]);
        Some(PackedShuffle {
            cells: grid.cells(),
            tiles: shown,
            is_plain,
            goal: cells.clone().map(|cell| name(cell) << (4 * cell)).sum(),
            blanks: name(goal.blank()) * ONES,
            largest: largest.map(|tile| name(cell_of(tile)) * ONES),
            all: cells.clone().map(top).sum(),
            odd_cells: cells.filter(|&cell| grid.distance(cell, goal.blank()) % 2 == 1).map(top).sum(),
        })
    }

    /// Makes the boards of some blocks from this one on, as many as there is room for, every number written by
    /// `write`. There are at most [`LANES`] blocks, all full but the last.
    pub(crate) fn fill<T: Copy>(&self, seed: u64, block: u64, out: &mut [T], write: impl Fn(u32) -> T) {
        match (self.is_plain, self.cells == MAX_CELLS) {
            (true, true) => self.fill_as::<T, true, true>(seed, block, out, write),
            (true, false) => self.fill_as::<T, true, false>(seed, block, out, write),
            (false, _) => self.fill_as::<T, false, false>(seed, block, out, write),
        }
    }

    /// The same where it is known beforehand whether every tile keeps its number, and whether boards have
    /// [`MAX_CELLS`] cells.
    fn fill_as<T: Copy, const PLAIN: bool, const FULL: bool>(
        &self,
        seed: u64,
        block: u64,
        out: &mut [T],
        write: impl Fn(u32) -> T,
    ) {
        #[cfg(target_arch = "x86_64")]
        if out.len() / self.cells > LANES / 2 * BLOCK && is_x86_feature_detected!("avx2") {
            // SAFETY: the processor has what the function was compiled for.
            #[allow(unsafe_code)]
            return unsafe { self.fill_wide::<T, PLAIN, FULL>(self::streams(seed, block), out, write) };
        }
        for (boards, block) in out.chunks_mut(BLOCK * self.cells).zip(block..) {
            self.fill_together::<T, 1, PLAIN, FULL>(self::streams(seed, block), boards, &write);
        }
    }

    /// All lanes together, on processors with wider words.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    fn fill_wide<T: Copy, const PLAIN: bool, const FULL: bool>(
        &self,
        streams: Streams<LANES>,
        out: &mut [T],
        write: impl Fn(u32) -> T,
    ) {
        self.fill_together::<T, LANES, PLAIN, FULL>(streams, out, &write);
    }

    /// Makes a block of boards from each stream, as far as there is room.
    // What is called here is always inlined, so that it is compiled for the same processor.
    #[inline(always)]
    fn fill_together<T: Copy, const N: usize, const PLAIN: bool, const FULL: bool>(
        &self,
        mut streams: Streams<N>,
        out: &mut [T],
        write: &impl Fn(u32) -> T,
    ) {
        let cells = if FULL { MAX_CELLS } else { self.cells };
        for number in 0..BLOCK.min(out.len() / cells) {
            let words = self.next_words(&mut streams);
            for (lane, word) in words.into_iter().enumerate() {
                let begin = (lane * BLOCK + number) * cells;
                if let Some(room) = out.get_mut(begin..begin + cells) {
                    room.copy_from_slice(&self.numbers::<T, PLAIN>(word, write)[..cells]);
                }
            }
        }
    }

    /// The numbers of a board by cell, each written by `write`.
    #[inline(always)]
    fn numbers<T: Copy, const PLAIN: bool>(&self, word: u64, write: impl Fn(u32) -> T) -> [T; MAX_CELLS] {
        let names = names(word);
        if PLAIN {
            return names.map(|name| write(name.into()));
        }
        names.map(|name| write(self.tiles[usize::from(name) % MAX_CELLS]))
    }

    /// The next board of every stream.
    #[inline(always)]
    fn next_words<const N: usize>(&self, streams: &mut Streams<N>) -> [u64; N] {
        let before = *streams;
        self.shuffle(streams).unwrap_or_else(|| {
            *streams = before;
            self.shuffle_one_by_one(streams)
        })
    }

    /// One board of every stream; nothing if a draw may have to be made again.
    #[inline(always)]
    fn shuffle<const N: usize>(&self, streams: &mut Streams<N>) -> Option<[u64; N]> {
        let (mut words, mut odd, mut doubtful) = ([self.goal; N], [0; N], [0; N]);
        for i in (1..self.cells).rev() {
            let (n, place) = (i as u64 + 1, 4 * i as u32);
            for lane in 0..N {
                let product = (next_u64(streams, lane) >> 32) * n;
                // `Stream::below` looks again where the low half is below `n`, which is at most 16.
                doubtful[lane] |= (product & 0xffff_fff0).wrapping_sub(1) >> 63;
                let other = product >> 32 << 2;
                let word = words[lane];
                let apart = (word >> place ^ word >> other) & 15;
                words[lane] = word ^ apart << place ^ apart << other;
                odd[lane] ^= u64::from(apart != 0);
            }
        }
        for (word, odd) in words.iter_mut().zip(odd) {
            *word = self.mended(*word, odd);
        }
        doubtful.iter().all(|&doubtful| doubtful == 0).then_some(words)
    }

    /// The same with draws that are made again where they have to be.
    #[cold]
    fn shuffle_one_by_one<const N: usize>(&self, streams: &mut Streams<N>) -> [u64; N] {
        std::array::from_fn(|lane| {
            let mut stream = Stream::resume(streams.map(|words| words[lane]));
            let (mut word, mut odd) = (self.goal, 0);
            for i in (1..self.cells).rev() {
                let (place, other) = (4 * i, 4 * stream.below(i as u32 + 1));
                let apart = (word >> place ^ word >> other) & 15;
                word ^= apart << place ^ apart << other;
                odd ^= u64::from(apart != 0);
            }
            for (words, word) in streams.iter_mut().zip(stream.state()) {
                words[lane] = word;
            }
            self.mended(word, odd)
        })
    }

    /// A shuffled board, `odd` (1) or not (0), with its two largest tiles exchanged if it cannot be solved.
    #[inline(always)]
    fn mended(&self, word: u64, odd: u64) -> u64 {
        let is_far = zeros(word ^ self.blanks) & self.odd_cells != 0;
        let wrong = odd ^ u64::from(is_far);
        let [x, y] = self.largest;
        // The lowest bit of both cells, then all four of them.
        let cells = ((zeros(word ^ x) | zeros(word ^ y)) & self.all) >> 3;
        let cells = cells | cells << 1;
        word ^ (cells | cells << 2) & (x ^ y) & wrong.wrapping_neg()
    }
}

/// Every four bits of a word as a byte.
#[inline(always)]
fn names(word: u64) -> [u8; MAX_CELLS] {
    let [even, odd] = [word, word >> 4].map(|word| (word & 0x0f0f_0f0f_0f0f_0f0f).to_le_bytes());
    std::array::from_fn(|cell| if cell % 2 == 0 { even[cell / 2] } else { odd[cell / 2] })
}

/// The streams of consecutive blocks.
fn streams<const N: usize>(seed: u64, block: u64) -> Streams<N> {
    let states: [[u64; 4]; N] =
        std::array::from_fn(|lane| Stream::new(seed, block.wrapping_add(lane as u64)).state());
    std::array::from_fn(|word| std::array::from_fn(|lane| states[lane][word]))
}

/// [`Stream::next_u64`] of one of several streams.
#[inline(always)]
fn next_u64<const N: usize>(streams: &mut Streams<N>, lane: usize) -> u64 {
    let [a, b, c, d] = streams;
    let result = a[lane].wrapping_add(d[lane]).rotate_left(23).wrapping_add(a[lane]);
    let t = b[lane] << 17;
    c[lane] ^= a[lane];
    d[lane] ^= b[lane];
    b[lane] ^= c[lane];
    a[lane] ^= d[lane];
    c[lane] ^= t;
    d[lane] = d[lane].rotate_left(45);
    result
}

/// The highest bit of every four that are all zero.
#[inline(always)]
fn zeros(word: u64) -> u64 {
    const LOW: u64 = 7 * ONES;
    !(((word & LOW) + LOW) | word | LOW)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::random::Shuffling;
    use crate::puzzle::board::Board;
    use crate::puzzle::grid::Grid;
    use crate::runtime::cancel::Cancel;

    /// Goals of every shape that fits, with small numbers in any order, and with large ones.
    fn goals() -> Vec<Board> {
        let shapes = (2..=8).flat_map(|rows| (2..=8).map(move |cols| Grid::new(rows, cols)));
        let mut random = Stream::new(5, 0);
        let mut goals = vec![];
        for grid in shapes.filter(|grid| grid.cells() <= MAX_CELLS) {
            for step in [1, 1, 1, 7, 1000] {
                let mut tiles: Vec<u32> = (0..grid.cells() as u32).map(|tile| tile * step).collect();
                (1..tiles.len()).for_each(|i| tiles.swap(i, random.below(i as u32 + 1) as usize));
                goals.push(Board::trusted(grid, tiles));
            }
        }
        goals
    }

    fn maker(goal: &Board) -> Maker {
        Maker::new(goal.clone(), Shuffling::Shuffle)
    }

    /// So many boards one after another, from the beginning of a block.
    fn plainly(goal: &Board, seed: u64, block: u64, count: usize) -> Vec<u32> {
        let (maker, mut out, mut stream) = (maker(goal), vec![], Stream::new(seed, block));
        for number in 0..count {
            if number % BLOCK == 0 {
                stream = Stream::new(seed, block + (number / BLOCK) as u64);
            }
            let mut tiles = vec![0; maker.cells()];
            maker.fill(&mut stream, &mut tiles, &Cancel::new()).unwrap();
            out.extend(tiles);
        }
        out
    }

    #[test]
    fn boards_made_together_are_those_made_one_by_one() {
        let wide = LANES * BLOCK;
        for (seed, goal) in (0..).zip(goals()) {
            let (packed, cells) = (PackedShuffle::new(&maker(&goal)).unwrap(), goal.tiles().len());
            // Some boards, nearly all lanes with the last one cut short, and all of them.
            let counts: &[usize] =
                if seed % 5 == 0 { &[0, 1, BLOCK + 3, wide - BLOCK - 5, wide] } else { &[70] };
            for &count in counts {
                let mut out = vec![0; count * cells];
                packed.fill(seed, 1 << 40, &mut out, |tile| tile);
                assert_eq!(out, plainly(&goal, seed, 1 << 40, count), "{count} boards of {}", goal.grid());
            }
        }
    }

    /// A stream whose first numbers are 0 has to draw again wherever the number of choices is no power of two.
    #[test]
    fn draws_are_made_again_where_they_have_to_be() {
        let mut again = 0;
        for goal in goals() {
            let (maker, packed) = (maker(&goal), PackedShuffle::new(&maker(&goal)).unwrap());
            let numbers = |word: u64| match packed.is_plain {
                true => packed.numbers::<u32, true>(word, |tile| tile),
                false => packed.numbers::<u32, false>(word, |tile| tile),
            };
            let states = [[0, 1, 2, 0], [3, 4, 5, 6], [0, 7, 0, 0], [8, 9, 10, 11]];
            let mut streams: Streams<4> = std::array::from_fn(|word| states.map(|state| state[word]));
            let mut first = streams;
            again += usize::from(packed.shuffle(&mut first).is_none());
            let together = [(); 3].map(|()| packed.next_words(&mut streams));
            for (lane, state) in states.into_iter().enumerate() {
                let (mut stream, mut tiles) = (Stream::resume(state), vec![0; maker.cells()]);
                for words in &together {
                    maker.fill(&mut stream, &mut tiles, &Cancel::new()).unwrap();
                    assert_eq!(numbers(words[lane])[..tiles.len()], tiles, "{}", goal.grid());
                }
                assert_eq!(streams.map(|words| words[lane]), stream.state());
            }
        }
        assert!(again > 0);
    }
}
