//! Turns the rows of a breadth-first search, with all orders of a row side by side, into those of a database,
//! with all rows of an order side by side. Most moves change the row but not the order, so the bits of
//! successors then lie near each other.

use crate::puzzle::error::{Purpose, Result};
use crate::runtime::allocate;
use crate::runtime::cancel::Cancel;
use crate::runtime::freeing::Large;

/// Rows of bits.
#[derive(Clone, Copy)]
pub(crate) struct BitMatrix<'a> {
    pub(crate) bits: &'a [u8],
    /// How many rows there are.
    pub(crate) rows: usize,
    /// Bytes of a row.
    pub(crate) len: usize,
}

impl BitMatrix<'_> {
    /// 64 bits of a row from bit `first` on, a multiple of 8; beyond the last row and the end of a row they
    /// are 0.
    fn word(&self, row: usize, first: usize) -> u64 {
        if row >= self.rows {
            return 0;
        }
        let bytes = &self.bits[row * self.len..][..self.len];
        let part = &bytes[first / 8..self.len.min(first / 8 + 8)];
        let mut word = [0; 8];
        word[..part.len()].copy_from_slice(part);
        u64::from_le_bytes(word)
    }
}

/// The rows as columns: bit `j` of row `i` becomes bit `i` of row `j`. The result has `orders` rows of
/// `columns` bits, a multiple of 64.
pub(crate) fn transposed(
    from: BitMatrix<'_>,
    orders: usize,
    columns: usize,
    cancel: &Cancel,
) -> Result<Large<u8>> {
    let mut out = Large::from(allocate::scattered_zeros(orders * columns / 8, Purpose::Table)?);
    let mut block = [0u64; 64];
    for row in (0..from.rows).step_by(64) {
        for order in (0..orders).step_by(64) {
            // The first rows are also the first to touch the pages of the result.
            cancel.check()?;
            for (i, word) in block.iter_mut().enumerate() {
                *word = from.word(row + i, order);
            }
            transpose(&mut block);
            for (j, word) in block.iter().enumerate().take(orders - order) {
                let at = ((order + j) * columns + row) / 8;
                out[at..at + 8].copy_from_slice(&word.to_le_bytes());
            }
        }
    }
    Ok(out)
}

/// 64 words of 64 bits: bit `j` of word `i` becomes bit `i` of word `j`.
fn transpose(block: &mut [u64; 64]) {
    let mut width = 32;
    let mut mask = 0x0000_0000_ffff_ffff_u64;
    while width != 0 {
        for i in (0..64).filter(|i| i & width == 0) {
            let swap = (block[i] >> width ^ block[i + width]) & mask;
            block[i] ^= swap << width;
            block[i + width] ^= swap;
        }
        width /= 2;
        mask ^= mask << width;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_bit_changes_row_and_column() {
        let (rows, len, orders, columns) = (130, 9, 70, 192);
        let bits: Vec<u8> = (0..rows * len).map(|i| (i * i * 37 + i) as u8).collect();
        let out = transposed(BitMatrix { bits: &bits, rows, len }, orders, columns, &Cancel::new()).unwrap();
        for (row, order) in (0..rows).flat_map(|row| (0..orders).map(move |order| (row, order))) {
            let before = bits[row * len + order / 8] >> (order % 8) & 1;
            assert_eq!(out[(order * columns + row) / 8] >> (row % 8) & 1, before);
        }
    }
}
