//! Dense numbers for permutations and for sets of places.
//!
//! - A permutation of `0..n` has its lexicographic rank, `0..n!`: the value of its Lehmer code in mixed
//!   radix. The ranks `2r` and `2r + 1` differ by swapping the last two elements, so dropping the lowest bit
//!   drops exactly the parity.
//! - A set of `k` places has its colexicographic rank: the sum of C(pᵢ, i + 1) over the places in increasing
//!   order. The first `k` places have rank 0.
//!
//! Either costs O(n²) at most. The solvers use them once a stage, never in a loop over moves.

/// `n!`; exact up to 20.
pub const fn factorial(n: usize) -> usize {
    let mut product = 1;
    let mut i = 2;
    while i <= n {
        product *= i;
        i += 1;
    }
    product
}

/// Number of sets of `k` out of `n`.
pub const fn binomial(n: usize, k: usize) -> usize {
    if k > n {
        return 0;
    }
    let mut value = 1;
    let mut i = 0;
    while i < k {
        value = value * (n - i) / (i + 1);
        i += 1;
    }
    value
}

/// Lexicographic rank among all arrangements of these distinct values.
#[inline(always)]
pub fn rank_permutation(order: &[u8]) -> usize {
    let mut rank = 0;
    for (i, &value) in order.iter().enumerate() {
        let smaller_after = order[i + 1..].iter().filter(|&&later| later < value).count();
        rank = rank * (order.len() - i) + smaller_after;
    }
    rank
}

/// The permutation of `0..n` with this rank.
pub fn unrank_permutation(mut rank: usize, n: usize) -> Vec<u8> {
    let mut left: Vec<u8> = (0..n as u8).collect();
    (0..n)
        .map(|i| {
            let block = factorial(n - 1 - i);
            let value = left.remove(rank / block);
            rank %= block;
            value
        })
        .collect()
}

/// Rank of a set of places below 48, at most eight of them, given as bits.
pub fn rank_set(mut places: u64) -> usize {
    let (mut rank, mut count) = (0, 0);
    while places != 0 {
        count += 1;
        rank += BINOMIALS[places.trailing_zeros() as usize][count] as usize;
        places &= places - 1;
    }
    rank
}

/// All sets of `k` out of `n` places as bits, in the order of their ranks, which is that of the numbers.
pub fn all_sets(n: usize, k: usize) -> Vec<u64> {
    let mut set = (1u64 << k) - 1;
    let mut sets = Vec::with_capacity(binomial(n, k));
    while set >> n == 0 {
        sets.push(set);
        if k == 0 {
            break;
        }
        // The next number with as many bits: the lowest run of ones gives its top to the place above it, and
        // the rest of the run goes down to the bottom.
        let (lowest, top) = (set & set.wrapping_neg(), set + (set & set.wrapping_neg()));
        set = top | (((set ^ top) >> 2) / lowest);
    }
    sets
}

/// C(n, k) for up to eight of the places of the largest space.
pub(crate) const BINOMIALS: [[u32; 9]; 48] = {
    let mut table = [[0; 9]; 48];
    let mut n = 0;
    while n < 48 {
        let mut k = 0;
        while k < 9 {
            table[n][k] = binomial(n, k) as u32;
            k += 1;
        }
        n += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn permutations_are_ranked_in_order() {
        for n in 0..8 {
            let all: Vec<Vec<u8>> = (0..factorial(n)).map(|rank| unrank_permutation(rank, n)).collect();
            assert!(all.is_sorted());
            assert!(all.iter().enumerate().all(|(rank, order)| rank_permutation(order) == rank));
        }
    }

    #[test]
    fn sets_are_ranked_densely() {
        for (n, k) in [(3, 0), (3, 1), (3, 3), (8, 4), (11, 3), (15, 4), (9, 4), (24, 6)] {
            let sets = all_sets(n, k);
            assert_eq!(sets.len(), binomial(n, k));
            assert!(sets.iter().enumerate().all(|(rank, &set)| rank_set(set) == rank));
        }
    }
}
