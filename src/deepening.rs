//! Fewest slides by iterative deepening, from the board towards the perimeter of the goal.
use crate::control::Cancel;
use crate::error::Result;
use crate::perimeter::{Perimeter, mix};
use crate::slides::{Node, Slides};
use std::time::Instant;

/// How much a search may cost.
#[derive(Clone, Copy, Debug, Default)]
pub struct Limits {
    /// When to stop.
    pub deadline: Option<Instant>,
    /// After how many boards to stop.
    pub max_nodes: Option<u64>,
}

pub(crate) struct Deepening<'a> {
    pub(crate) slides: &'a Slides,
    pub(crate) perimeter: Option<&'a Perimeter>,
    pub(crate) limits: Limits,
    pub(crate) cancel: &'a Cancel,
    pub(crate) nodes: u64,
    pub(crate) threshold: u8,
    pub(crate) way: Vec<u8>,
    pub(crate) met: Vec<u64>,
    pub(crate) stopped: Option<Result<()>>,
    pub(crate) looks: u64,
    pub(crate) hits: u64,
}

impl Deepening<'_> {
    pub(crate) fn iterate(&mut self, start: &Node) -> bool {
        self.met.fill(0);
        self.nodes += 1;
        for axis in 0..2 {
            if self.slides.bound(start, axis) <= self.threshold && self.descend(start, 0, axis) {
                return true;
            }
        }
        false
    }
    fn descend(&mut self, from: &Node, made: u8, axis: usize) -> bool {
        // from has `made` slides; next slide along axis.
        let slides = self.slides;
        let mut found = false;
        let end = self.threshold - self.perimeter.map_or(0, |p| p.depth());
        let made = made + 1;
        let (count, _) = slides.each(from, axis, self.threshold - made, |node| {
            if made == end {
                self.looks += 1;
                let there = match self.perimeter {
                    Some(p) => p.contains(node.board.tiles),
                    None => node.board.tiles == slides.goal().tiles,
                };
                if there {
                    self.hits += 1;
                    self.way.push(node.board.blank);
                    found = true;
                    return false;
                }
                return true;
            }
            if made + 2 <= end && !self.met.is_empty() {
                let entry = node.board.tiles << 8 | (axis as u64) << 7 | u64::from(made);
                let place = (mix(node.board.tiles) >> (64 - self.met.len().trailing_zeros())) as usize;
                let old = self.met[place];
                if old >> 7 == entry >> 7 && old & 127 <= entry & 127 {
                    return true;
                }
                self.met[place] = entry;
            }
            if self.descend(node, made, axis ^ 1) {
                self.way.push(node.board.blank);
                found = true;
                return false;
            }
            true
        });
        self.nodes += count;
        found
    }
}

#[cfg(test)]
mod proto {
    use super::*;
    use crate::board::Board;
    use crate::grid::Grid;
    use crate::random::{Maker, Method, Stream};
    use crate::slides::Packed;
    #[test]
    fn proto() {
        let grid = Grid::new(4, 4);
        let t = Instant::now();
        let which: Vec<([usize; 6], bool)> = match std::env::var("S").as_deref().unwrap_or("a") {
            "0" => vec![],
            "a" => vec![([0,1,2,3,4,5], true)],
            "b" => vec![([0,1,2,3,4,5], true), ([2,3,6,7,10,11], true)],
            "c" => vec![([0,1,2,3,4,5], true), ([0,1,2,4,5,8], false)],
            "d" => vec![([0,1,2,3,4,5], true), ([2,3,6,7,10,11], true), ([0,1,2,4,5,8], false)],
            "e" => vec![([0,1,2,3,4,5], true), ([9,10,11,12,13,14], true), ([0,1,2,4,5,8], false)],
            "f" => vec![([0,1,2,3,4,5], true), ([2,3,6,7,10,11], true), ([0,3,5,7,12,13], true)],
            "g" => vec![([0,1,2,3,6,7], true), ([8,9,10,12,13,14], true), ([0,1,2,4,5,8], false)],
            _ => vec![([0,1,2,3,4,5], true), ([0,1,2,3,6,7], true), ([9,10,11,12,13,14], true)],
        };
        let slides = Slides::new(grid, 15, (!which.is_empty()).then(|| crate::pattern::Patterns::new(grid, 15, &which, &Cancel::new()).unwrap()));
        println!("wd {:?}", t.elapsed());
        let depth: u8 = std::env::var("P").map_or(14, |p| p.parse().unwrap());
        let tbits: u32 = std::env::var("T").map_or(20, |p| p.parse().unwrap());
        let n: u64 = std::env::var("N").map_or(10, |p| p.parse().unwrap());
        let t = Instant::now();
        let perimeter = Perimeter::new(&slides, depth, &Cancel::new()).unwrap();
        println!("perimeter {} {:?}", perimeter.boards(), t.elapsed());
        let goal = Board::standard(grid);
        let maker = Maker::new(goal.clone(), Method::Shuffle);
        let (mut sum, mut hs) = (0, 0);
        let all = Instant::now();
        for i in 0..n {
            let mut tiles = vec![0; 16];
            maker.fill(&mut Stream::new(1, i), &mut tiles, &Cancel::new()).unwrap();
            let tiles: Vec<u8> = tiles.iter().map(|&t| t as u8).collect();
            let start = slides.node(Packed::new(&tiles));
            let h = slides.bound(&start, 0).min(slides.bound(&start, 1));
            let cancel = Cancel::new();
            let mut search = Deepening { slides: &slides, perimeter: Some(&perimeter), limits: Limits::default(), cancel: &cancel, nodes: 0, threshold: h.max(depth + 1), way: vec![], met: vec![0; if tbits == 0 {0} else {1 << tbits}], stopped: None, looks: 0, hits: 0 };
            let t = Instant::now();
            while !search.iterate(&start) { search.threshold += 1; }
            println!("h {h} slides {} nodes {} looks {} {:?}", search.threshold, search.nodes, search.looks, t.elapsed());
            sum += search.threshold as u64; hs += h as u64;
        }
        println!("mean {} h {} time {:?}", sum as f64 / n as f64, hs as f64 / n as f64, all.elapsed() / n as u32);
    }
}
