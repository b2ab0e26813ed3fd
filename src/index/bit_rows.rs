//! Rows of bits: the inner loops of the search, a word at a time.
//!
//! A row is a run of at least eight bytes. Rows stand side by side without padding or alignment. A word is
//! read wherever it begins; the last one, if it is not full, is read together with bytes of the word before
//! and shifted down. So no loop goes byte by byte.

/// A row as words: the full ones, then the rest as the low bytes of one more.
#[inline(always)]
pub(crate) fn words(row: &[u8]) -> impl Iterator<Item = u64> + '_ {
    let (full, rest) = row.as_chunks::<8>();
    let last = (!rest.is_empty()).then(|| last_word(row) >> (64 - 8 * rest.len()));
    full.iter().map(|&bytes| u64::from_le_bytes(bytes)).chain(last)
}

/// The last eight bytes.
#[inline(always)]
fn last_word(row: &[u8]) -> u64 {
    u64::from_le_bytes(*row.last_chunk().expect("rows have at least eight bytes"))
}

/// Writes the last eight bytes.
#[inline(always)]
fn set_last_word(row: &mut [u8], word: u64) {
    *row.last_chunk_mut().expect("rows have at least eight bytes") = word.to_le_bytes();
}

/// How many bits are set.
#[inline(always)]
pub(crate) fn count(row: &[u8]) -> u64 {
    words(row).map(|word| u64::from(word.count_ones())).sum()
}

/// Calls `call` with the number of every bit that is set.
#[inline(always)]
pub(crate) fn each_bit(row: &[u8], mut call: impl FnMut(usize)) {
    for (i, mut word) in words(row).enumerate() {
        while word != 0 {
            call(64 * i + word.trailing_zeros() as usize);
            word &= word - 1;
        }
    }
}

/// Adds a row to a sum, its bits as they are. Adding is OR here.
#[inline(always)]
pub(crate) fn add(row: &[u8], to: &mut [u64]) {
    for (sum, word) in to.iter_mut().zip(words(row)) {
        *sum |= word;
    }
}

/// Adds words to a sum with their bits permuted: bit `i` becomes bit `places[i]`. One step for each bit that
/// is set.
#[inline(always)]
pub(crate) fn scatter(row: impl Iterator<Item = u64>, places: &[u16], to: &mut [u64]) {
    for (mut word, places) in row.zip(places.as_chunks::<64>().0) {
        while word != 0 {
            let place = places[word.trailing_zeros() as usize & 63];
            to[usize::from(place >> 6)] |= 1 << (place & 63);
            word &= word - 1;
        }
    }
}

/// Adds to a sum what a row brings to states not yet visited: bit `i` comes from bit `places[i]`. One step
/// for each bit that is not visited; `all` has the bits of a word that stand for states.
#[inline(always)]
pub(crate) fn gather(visited: &[u8], all: u64, row: &[u8], places: &[u16], to: &mut [u64]) {
    for ((sum, visited), places) in to.iter_mut().zip(words(visited)).zip(places.as_chunks::<64>().0) {
        let mut open = all & !visited;
        while open != 0 {
            let i = open.trailing_zeros() & 63;
            let place = places[i as usize];
            // Past the end of the row there is nothing: the last word need not be a full one.
            let byte = row.get(usize::from(place >> 3)).copied().unwrap_or(0);
            *sum |= u64::from(byte >> (place & 7) & 1) << i;
            open &= open - 1;
        }
    }
}

/// What a level found in a row.
#[derive(Clone, Copy)]
pub(crate) struct Settled {
    /// How many bits are new.
    pub(crate) fresh: u64,
    /// Whether all states have been visited now.
    pub(crate) full: bool,
}

/// Marks as visited what is in any of the rows `plain` or in `more`, and writes to `next` what is new in it.
/// `all` has the bits of a word that stand for states.
#[inline(always)]
pub(crate) fn settle(
    plain: [&[u8]; 4],
    more: &[u64],
    all: u64,
    visited: &mut [u8],
    next: &mut [u8],
) -> Settled {
    let (len, rest) = (visited.len(), visited.len() % 8);
    if len == 8 {
        // Small spaces have only rows of one word, for which a loop would cost more than its body.
        let old = last_word(visited);
        let fresh = plain.iter().fold(more[0], |sum, row| sum | last_word(row)) & !old;
        set_last_word(visited, old | fresh);
        set_last_word(next, fresh);
        return Settled { fresh: fresh.count_ones().into(), full: old | fresh == all };
    }
    let mut settled = Settled { fresh: 0, full: true };
    let [a, b, c, d] = plain.map(|row| row[..len].as_chunks::<8>().0);
    let chunks = visited.as_chunks_mut::<8>().0.iter_mut().zip(next[..len].as_chunks_mut::<8>().0);
    for ((((((visited, next), a), b), c), d), more) in chunks.zip(a).zip(b).zip(c).zip(d).zip(more) {
        let reached = [a, b, c, d].into_iter().fold(*more, |sum, &row| sum | u64::from_le_bytes(row));
        let old = u64::from_le_bytes(*visited);
        let fresh = reached & !old;
        *visited = (old | fresh).to_le_bytes();
        *next = fresh.to_le_bytes();
        settled.fresh += u64::from(fresh.count_ones());
        settled.full &= old | fresh == all;
    }
    if rest != 0 {
        // The rest is the top of the last eight bytes; what is below it has just been settled.
        let below = 64 - 8 * rest;
        let reached = plain.iter().fold(more[len / 8] << below, |sum, row| sum | last_word(&row[..len]));
        let old = last_word(visited);
        let fresh = (reached & !old) >> below << below;
        set_last_word(visited, old | fresh);
        let kept = last_word(&next[..len]) & !(!0 << below);
        set_last_word(&mut next[..len], kept | fresh);
        settled.fresh += u64::from(fresh.count_ones());
        settled.full &= (old | fresh) >> below == !0 >> below;
    }
    settled
}

/// Adds a row to another row.
#[inline(always)]
pub(crate) fn join(row: &[u8], to: &mut [u8]) {
    if row.len() == 8 {
        return set_last_word(to, last_word(to) | last_word(row));
    }
    for (sum, byte) in to.iter_mut().zip(row) {
        *sum |= byte;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::random::Stream;

    fn bit(row: &[u8], i: usize) -> bool {
        row[i / 8] >> (i % 8) & 1 == 1
    }

    /// Everything against the same thing done bit by bit, on rows of every kind of length.
    #[test]
    fn words_do_what_bits_do() {
        let mut random = Stream::new(3, 0);
        for len in [8, 9, 12, 15, 16, 45, 90] {
            let bits = 8 * len;
            let mut row = || -> Vec<u8> { (0..len).map(|_| random.below(256) as u8).collect() };
            let (a, b, c, visited) = (row(), row(), row(), row());
            let visited: Vec<u8> = visited.iter().zip(&c).map(|(x, y)| x | y).collect();
            assert_eq!(count(&a), (0..bits).filter(|&i| bit(&a, i)).count() as u64);
            let mut listed = vec![];
            each_bit(&a, |i| listed.push(i));
            assert_eq!(listed, (0..bits).filter(|&i| bit(&a, i)).collect::<Vec<_>>());

            let mut places: Vec<u16> = (0..bits as u16).rev().collect();
            places.rotate_left(11);
            let mut back = vec![0; bits];
            for (i, &place) in places.iter().enumerate() {
                back[usize::from(place)] = i as u16;
            }
            places.resize(len.div_ceil(8) * 64, 0);
            back.resize(len.div_ceil(8) * 64, 0);
            let (mut pushed, mut pulled) = (vec![0; len.div_ceil(8)], vec![0; len.div_ceil(8)]);
            scatter(words(&a), &places, &mut pushed);
            gather(&visited, !0, &a, &back, &mut pulled);
            for (i, &place) in places[..bits].iter().enumerate() {
                let place = usize::from(place);
                assert_eq!(pushed[place / 64] >> (place % 64) & 1 == 1, bit(&a, i));
                assert!(bit(&visited, place) || (pulled[place / 64] >> (place % 64) & 1 == 1) == bit(&a, i));
            }

            let mut more = vec![0; len.div_ceil(8)];
            add(&c, &mut more);
            let (mut now, mut next) = (visited.clone(), vec![0xee; len]);
            let settled = settle([&a, &b, &a, &b], &more, !0, &mut now, &mut next);
            assert_eq!(settled.fresh, count(&next));
            assert_eq!(settled.full, now.iter().all(|&byte| byte == 255));
            for i in 0..bits {
                let reached = bit(&a, i) || bit(&b, i) || bit(&c, i);
                assert_eq!(bit(&next, i), reached && !bit(&visited, i));
                assert_eq!(bit(&now, i), reached || bit(&visited, i));
            }
            let mut one = vec![0; len];
            one[len - 1] = 128;
            let mut almost: Vec<u8> = one.iter().map(|byte| !byte).collect();
            let nothing = vec![0; len.div_ceil(8)];
            let settled = settle([&one, &one, &one, &one], &nothing, !0, &mut almost, &mut next);
            assert!(settled.full && settled.fresh == 1);
        }
    }
}
