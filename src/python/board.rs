//! `Board` as Python sees it.

use super::board_input::{describe, numpy, read};
use super::slices::{
    SLICE, Turns, detached, iterator, let_others_run, list, numbers, string_from, text_of, tuple,
};
use crate::puzzle::board::{Board, parse_moves};
use crate::puzzle::draft::Draft;
use crate::puzzle::error::{Defect, Error};
use crate::puzzle::grid::Move;
use crate::puzzle::parity;
use crate::puzzle::text;
use pyo3::IntoPyObjectExt;
use pyo3::exceptions::{PyIndexError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyInt, PyList, PySlice, PyString, PyTuple};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

/// A board: tiles on a grid, an immutable value.
///
/// Give the tiles row by row, as a flat or nested sequence, a NumPy array, or text. The blank is 0; in text
/// it may also be `.` or `_`, or empty in a drawing of the grid. Rows of text are separated by new lines or
/// `/`. Tiles are distinct positive numbers, usually 1 to the number of cells less one. A flat sequence is
/// taken for a square unless `rows` or `cols` says otherwise. Rows, columns and cells count from 0, but from
/// 1 in error messages.
///
/// >>> board = Board("1 2 3/4 0 6/7 5 8")
/// >>> print(board)
/// ┌───┬───┬───┐
/// │ 1 │ 2 │ 3 │
/// ├───┼───┼───┤
/// │ 4 │   │ 6 │
/// ├───┼───┼───┤
/// │ 7 │ 5 │ 8 │
/// └───┴───┴───┘
/// >>> board == Board([[1, 2, 3], [4, 0, 6], [7, 5, 8]])
/// True
/// >>> Board([1, 2, 3, 4, 5, 0], cols=3)
/// Board('1 2 3/4 5 0')
/// >>> Board([1, 2, 3, 4, 5, 7, 7, 8, 8])
/// Traceback (most recent call last):
/// puzzle15.errors.InvalidBoardError: not a board: no blank (write it as 0), duplicate 7 (cells 6, 7), duplicate 8 (cells 8, 9), missing 6
#[pyclass(frozen, eq, name = "Board", module = "puzzle15", from_py_object)]
#[derive(Clone, PartialEq)]
pub(super) struct PyBoard {
    pub(super) inner: Board,
}

impl From<Board> for PyBoard {
    fn from(inner: Board) -> PyBoard {
        PyBoard { inner }
    }
}

#[pymethods]
impl PyBoard {
    #[new]
    #[pyo3(signature = (tiles, rows=None, cols=None))]
    fn new(tiles: &Bound<'_, PyAny>, rows: Option<i64>, cols: Option<i64>) -> PyResult<PyBoard> {
        let (rows, cols) = (dimension("rows", rows)?, dimension("cols", cols)?);
        if let Ok(board) = tiles.cast::<PyBoard>() {
            let board = board.get();
            let same =
                rows.is_none_or(|rows| rows == board.rows()) && cols.is_none_or(|cols| cols == board.cols());
            if same {
                return Ok(board.clone());
            }
            let again = || Draft::of(board.inner.tiles())?.folded(rows, cols);
            return Ok(detached(tiles.py(), board.__len__(), again)?.into());
        }
        if let Ok(string) = tiles.cast::<PyString>() {
            let text = text_of(string)?;
            return Ok(detached(tiles.py(), text.len(), || text::parse(&text, rows, cols))?.into());
        }
        Ok(read(tiles, rows, cols)?.into())
    }

    /// Number of rows.
    ///
    /// >>> Board("1 2 3/4 5 0").rows
    /// 2
    #[getter]
    fn rows(&self) -> usize {
        self.inner.grid().rows
    }

    /// Number of columns.
    ///
    /// >>> Board("1 2 3/4 5 0").cols
    /// 3
    #[getter]
    fn cols(&self) -> usize {
        self.inner.grid().cols
    }

    /// Rows and columns.
    ///
    /// >>> Board("1 2 3/4 5 0").shape
    /// (2, 3)
    #[getter]
    fn shape(&self) -> (usize, usize) {
        (self.rows(), self.cols())
    }

    /// The cell of the blank, counted row by row from 0.
    ///
    /// >>> Board("1 2 3/4 0 5").blank
    /// 4
    #[getter]
    fn blank(&self) -> usize {
        self.inner.blank()
    }

    /// The tiles row by row, 0 for the blank.
    ///
    /// >>> Board("1 2 3/4 0 5").tiles
    /// (1, 2, 3, 4, 0, 5)
    #[getter]
    fn tiles<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        tuple(py, self.inner.shared_tiles())
    }

    /// The directions in which the blank can go, in the order L, R, U, D.
    ///
    /// >>> Board("1 2 3/4 0 5").legal_moves
    /// 'LRU'
    #[getter]
    fn legal_moves(&self) -> String {
        self.inner.legal_moves().map(Move::letter).collect()
    }

    /// The goal that the numbers suggest: in order row by row, the blank last, or in place of the one number
    /// that is missing up to the number of cells.
    ///
    /// >>> Board("3 1 2/5 4 0").natural_goal
    /// Board('1 2 3/4 5 0')
    /// >>> Board("3 1 6/5 4 0").natural_goal
    /// Board('1 0 3/4 5 6')
    #[getter]
    fn natural_goal(&self, py: Python<'_>) -> PyResult<PyBoard> {
        Ok(detached(py, self.__len__(), || self.inner.natural_goal())?.into())
    }

    /// The board after one move of the blank: L, R, U or D.
    ///
    /// >>> Board("1 2 3/4 0 5").move("R")
    /// Board('1 2 3/4 5 0')
    /// >>> Board("1 2 3/4 0 5").move("D")
    /// Traceback (most recent call last):
    /// puzzle15.errors.InvalidMoveError: move 1 (D) takes the blank off the 2×3 board from row 2, column 2; legal there: LRU
    #[pyo3(name = "move", signature = (direction, /))]
    fn step(&self, py: Python<'_>, direction: &str) -> PyResult<PyBoard> {
        if direction.chars().count() != 1 {
            return Err(Error::NotOneMove { got: direction.into() }.into());
        }
        Ok(detached(py, self.__len__(), || self.inner.apply(parse_moves(direction)?))?.into())
    }

    /// The board after several moves of the blank.
    ///
    /// >>> Board("1 2 3/4 0 5").apply("RULD")
    /// Board('1 5 2/4 0 3')
    #[pyo3(signature = (moves, /))]
    fn apply(&self, py: Python<'_>, moves: &Bound<'_, PyString>) -> PyResult<PyBoard> {
        let moves = text_of(moves)?;
        let board = detached(py, self.__len__() + moves.len(), || self.inner.apply(parse_moves(&moves)?));
        Ok(board?.into())
    }

    /// The cell of a tile, or of the blank for 0.
    ///
    /// >>> Board("1 2 3/4 0 5").find(5)
    /// 5
    #[pyo3(signature = (tile, /))]
    fn find(&self, tile: &Bound<'_, PyAny>) -> PyResult<usize> {
        let number = tile_number(tile)?;
        Ok(detached(tile.py(), self.__len__(), || self.inner.find(number))?)
    }

    /// The board after a tile, with all tiles between it and the blank, has been slid one step towards the
    /// blank, as if it had been clicked.
    ///
    /// >>> Board("1 2 3/0 4 5").slide(5)
    /// Board('1 2 3/4 5 0')
    #[pyo3(signature = (tile, /))]
    fn slide(&self, tile: &Bound<'_, PyAny>) -> PyResult<PyBoard> {
        let number = tile_number(tile)?;
        let slid = || self.inner.apply(self.inner.slide(number)?);
        Ok(detached(tile.py(), self.__len__(), slid)?.into())
    }

    /// The numbers on the tiles that these moves slide.
    ///
    /// >>> Board("1 2 3/4 0 5").tiles_slid("RUL")
    /// (5, 3, 2)
    #[pyo3(signature = (moves, /))]
    fn tiles_slid<'py>(
        &self,
        py: Python<'py>,
        moves: &Bound<'py, PyString>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let moves = text_of(moves)?;
        let count = self.__len__() + moves.len();
        let slid = detached(py, count, || self.inner.tiles_slid(parse_moves(&moves)?))?;
        tuple(py, &Arc::new(slid))
    }

    /// The sum over all tiles of the steps to their cells in the goal; no solution is shorter. The goal is
    /// given as for `solve`.
    ///
    /// >>> Board("1 2 3/4 0 5").manhattan()
    /// 1
    /// >>> Board("1 2 3/4 0 5").manhattan("0 1 2/3 4 5")
    /// 6
    #[pyo3(signature = (goal=None))]
    fn manhattan(&self, py: Python<'_>, goal: Option<&Bound<'_, PyAny>>) -> PyResult<u64> {
        let goal = goal_for(py, self, goal)?;
        Ok(detached(py, self.__len__(), || self.inner.manhattan(&goal))?)
    }

    /// The number of pairs of tiles of which the larger comes first, read row by row without the blank.
    ///
    /// >>> Board("2 1 3/5 0 4").inversions()
    /// 2
    fn inversions(&self, py: Python<'_>) -> PyResult<u64> {
        Ok(py.detach(|| parity::inversions(self.inner.tiles()))?)
    }

    /// The rows as lists.
    ///
    /// >>> Board("1 2 3/4 0 5").to_list()
    /// [[1, 2, 3], [4, 0, 5]]
    fn to_list<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let rows = self.inner.tiles().chunks(self.cols());
        let (lists, mut turns) = (PyList::empty(py), Turns::default());
        for row in rows {
            lists.append(list(py, row)?)?;
            turns.count(py, row.len())?;
        }
        Ok(lists)
    }

    /// One line of text: tiles separated by spaces, rows by `/`.
    ///
    /// >>> Board([[1, 2, 3], [4, 0, 5]]).to_text()
    /// '1 2 3/4 0 5'
    fn to_text<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
        string_from(py, detached(py, self.__len__(), || text::compact(&self.inner))?)
    }

    /// The board as a two-dimensional NumPy array.
    ///
    /// >>> Board("1 2 3/4 0 5").to_array()
    /// array([[1, 2, 3],
    ///        [4, 0, 5]])
    fn to_array<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.array(py, None)
    }

    /// A picture of the board as SVG; with a path it is also written there. Tiles that are at home in the
    /// goal (given as for `solve`) have their full colour, the others are paler. The colour of a tile shows
    /// where its home is, by `"row"`, `"column"`, `"stage"` (first row, first column, rest) or `"none"`. For
    /// boards of up to 10,000 cells.
    ///
    /// >>> picture = Board("1 2 3/4 0 6/7 5 8").to_svg()
    /// >>> "<title>tile 5, row 3, column 2</title>" in picture, "<title>tile 1, row 1, column 1, home</title>" in picture
    /// (True, True)
    /// >>> Board("1 2/3 0").to_svg(colours="rainbow")
    /// Traceback (most recent call last):
    /// puzzle15.errors.UnsupportedError: there are no colours 'rainbow'; choose 'row', 'column', 'stage' or 'none'
    #[pyo3(signature = (path=None, *, goal=None, colours="row"))]
    fn to_svg<'py>(
        slf: &Bound<'py, Self>,
        path: Option<&Bound<'py, PyAny>>,
        goal: Option<&Bound<'py, PyAny>>,
        colours: &str,
    ) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("puzzle15.render")?.call_method1("board_svg", (slf, path, goal, colours))
    }

    /// The picture that notebooks show; none, and so text, if the board is too large.
    fn _repr_svg_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("puzzle15.render")?.call_method1("notebook_svg", (slf,))
    }

    #[pyo3(signature = (dtype=None, copy=None))]
    fn __array__<'py>(
        &self,
        py: Python<'py>,
        dtype: Option<Bound<'py, PyAny>>,
        copy: Option<bool>,
    ) -> PyResult<Bound<'py, PyAny>> {
        if copy == Some(false) {
            let text = "a Board is always copied into an array: leave out copy=False";
            return Err(PyValueError::new_err(text));
        }
        self.array(py, dtype)
    }

    fn __len__(&self) -> usize {
        self.inner.tiles().len()
    }

    /// The tile in a cell, counted row by row, or in a row and column.
    fn __getitem__(&self, key: &Bound<'_, PyAny>) -> PyResult<u32> {
        let (rows, cols) = self.shape();
        let cell = match key.extract::<(isize, isize)>() {
            Ok((row, col)) => wrap(row, rows)? * cols + wrap(col, cols)?,
            Err(_) => match key.extract::<isize>() {
                Ok(cell) => wrap(cell, rows * cols)?,
                Err(_) => {
                    return Err(PyTypeError::new_err(
                        "index a board by cell, board[5], or row and column, board[1, 2]",
                    ));
                }
            },
        };
        Ok(self.inner.tiles()[cell])
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let tiles = self.inner.shared_tiles();
        Ok(if tiles.len() > SLICE { iterator(py, tiles)? } else { tuple(py, tiles)?.try_iter()? }.into_any())
    }

    fn __contains__(&self, tile: &Bound<'_, PyAny>) -> bool {
        let contains = |number| detached(tile.py(), self.__len__(), || self.inner.tiles().contains(&number));
        tile.extract::<u32>().is_ok_and(contains)
    }

    fn __hash__(&self, py: Python<'_>) -> u64 {
        detached(py, self.__len__(), || {
            let mut hasher = DefaultHasher::new();
            self.inner.hash(&mut hasher);
            hasher.finish()
        })
    }

    fn __repr__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
        string_from(py, detached(py, self.__len__(), || text::repr(&self.inner))?)
    }

    fn __str__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
        string_from(py, detached(py, self.__len__(), || text::draw(&self.inner))?)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let arguments = (self.to_text(py)?,).into_bound_py_any(py)?;
        Ok((py.get_type::<PyBoard>().into_any(), arguments))
    }
}

impl PyBoard {
    /// The board as an array of a type, or of the usual one.
    fn array<'py>(&self, py: Python<'py>, dtype: Option<Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyAny>> {
        let numpy = numpy(py)?;
        let kind = match &dtype {
            Some(dtype) => numpy.call_method1("dtype", (dtype,))?.getattr("kind")?.extract::<String>()?,
            None => "i".to_string(),
        };
        if self.__len__() <= SLICE || !["i", "u", "f"].contains(&kind.as_str()) {
            return numpy.call_method1("array", (self.to_list(py)?, dtype));
        }
        let dtype = dtype.unwrap_or_else(|| py.get_type::<PyInt>().into_any());
        let array = numpy.call_method1("empty", (self.__len__(), dtype))?;
        for (number, tiles) in self.inner.tiles().chunks(SLICE).enumerate() {
            let first = number * SLICE;
            let slice = PySlice::new(py, first as isize, (first + tiles.len()) as isize, 1);
            array.set_item(slice, numbers(py, tiles)?)?;
            let_others_run(py)?;
        }
        array.call_method1("reshape", (self.shape(),))
    }
}

/// Whether the goal can be reached from the board.
#[pyfunction]
pub(super) fn is_solvable(py: Python<'_>, board: &PyBoard, goal: &PyBoard) -> PyResult<bool> {
    Ok(py.detach(|| parity::is_solvable(&board.inner, &goal.inner))?)
}

/// A tile's number; what cannot be one is not on the board.
fn tile_number(tile: &Bound<'_, PyAny>) -> PyResult<u32> {
    let absent = |_| Error::NoSuchTile { tile: describe(tile).into() };
    Ok(tile.extract().map_err(absent)?)
}

/// An index from 0, or from the end if it is negative.
fn wrap(index: isize, len: usize) -> PyResult<usize> {
    let wrapped = if index < 0 { index + len as isize } else { index };
    if (0..len as isize).contains(&wrapped) {
        return Ok(wrapped as usize);
    }
    Err(PyIndexError::new_err(format!("index {index} is out of range for {len}")))
}

/// The goal given, in any form that the package takes, or the natural one.
fn goal_for(py: Python<'_>, board: &PyBoard, goal: Option<&Bound<'_, PyAny>>) -> PyResult<Board> {
    let Some(goal) = goal else { return Ok(board.natural_goal(py)?.inner) };
    let resolve = goal.py().import("puzzle15.goals")?.getattr("resolve")?;
    Ok(resolve.call1((goal, board.clone()))?.cast::<PyBoard>()?.get().inner.clone())
}

/// A number of rows or columns.
fn dimension(name: &'static str, value: Option<i64>) -> PyResult<Option<usize>> {
    value.map(usize::try_from).transpose().map_err(|_| {
        Error::InvalidBoard(Defect::NotACount { name, got: value.unwrap_or_default() }.into()).into()
    })
}
