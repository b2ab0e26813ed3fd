//! Prototype.
use puzzle15::anysize::greedy::Greedy;
use puzzle15::anysize::peel;
use puzzle15::anysize::routes::Routes;
use puzzle15::generate::random::{Maker, Shuffling, Stream};
use puzzle15::puzzle::board::Board;
use puzzle15::puzzle::grid::{Grid, Move};
use puzzle15::runtime::budget::Budget;
use puzzle15::runtime::cancel::Cancel;
fn cpu() -> f64 {
    let mut t = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    unsafe { libc::clock_gettime(libc::CLOCK_PROCESS_CPUTIME_ID, &mut t) };
    t.tv_sec as f64 + t.tv_nsec as f64 * 1e-9
}
fn main() {
    let cancel = Cancel::new();
    let args: Vec<usize> = std::env::args().skip(1).map(|a| a.parse().unwrap()).collect();
    for pair in args.chunks(2) {
        let (n, count) = (pair[0], pair[1]);
        let grid = Grid::new(n, n);
        let goal = Board::standard(grid);
        peel::prepare(grid, goal.blank(), &cancel).unwrap();
        let maker = Maker::new(goal.clone(), Shuffling::Shuffle);
        let mut stream = Stream::new(7, 0);
        let mut total = 0;
        let mut time = 0.0;
        let mut worst = 0;
        let mut greedy = 0;
        for _ in 0..count {
            let mut tiles = vec![0; n * n];
            maker.fill(&mut stream, &mut tiles, &cancel).unwrap();
            let board = Board::new(n, n, tiles).unwrap();
            let homes = board.homes(&goal).unwrap();
            let t = cpu();
            let peeled = peel::solve(grid, &homes, board.blank(), &Budget::unlimited(&cancel)).unwrap().unwrap();
            time += cpu() - t;
            let end = board.apply(peeled.path.moves.iter().map(|&c| Move::from_code(c))).unwrap();
            assert!(end.tiles() == goal.tiles());
            greedy += Greedy::new(&board, &goal, Routes::Of1995, 3).unwrap().count();
            total += peeled.path.moves.len();
            worst = worst.max(peeled.path.moves.len());
            if count == 1 && std::env::var("STAGES").is_ok() {
                for s in &peeled.path.stages { print!("{}:{} ", s.name, s.moves); }
                println!();
            }
        }
        let mean = total as f64 / count as f64;
        let greedy = greedy as f64 / count as f64;
        println!("{n} moves {mean:.1} = {:.1} %  per move {:.3} µs  worst {worst}", 100.0 * mean / greedy, time / total as f64 * 1e6);
    }

}
