//! The searches on pattern databases against each other and against full tables.

use puzzle15::generate::random::{Maker, Shuffling, Stream};
use puzzle15::pdb::build;
use puzzle15::pdb::heuristic::Heuristic;
use puzzle15::pdb::partitions::Tier;
use puzzle15::puzzle::board::Board;
use puzzle15::puzzle::grid::{Grid, Move};
use puzzle15::runtime::budget::Budget;
use puzzle15::runtime::cancel::Cancel;
use puzzle15::search::all_shortest;
use puzzle15::search::anytime::{self, SearchOptions};
use puzzle15::search::astar;
use puzzle15::search::ida;
use puzzle15::tables::in_memory;

fn heuristic(rows: usize, cols: usize, home: usize) -> Heuristic {
    build::make(Grid::new(rows, cols), home, Tier::Small, 2, &Cancel::new()).unwrap()
}

/// Boards of a goal in order with the blank at home in this cell, some moves of the blank away, or fair.
fn boards(grid: Grid, home: usize, steps: Option<u32>, count: usize) -> Vec<Vec<u8>> {
    let last = Board::standard(grid);
    let goal = last.apply(grid.path(last.blank(), home)).unwrap();
    // Standard boards are named after the homes of their tiles.
    let names: Vec<u8> = (0..grid.cells())
        .map(|tile| {
            let cell = goal.find(tile as u32).unwrap();
            match cell.cmp(&home) {
                std::cmp::Ordering::Less => cell as u8 + 1,
                std::cmp::Ordering::Equal => 0,
                std::cmp::Ordering::Greater => cell as u8,
            }
        })
        .collect();
    let maker = Maker::new(goal, steps.map_or(Shuffling::Shuffle, Shuffling::Walk));
    (0..count as u64)
        .map(|seed| {
            let mut tiles = vec![0; grid.cells()];
            maker.fill(&mut Stream::new(7, seed), &mut tiles, &Cancel::new()).unwrap();
            tiles.iter().map(|&tile| names[tile as usize]).collect()
        })
        .collect()
}

/// Whether moves bring every tile of a standard board home.
fn solves(grid: Grid, home: usize, tiles: &[u8], path: &[u8]) -> bool {
    let board = Board::new(grid.rows, grid.cols, tiles.iter().map(|&tile| tile.into()).collect()).unwrap();
    let end = board.apply(path.iter().map(|&code| Move::from_code(code))).unwrap();
    let mut tile = 0;
    (0..grid.cells()).all(|cell| {
        let expected = if cell == home {
            0
        } else {
            tile += 1;
            tile
        };
        end.tiles()[cell] == expected
    })
}

#[test]
fn the_8_puzzle_is_solved_as_by_its_table() {
    let grid = Grid::new(3, 3);
    for home in [4, 5, 7, 8] {
        let heuristic = heuristic(3, 3, home);
        let table = in_memory::table(grid, home);
        for tiles in boards(grid, home, None, 300) {
            let shortest = in_memory::solve(table, &tiles).len();
            let found = anytime::solve(
                &heuristic,
                &tiles,
                &SearchOptions::default(),
                &Budget::unlimited(&Cancel::new()),
            )
            .unwrap();
            assert_eq!(found.path.as_ref().unwrap().len(), shortest);
            assert_eq!(found.bound as usize, shortest);
            assert!(solves(grid, home, &tiles, &found.path.unwrap()));
            let [a, b] =
                heuristic.values(&tiles).map(|values| values.iter().map(|&n| u32::from(n)).sum::<u32>());
            assert!(a.max(b) as usize <= shortest && (a as usize + shortest) % 2 == 0);
        }
    }
}

#[test]
fn both_searches_find_the_same_length() {
    for (rows, cols, home) in
        [(4, 4, 15), (4, 4, 10), (4, 4, 11), (4, 4, 14), (3, 5, 14), (2, 7, 13), (4, 5, 19)]
    {
        let grid = Grid::new(rows, cols);
        let heuristic = heuristic(rows, cols, home);
        for tiles in boards(grid, home, Some(16), 12) {
            let cancel = Cancel::new();
            let budget = Budget::unlimited(&cancel);
            let start = heuristic.start::<u128, 10>(&tiles);
            let mut search = astar::AStar::new(&heuristic, usize::MAX);
            let astar::Ended::Solved(first) = search.run(start, u32::MAX, &budget).unwrap() else {
                panic!("there is room")
            };
            assert!(solves(grid, home, &tiles, &first));
            for threads in [1, 2] {
                let options = ida::IdaOptions { bound: 0, enough: u32::MAX, threads, generated: 0 };
                let (ended, nodes) = ida::search(&heuristic, start, &options, &budget).unwrap();
                let astar::Ended::Solved(second) = ended else { panic!("there is no limit") };
                assert_eq!(first.len(), second.len());
                assert!(solves(grid, home, &tiles, &second));
                assert!(nodes >= second.len() as u64);
            }
        }
    }
}

#[test]
fn random_boards_take_both_searches_deep() {
    for (rows, cols, count) in [(4, 4, 8), (3, 5, 4)] {
        let (grid, home) = (Grid::new(rows, cols), rows * cols - 1);
        let heuristic = heuristic(rows, cols, home);
        for tiles in boards(grid, home, None, count) {
            let cancel = Cancel::new();
            let budget = Budget::unlimited(&cancel);
            let start = heuristic.start::<u64, 6>(&tiles);
            let mut search = astar::AStar::new(&heuristic, usize::MAX);
            let astar::Ended::Solved(path) = search.run(start, u32::MAX, &budget).unwrap() else {
                panic!("there is room")
            };
            let shortest = path.len() as u32;
            for (max_nodes, threads) in [(None, 1), (None, 2), (Some(3_000), 1), (Some(30_000), 2)] {
                let budget = Budget { max_nodes, ..budget };
                let options = ida::IdaOptions { bound: 0, enough: u32::MAX, threads, generated: 0 };
                match ida::search(&heuristic, start, &options, &budget).unwrap() {
                    (astar::Ended::Solved(path), _) => {
                        assert_eq!(path.len() as u32, shortest);
                        assert!(solves(grid, home, &tiles, &path));
                    }
                    (astar::Ended::Bound(bound), nodes) => {
                        assert!(bound <= shortest && nodes >= max_nodes.unwrap());
                    }
                }
            }
        }
    }
}

#[test]
fn a_weight_is_kept_and_a_budget_leaves_a_solution() {
    let grid = Grid::new(4, 4);
    let heuristic = heuristic(4, 4, 15);
    let cancel = Cancel::new();
    for tiles in boards(grid, 15, None, 20) {
        let solve = |options: &SearchOptions, budget: &Budget<'_>| {
            let found = anytime::solve(&heuristic, &tiles, options, budget).unwrap();
            assert!(solves(grid, 15, &tiles, found.path.as_ref().unwrap()));
            (found.path.unwrap().len(), found.bound as usize)
        };
        let (shortest, bound) = solve(&SearchOptions::default(), &Budget::unlimited(&cancel));
        assert_eq!(shortest, bound);
        for weight in [1.02, 1.05, 1.1, 1.3, 2.0, 3.0] {
            let (length, bound) =
                solve(&SearchOptions { weight, ..SearchOptions::default() }, &Budget::unlimited(&cancel));
            assert!(bound <= shortest && length as f64 <= weight * bound as f64);
        }
        for nodes in [0, 1000, 20_000] {
            let (length, bound) = solve(&SearchOptions::default(), &Budget::of_nodes(nodes, &cancel));
            assert!(bound <= shortest && shortest <= length);
        }
    }
}

#[test]
fn all_shortest_paths_are_counted_and_listed() {
    let grid = Grid::new(3, 3);
    let heuristic = std::sync::Arc::new(heuristic(3, 3, 8));
    for tiles in boards(grid, 8, None, 30) {
        let cancel = Cancel::new();
        let length = in_memory::solve(in_memory::table(grid, 8), &tiles).len() as u32;
        let mut paths = all_shortest::PathEnumerator::<u64, 6>::new(heuristic.clone(), &tiles, length);
        let mut listed = vec![];
        while let Some(path) = paths.next(&cancel).unwrap() {
            assert_eq!(path.len() as u32, length);
            assert!(solves(grid, 8, &tiles, &path));
            listed.push(path);
        }
        let turns = |path: &Vec<u8>| path.windows(2).filter(|pair| pair[0] != pair[1]).count();
        let fewest = listed.iter().map(turns).min().unwrap();
        let straight = all_shortest::straightest::<u64, 6>(&heuristic, &tiles, length, &cancel).unwrap();
        assert!(solves(grid, 8, &tiles, &straight) && straight.len() as u32 == length);
        assert_eq!(turns(&straight), fewest);
        let count = all_shortest::count::<u64, 6>(&heuristic, &tiles, length, &cancel).unwrap();
        listed.sort();
        listed.dedup();
        assert_eq!(listed.len() as u128, count);
    }
}
