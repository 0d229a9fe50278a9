"""The topic assignments: work for a class: the teacher's side and the student's."""
