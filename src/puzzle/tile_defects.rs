//! What is wrong with tiles that are no board: blanks, duplicates, and numbers that are missing.
//!
//! Takes time in proportion to the tiles, and a byte for each of them; only large numbers have to be sorted.

use crate::puzzle::error::{CellNumber, Defect, Few, Result};
use crate::puzzle::grow;

/// In place of a tile that could not be read. If a tile really has this number and another one cannot be read,
/// its duplicates are not reported.
pub(crate) const UNREAD: u32 = u32::MAX;

/// Blanks, duplicates, and what seems to be missing instead. So many tiles could not be read: they are
/// [`UNREAD`].
pub(crate) fn tile_defects(tiles: &[u32], unread: usize) -> Result<Few<Defect>> {
    if tiles.is_empty() {
        return Ok(Defect::Empty.into());
    }
    let counts = TileCounts::new(tiles, unread > 0)?;
    let mut found = Few::new();
    if counts.of(0) == 0 && unread == 0 {
        found.push(Defect::NoBlank);
    }
    for tile in counts.repeated() {
        found.push_with(|| repeated(tile, tiles));
    }
    // Any distinct numbers make a board, so a number can be missing only where something else is wrong and
    // the others are the usual ones.
    if !found.is_empty() && unread == 0 && counts.large.is_empty() {
        let missing = (1..tiles.len() as u32).filter(|&tile| counts.of(tile) == 0);
        found.append(missing.map(|tile| Defect::Missing { tile }).collect());
    }
    Ok(found)
}

/// The defect of a tile that is in several cells.
fn repeated(tile: u32, tiles: &[u32]) -> Defect {
    let here = tiles.iter().enumerate().filter(|&(_, &other)| other == tile);
    let cells = here.map(|(cell, _)| CellNumber(cell)).collect();
    if tile == 0 { Defect::Blanks { cells } } else { Defect::Duplicate { tile, cells } }
}

/// How often each tile is there: a byte for each cell, and four more for each number that no usual board of
/// this size has.
struct TileCounts {
    /// For the numbers up to that of cells: 0, 1, or 2 for more.
    small: Vec<u8>,
    /// The other numbers, in order.
    large: Vec<u32>,
}

impl TileCounts {
    fn new(tiles: &[u32], skip_unread: bool) -> Result<TileCounts> {
        let mut counts = TileCounts { small: grow::filled(0, tiles.len() + 1)?, large: Vec::new() };
        for &tile in tiles.iter().filter(|&&tile| !(skip_unread && tile == UNREAD)) {
            match counts.small.get_mut(tile as usize) {
                Some(count) => *count = (*count + 1).min(2),
                None => {
                    grow::reserve(&mut counts.large, 1)?;
                    counts.large.push(tile);
                }
            }
        }
        counts.large.sort_unstable();
        Ok(counts)
    }

    /// How often a small number is there, counted up to 2.
    fn of(&self, tile: u32) -> u8 {
        self.small[tile as usize]
    }

    /// The tiles that are there more than once, in order.
    fn repeated(&self) -> impl Iterator<Item = u32> {
        let small = self.small.iter().zip(0..).filter(|&(&count, _)| count > 1).map(|(_, tile)| tile);
        let large = self.large.chunk_by(|x, y| x == y).filter(|run| run.len() > 1).map(|run| run[0]);
        small.chain(large)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The same, by looking through all tiles for each number.
    fn slowly(tiles: &[u32], unread: usize) -> Vec<Defect> {
        let mut numbers: Vec<u32> =
            tiles.iter().copied().filter(|&tile| unread == 0 || tile != UNREAD).collect();
        numbers.sort_unstable();
        numbers.dedup();
        let mut found = Vec::new();
        if unread == 0 && !numbers.contains(&0) {
            found.push(Defect::NoBlank);
        }
        let several = |tile: &&u32| tiles.iter().filter(|other| other == tile).count() > 1;
        found.extend(numbers.iter().filter(several).map(|&tile| repeated(tile, tiles)));
        if !found.is_empty() && unread == 0 && numbers.iter().all(|&tile| tile as usize <= tiles.len()) {
            let missing = (1..tiles.len() as u32).filter(|tile| !numbers.contains(tile));
            found.extend(missing.map(|tile| Defect::Missing { tile }));
        }
        found
    }

    #[test]
    fn every_short_list_of_tiles() {
        let numbers = [0, 1, 2, 3, 4, 5, 9, UNREAD];
        for n in 0..8usize.pow(4) {
            let tiles = [0, 1, 2, 3].map(|place| numbers[n / 8usize.pow(place) % 8]);
            for unread in 0..2 {
                assert_eq!(
                    tile_defects(&tiles, unread).unwrap().first(),
                    slowly(&tiles, unread),
                    "{tiles:?}"
                );
            }
        }
    }

    #[test]
    fn a_million_defects_are_counted() {
        let found = tile_defects(&[7; 1_000_000], 0).unwrap();
        // No blank, the duplicate, and all numbers but 0 and 7.
        assert_eq!((found.count(), found.first().len()), (1_000_000, Few::<Defect>::KEPT));
        assert_eq!(
            found.first()[1].to_string(),
            "duplicate 7 (cells 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12 and 999988 more)"
        );
    }
}
