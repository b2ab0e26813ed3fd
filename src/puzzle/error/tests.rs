use super::*;

#[test]
fn people_count_from_one() {
    let grid = Grid::new(2, 3);
    let off = Error::OffBoard { number: 0, step: Move::D, cell: 4, grid };
    assert_eq!(
        off.to_string(),
        "move 1 (D) takes the blank off the 2×3 board from row 2, column 2; legal there: LRU"
    );
    let defects = [
        Defect::Ragged { row: 1, got: 1, expected: 2 },
        Defect::Duplicate { tile: 7, cells: [0, 6].map(CellNumber).into_iter().collect() },
        Defect::NotATile { got: "-1".into(), place: Place::RowAndColumn(0, 2) },
    ];
    assert_eq!(
        Error::InvalidBoard(defects.into_iter().collect()).in_row(3).to_string(),
        "boards[3]: not a board: ragged row 2 (1 tile, row 1 has 2), duplicate 7 (cells 1, 7), -1 in row 1, \
         column 3 is not a whole number from 0 up"
    );
    let removed = SearchDefect::NoSuchCell { grid, cell: 6, role: Role::Removed };
    assert_eq!(removed.to_string(), "a 2×3 board has 6 cells: cell 7 (index 6) cannot be taken off");
}

#[test]
fn remedies_go_with_what_is_wrong() {
    let need = |lean| MemoryNeed {
        needed: 3000,
        lean,
        budget: 2000,
        purpose: Purpose::Search,
        fitting_tiles: Some(3),
    };
    assert_eq!(
        need(Some(2500)).to_string(),
        "this search needs 3000 bytes, or 2500 bytes if it is lean, and may use 2000 bytes, enough to tell 3 \
         tiles apart"
    );
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
fn memory_errors_say_what_would_fit() {
    let boards =
        MemoryNeed { needed: 8000, lean: None, budget: 2000, purpose: Purpose::Boards, fitting_tiles: None };
    assert_eq!(
        boards.to_string(),
        "this many boards of this size need 8000 bytes, and 2000 bytes are free, enough for 25 % of them"
    );
    let refused = |free, purpose| Error::NoMemory { needed: 500, free, purpose }.to_string();
    assert_eq!(
        refused(Some(100), Purpose::Boards),
        "the system refused 500 bytes for this many boards of this size, and 100 bytes are free, enough for 20 % \
         of them"
    );
    assert_eq!(
        refused(Some(1), Purpose::Table),
        "the system refused 500 bytes for the tables for this size, and 1 byte is free"
    );
    assert_eq!(refused(None, Purpose::Board), "the system refused 500 bytes for a board of this size");
    assert_eq!(refused(Some(5), Purpose::Work), "memory has run out (5 bytes are free)");
    assert_eq!(refused(None, Purpose::Work), "memory has run out");
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
