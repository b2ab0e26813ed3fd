use super::*;

#[test]
fn people_count_from_one() {
    let grid = Grid::new(2, 3);
    let off = Error::OffBoard { number: 0, step: Move::D, cell: 4, grid };
    assert_eq!(
        off.to_string(),
        "move 1 (D) takes the blank off the 2×3 board from row 2, column 2; legal there: LRU"
    );
    let defects = vec![
        Defect::Ragged { row: 1, got: 1, expected: 2 },
        Defect::Duplicate { tile: 7, cells: vec![0, 6] },
        Defect::NotATile { got: "-1".into(), place: Place::RowAndColumn(0, 2) },
    ];
    assert_eq!(
        Error::InvalidBoard(defects).in_row(3).to_string(),
        "boards[3]: not a board: ragged row 2 (1 tile, row 1 has 2), duplicate 7 (cells 1, 7), -1 in row 1, \
         column 3 is not a whole number from 0 up"
    );
    let removed = SearchDefect::NoSuchCell { grid, cell: 6, role: Role::Removed };
    assert_eq!(removed.to_string(), "a 2×3 board has 6 cells: cell 7 (index 6) cannot be taken off");
}

#[test]
fn remedies_go_with_what_is_wrong() {
    let need = |lean| MemoryNeed { needed: 3000, lean, budget: 2000, purpose: Purpose::Search };
    assert_eq!(Error::Memory(need(Some(1500))).remedies(), [Remedy::Lean]);
    assert_eq!(
        Error::Memory(need(Some(2500))).remedies(),
        [Remedy::FewerTiles, Remedy::FewerCells, Remedy::MoreMemory]
    );
    let file = Error::file(Path::new("a"), FileProblem::Unusable(Fault::Foreign));
    assert_eq!(file.remedies(), []);
    assert_eq!(file.of_chosen_file().remedies(), [Remedy::DeleteFile, Remedy::OtherFile]);
    let size = |job| Error::WrongSize { job, sizes: Sizes::Cells(25), got: Grid::new(6, 6) };
    assert_eq!(
        size(Job::Method("quick")).to_string(),
        "method 'quick' is for boards of up to 25 cells, this one is 6×6"
    );
    assert_eq!(size(Job::Method("peel")).in_row(0).remedies(), [Remedy::UseMethod("greedy")]);
}

#[test]
fn every_remedy_has_a_name_of_its_own() {
    let mut kinds = Remedy::KINDS.to_vec();
    kinds.sort_unstable();
    kinds.dedup();
    assert_eq!(kinds.len(), Remedy::KINDS.len());
    let method = Remedy::UseMethod("greedy");
    assert_eq!((method.kind(), method.value()), ("use_method", Some("greedy")));
    assert_eq!((Remedy::Lean.kind(), Remedy::Lean.value()), ("lean", None));
}
