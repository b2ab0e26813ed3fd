//! Dense numbers for permutations and for sets of places.
//!
//! - A permutation of `0..n` has its lexicographic rank, `0..n!`: the value of its Lehmer code in mixed radix.
//!   The ranks `2r` and `2r + 1` differ by swapping the last two elements, so dropping the lowest bit drops
//!   exactly the parity.
//! - A set of `k` places has its colexicographic rank: the sum of C(pᵢ, i + 1) over the places in increasing
//!   order. The first `k` places have rank 0.
//!
//! Both cost O(n²) at most. The solvers call them once a stage and never inside a loop over moves.

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

/// Rank of a set of places, given in increasing order.
pub fn rank_set(places: &[u8]) -> usize {
    places.iter().enumerate().map(|(i, &place)| binomial(place as usize, i + 1)).sum()
}

/// The set of `k` places with this rank, in increasing order.
pub fn unrank_set(mut rank: usize, k: usize) -> Vec<u8> {
    let mut places = vec![0; k];
    for i in (0..k).rev() {
        let mut place = i;
        while binomial(place + 1, i + 1) <= rank {
            place += 1;
        }
        rank -= binomial(place, i + 1);
        places[i] = place as u8;
    }
    places
}

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
        for (n, k) in [(3, 1), (8, 4), (11, 3), (15, 4)] {
            for rank in 0..binomial(n, k) {
                let places = unrank_set(rank, k);
                assert!(places.iter().all(|&place| (place as usize) < n));
                assert_eq!(rank_set(&places), rank);
            }
        }
    }
}
