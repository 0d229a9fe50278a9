"""Work given to a class: made, handed out, worked on, ended, and told of."""
