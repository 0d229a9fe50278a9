"""What is built on the catalogue: solve paths, hints, and proofs of one candidate."""
