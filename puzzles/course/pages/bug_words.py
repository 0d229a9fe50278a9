"""What is wrong with each function of the bug gallery, told once it is found."""

from django.utils.translation import gettext_lazy

# The name of the bug -> its mistake. Bugs of several exercises share a name where the mistake is the same.
MISTAKES = {
    "rows-shared": gettext_lazy(
        "The nine rows are one and the same list: what is written in one stands in all."
    ),
    "one-grid-for-all": gettext_lazy("The default value is made once: all objects share one grid."),
    "last-row-missing": gettext_lazy("The last row is left out."),
    "one-column-twice": gettext_lazy("The slice begins one column early: one digit is shown twice."),
    "columns-for-rows": gettext_lazy("Row and column are swapped: the grid is turned over its diagonal."),
    "sums-only": gettext_lazy("A sum of 45 does not say that the nine digits differ."),
    "regions-forgotten": gettext_lazy("Rows and columns are checked, boxes are not."),
    "empty-cells-allowed": gettext_lazy("A grid with empty cells is accepted."),
    "first-row-decides": gettext_lazy(
        "The function returns within its first turn: the other rows are never looked at."
    ),
    "new-digits-not-remembered": gettext_lazy(
        "A digit just written does not count for the cells that follow."
    ),
    "first-allowed-digit": gettext_lazy("It writes the first allowed digit even where there are several."),
    "one-step-only": gettext_lazy("It fills one cell, and stops."),
    "simple-method-only": gettext_lazy("Where no cell has a single digit left, it does not try any."),
    "no-way-back": gettext_lazy("It never takes a digit back."),
    "x-for-the-row": gettext_lazy(
        "The row is looked up with the column’s number, the column with the row’s."
    ),
    "row-and-column-swapped-in-the-box": gettext_lazy("Row and column are swapped in the box."),
    "box-of-two-by-two": gettext_lazy("Only four of the nine cells of the box are looked at."),
    "else-true": gettext_lazy("It answers after looking at one row cell and one column cell."),
    "cell-not-emptied": gettext_lazy("On the way back the cell keeps its last digit."),
    "return-one-level-too-deep": gettext_lazy("It gives up after the first digit that fits."),
    "printed-at-every-step": gettext_lazy("It prints the grid at every dead end, not only when it is full."),
    "nine-never-tried": gettext_lazy("The digit 9 is never tried."),
    "counts-the-cell-itself": gettext_lazy("The cell itself is among those that speak against the digit."),
    "true-and-false-swapped": gettext_lazy("True and False are swapped."),
    "only-to-the-left": gettext_lazy("Cells to the right of the cell are not looked at."),
    "row-for-column": gettext_lazy("It looks at a row, not at a column."),
    "wrong-cell-left-out": gettext_lazy(
        "The cell left out is found with the column’s number, not the row’s."
    ),
    "true-after-the-first-cell": gettext_lazy(
        "The last return stands one level too deep: only the first cell is looked at."
    ),
    "square-around-the-cell": gettext_lazy("It takes the square around the cell, not the box of the cell."),
    "row-and-column-swapped": gettext_lazy("Row and column are swapped: it looks at another box."),
    "own-row-and-column-left-out": gettext_lazy("In the box, cells in the same row or column are left out."),
    "three-x-plus-one": gettext_lazy("Only two rows and two columns of the box are looked at."),
    "or-for-and": gettext_lazy("One of the three houses is enough: `or` stands where `and` must."),
    "square-forgotten": gettext_lazy("The box is not looked at."),
    "box-forgotten": gettext_lazy("The box is not looked at."),
    "block-forgotten": gettext_lazy("The block is not looked at."),
    "arguments-swapped": gettext_lazy("The two numbers are swapped in one call."),
    "empty-cells-protected": gettext_lazy("It lists the empty cells, not the filled ones."),
    "column-before-row": gettext_lazy("Each cell is given as column, row."),
    "last-row-forgotten": gettext_lazy("The last row is left out."),
    "begins-at-one-again": gettext_lazy("It begins at 1 again: it never gets past the digit tried last."),
    "protected-always-forward": gettext_lazy(
        "On a given cell the direction is lost: it always goes forward."
    ),
    "never-a-new-row": gettext_lazy("At the end of a row it goes on to a tenth column."),
    "new-row-one-column-early": gettext_lazy("The new row begins before the last column."),
    "new-row-in-the-second-column": gettext_lazy("The new row begins in its second column."),
    "first-column-of-the-row-before": gettext_lazy(
        "It goes to the first column of the row before, not the last."
    ),
    "row-kept": gettext_lazy("The row does not change."),
    "forwards": gettext_lazy("The ends of the row are swapped: it tests for the last column."),
    "direction-forgotten": gettext_lazy(
        "On a given cell it always goes forward, so it runs to and fro for ever."
    ),
    "stops-at-the-last-row": gettext_lazy("It stops before the last row is filled."),
    "stops-one-row-early": gettext_lazy("It stops before the last row is filled."),
    "failure-not-told": gettext_lazy("Without a solution it prints a grid all the same."),
    "bar-before-the-first-row": gettext_lazy("There is a line above the first row too."),
    "no-column-bars": gettext_lazy("The bars between the columns are missing."),
    "no-line-ends": gettext_lazy("All stands in one line: nothing ends a row."),
    "column-and-row-swapped": gettext_lazy("It gives column, row."),
    "last-empty-cell": gettext_lazy("It gives the last empty cell, not the first."),
    "none-one-level-too-deep": gettext_lazy(
        "return None stands one level too deep: only the first row is looked at."
    ),
    "column-by-column": gettext_lazy("It looks column by column, not row by row."),
    "false-one-level-too-deep": gettext_lazy(
        "return False stands one level too deep: only the digit 1 is tried."
    ),
    "result-thrown-away": gettext_lazy("The result of the call is thrown away: it says True whatever came."),
    "empties-the-grid": gettext_lazy("It takes the rows out of the grid."),
    "zeros-kept": gettext_lazy("The zeros of empty cells are kept."),
    "last-column-missing": gettext_lazy("The last column is left out."),
    "zeros-removed-from-the-grid": gettext_lazy("It takes the zeros out of the grid itself."),
    "return-in-the-loop": gettext_lazy("return stands in the loop: only the first row is looked at."),
    "first-row-missing": gettext_lazy("The first row is left out."),
    "starts-at-the-cell": gettext_lazy("The block begins at the cell, not at its corner."),
    "two-rows-only": gettext_lazy("Only two rows of the block are looked at."),
    "third-forgotten": gettext_lazy("The number of the block is not multiplied by 3."),
    "nine-forgotten": gettext_lazy("The digit 9 is never among them."),
    "filled-cells-have-none": gettext_lazy("A filled cell is said to have no possible digit."),
    "new-row-one-column-late": gettext_lazy("The new row begins after a tenth column."),
    "column-kept": gettext_lazy("Columns are counted to 8, not to 9."),
    "stays-at-the-end": gettext_lazy("It never leaves the last cell."),
    "gives-up-after-the-first-digit": gettext_lazy(
        "return False stands in the loop: only the first digit is tried."
    ),
    "result-not-returned": gettext_lazy(
        "On a filled cell the result of the call is not returned: it gives None."
    ),
    "works-on-a-copy": gettext_lazy("It fills a copy: the grid that was given stays as it was."),
}
