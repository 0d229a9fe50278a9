"""The course: exercises of the worksheets, students' programs, and who may see the reference."""
