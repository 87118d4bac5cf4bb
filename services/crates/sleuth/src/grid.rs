//! A rectangle of cells in row-major order.
//!
//! One byte per cell in every layer, so that a run's area fits the CPU cache as far as possible.

/// Rows and columns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shape {
    /// Number of rows; row 0 is the northern edge.
    pub rows: usize,
    /// Number of columns; column 0 is the western edge.
    pub cols: usize,
}

impl Shape {
    /// Number of cells.
    pub fn cells(self) -> usize {
        self.rows * self.cols
    }

    pub(crate) fn contains(self, row: i32, col: i32) -> bool {
        row >= 0 && col >= 0 && (row as usize) < self.rows && (col as usize) < self.cols
    }

    /// Whether the position is inside and not on the outer frame.
    pub(crate) fn is_interior(self, row: usize, col: usize) -> bool {
        row > 0 && col > 0 && row + 1 < self.rows && col + 1 < self.cols
    }

    /// Row-major index of a position, which must be inside.
    pub(crate) fn index(self, row: i32, col: i32) -> usize {
        row as usize * self.cols + col as usize
    }

    /// Row and column of an index. 32-bit division takes half the time, and indices fit.
    pub(crate) fn position(self, index: usize) -> (usize, usize) {
        let (index, cols) = (index as u32, self.cols as u32);
        ((index / cols) as usize, (index % cols) as usize)
    }

    /// Index differences of these row and column offsets.
    pub(crate) fn steps(self, offsets: &[(i32, i32); 8]) -> [isize; 8] {
        offsets.map(|(down, across)| down as isize * self.cols as isize + across as isize)
    }
}

/// Values of all cells.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Grid<T> {
    shape: Shape,
    values: Vec<T>,
}

impl<T: Copy> Grid<T> {
    /// All cells equal.
    pub fn filled(shape: Shape, value: T) -> Self {
        Self {
            shape,
            values: vec![value; shape.cells()],
        }
    }

    /// From values in row-major order; none if their number is not rows × columns.
    pub fn from_values(shape: Shape, values: Vec<T>) -> Option<Self> {
        (values.len() == shape.cells()).then_some(Self { shape, values })
    }

    /// Rows and columns.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// All values in row-major order.
    pub fn values(&self) -> &[T] {
        &self.values
    }

    /// All values in row-major order, mutable.
    pub fn values_mut(&mut self) -> &mut [T] {
        &mut self.values
    }

    /// The value at a position.
    ///
    /// # Panics
    /// When the position lies outside.
    pub fn at(&self, row: usize, col: usize) -> T {
        assert!(col < self.shape.cols, "column {col} of {}", self.shape.cols);
        self.values[row * self.shape.cols + col]
    }
}
