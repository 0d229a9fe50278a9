"""Every technique the engine knows, in one table: in the order a person sees them, the easiest first.

A technique that is added gets a row here, a module with its finder and its verifier, and its sentences in
`wording/sentences`. `rating.py` has the ratings and the costs that depend on the step.
"""

from functools import partial

from . import (
    avoidable_rectangles,
    bivalue_grave,
    coloring,
    empty_rectangle,
    grouped_links,
    intersections,
    remote_pair,
    single_digit,
    singles,
    subsets,
    sue_de_coq,
    unique_rectangles,
    wings,
)
from .als import chains as als_chains
from .als import death_blossom
from .chains import grouped_chains, nice_loops, open_chains
from .fish import basic as basic_fish
from .fish import evidence as fish_evidence
from .fish import finned as finned_fish
from .fish import franken as franken_fish
from .proofs import contradictions, forcing_chains, trial
from .proofs import tree as proof_tree
from .rating import by_length, by_subset_size, by_tree_size, cost_by_tree_size, in_box_or_line
from .technique import Technique

# fmt: off
CATALOGUE: tuple[Technique, ...] = (
    #         id                                 family           tier score code    SE rating                 finder, verifier, cost
    Technique("full_house",                      "singles",       1,    4, "0000", 1.0,                      singles.find_full_houses, singles.verify_full_house),
    Technique("hidden_single",                   "singles",       1,   14, "0002", in_box_or_line(1.2, 1.5), singles.find_hidden_singles, singles.verify_hidden_single),
    Technique("naked_single",                    "singles",       1,    4, "0003", 2.3,                      singles.find_naked_singles, singles.verify_naked_single),
    Technique("pointing",                        "intersections", 2,   50, "0100", 2.6,                      intersections.find_pointing, intersections.verify_intersection),
    Technique("claiming",                        "intersections", 2,   50, "0101", 2.8,                      intersections.find_claiming, intersections.verify_intersection),
    Technique("locked_pair",                     "subsets",       2,   40, "0110", 3.0,                      partial(subsets.find_locked, technique="locked_pair"), subsets.verify_naked),
    Technique("locked_triple",                   "subsets",       2,   60, "0111", 3.6,                      partial(subsets.find_locked, technique="locked_triple"), subsets.verify_naked),
    Technique("naked_pair",                      "subsets",       2,   60, "0200", 3.0,                      partial(subsets.find_naked, technique="naked_pair"), subsets.verify_naked),
    Technique("hidden_pair",                     "subsets",       2,   70, "0210", 3.4,                      partial(subsets.find_hidden, technique="hidden_pair"), subsets.verify_hidden),
    Technique("naked_triple",                    "subsets",       2,   80, "0201", 3.6,                      partial(subsets.find_naked, technique="naked_triple"), subsets.verify_naked),
    Technique("hidden_triple",                   "subsets",       2,  100, "0211", 4.0,                      partial(subsets.find_hidden, technique="hidden_triple"), subsets.verify_hidden),
    Technique("x_wing",                          "fish",          3,  140, "0300", 3.2,                      partial(basic_fish.find_basic_fish, technique="x_wing"), basic_fish.verify_basic_fish),
    Technique("swordfish",                       "fish",          3,  150, "0301", 3.8,                      partial(basic_fish.find_basic_fish, technique="swordfish"), basic_fish.verify_basic_fish),
    Technique("naked_quad",                      "subsets",       3,  120, "0202", 5.0,                      partial(subsets.find_naked, technique="naked_quad"), subsets.verify_naked),
    Technique("hidden_quad",                     "subsets",       3,  150, "0212", 5.4,                      partial(subsets.find_hidden, technique="hidden_quad"), subsets.verify_hidden),
    Technique("jellyfish",                       "fish",          3,  160, "0302", 5.2,                      partial(basic_fish.find_basic_fish, technique="jellyfish"), basic_fish.verify_basic_fish),
    Technique("skyscraper",                      "links",         3,  130, "0400", 4.0,                      single_digit.find_skyscrapers, single_digit.verify_skyscraper),
    Technique("two_string_kite",                 "links",         3,  150, "0401", 4.1,                      single_digit.find_two_string_kites, single_digit.verify_two_string_kite),
    Technique("dual_two_string_kite",            "links",         3,  150, "0404", 4.1,                      single_digit.find_dual_two_string_kites, single_digit.verify_dual_two_string_kite),
    Technique("turbot_fish",                     "links",         3,  120, "0403", 4.2,                      single_digit.find_turbot_fish, single_digit.verify_turbot_fish),
    Technique("empty_rectangle",                 "links",         3,  120, "0402", 4.3,                      empty_rectangle.find_empty_rectangles, empty_rectangle.verify_empty_rectangle),
    Technique("dual_empty_rectangle",            "links",         3,  120, "0405", 4.3,                      empty_rectangle.find_dual_empty_rectangles, empty_rectangle.verify_dual_empty_rectangle),
    Technique("xy_wing",                         "wings",         3,  160, "0800", 4.2,                      wings.find_xy_wings, wings.verify_xy_wing),
    Technique("xyz_wing",                        "wings",         3,  180, "0801", 4.4,                      wings.find_xyz_wings, wings.verify_xyz_wing),
    Technique("w_wing",                          "wings",         3,  150, "0803", 4.4,                      wings.find_w_wings, wings.verify_w_wing),
    Technique("grouped_skyscraper",              "links",         3,  150, "",     4.4,                      grouped_links.find_grouped_skyscrapers, grouped_links.verify_grouped_skyscraper),
    Technique("grouped_two_string_kite",         "links",         3,  150, "",     4.4,                      grouped_links.find_grouped_two_string_kites, grouped_links.verify_grouped_two_string_kite),
    Technique("remote_pair",                     "chains",        3,  110, "0703", 5.4,                      remote_pair.find_remote_pairs, remote_pair.verify_remote_pair),
    Technique("simple_colors_trap",              "links",         3,  150, "0500", 5.4,                      coloring.find_simple_colors_traps, coloring.verify_simple_colors_trap),
    Technique("simple_colors_wrap",              "links",         3,  150, "0501", 5.4,                      coloring.find_simple_colors_wraps, coloring.verify_simple_colors_wrap),
    Technique("multi_colors_2",                  "links",         3,  200, "0503", 5.4,                      coloring.find_multi_colors_2, coloring.verify_multi_colors_2),
    Technique("multi_colors_1",                  "links",         3,  200, "0502", 5.4,                      coloring.find_multi_colors_1, coloring.verify_multi_colors_1),
    Technique("unique_rectangle_1",              "uniqueness",    3,  100, "0600", 4.5,                      unique_rectangles.find_type_1, unique_rectangles.verify_type_1),
    Technique("unique_rectangle_2",              "uniqueness",    3,  100, "0601", 4.5,                      partial(unique_rectangles.find_types_2_and_5, technique="unique_rectangle_2"), unique_rectangles.verify_types_2_and_5),
    Technique("unique_rectangle_3",              "uniqueness",    3,  100, "0602", by_subset_size(4.5),      unique_rectangles.find_type_3, unique_rectangles.verify_type_3),
    Technique("unique_rectangle_4",              "uniqueness",    3,  100, "0603", 4.5,                      unique_rectangles.find_type_4, unique_rectangles.verify_type_4),
    Technique("unique_rectangle_5",              "uniqueness",    3,  100, "0604", 4.5,                      partial(unique_rectangles.find_types_2_and_5, technique="unique_rectangle_5"), unique_rectangles.verify_types_2_and_5),
    Technique("unique_rectangle_6",              "uniqueness",    3,  100, "0605", 4.5,                      unique_rectangles.find_type_6, unique_rectangles.verify_type_6),
    Technique("hidden_rectangle",                "uniqueness",    3,  100, "0606", 4.5,                      unique_rectangles.find_hidden_rectangles, unique_rectangles.verify_hidden_rectangle),
    Technique("avoidable_rectangle_1",           "uniqueness",    3,  100, "0607", 4.5,                      avoidable_rectangles.find_type_1, avoidable_rectangles.verify_type_1),
    Technique("avoidable_rectangle_2",           "uniqueness",    3,  100, "0608", 4.5,                      avoidable_rectangles.find_type_2, avoidable_rectangles.verify_type_2),
    Technique("bug_plus_one",                    "uniqueness",    3,  100, "0610", 5.6,                      bivalue_grave.find_graves, bivalue_grave.verify_grave),
    Technique("finned_x_wing",                   "fish",          4,  130, "0310", 3.4,                      partial(finned_fish.find_finned_fish, technique="finned_x_wing"), fish_evidence.verify_fish),
    Technique("sashimi_x_wing",                  "fish",          4,  150, "0320", 3.5,                      partial(finned_fish.find_finned_fish, technique="sashimi_x_wing"), fish_evidence.verify_fish),
    Technique("finned_swordfish",                "fish",          4,  200, "0311", 4.0,                      partial(finned_fish.find_finned_fish, technique="finned_swordfish"), fish_evidence.verify_fish),
    Technique("sashimi_swordfish",               "fish",          4,  240, "0321", 4.1,                      partial(finned_fish.find_finned_fish, technique="sashimi_swordfish"), fish_evidence.verify_fish),
    Technique("finned_jellyfish",                "fish",          4,  250, "0312", 5.4,                      partial(finned_fish.find_finned_fish, technique="finned_jellyfish"), fish_evidence.verify_fish),
    Technique("sashimi_jellyfish",               "fish",          4,  260, "0322", 5.6,                      partial(finned_fish.find_finned_fish, technique="sashimi_jellyfish"), fish_evidence.verify_fish),
    Technique("sue_de_coq",                      "sets",          4,  250, "1101", 7.0,                      sue_de_coq.find_sue_de_coq, sue_de_coq.verify_sue_de_coq),
    Technique("x_chain",                         "chains",        4,  260, "0701", by_length(6.5),           open_chains.find_x_chains, open_chains.verify_x_chain),
    Technique("xy_chain",                        "chains",        4,  260, "0702", by_length(6.6),           open_chains.find_xy_chains, open_chains.verify_xy_chain),
    Technique("continuous_nice_loop",            "chains",        4,  280, "0706", by_length(7.0),           nice_loops.find_continuous_nice_loops, nice_loops.verify_continuous_nice_loop),
    Technique("aic",                             "chains",        4,  280, "0708", by_length(7.0),           open_chains.find_aics, open_chains.verify_aic),
    Technique("discontinuous_nice_loop",         "chains",        4,  280, "0707", by_length(7.0),           nice_loops.find_discontinuous_nice_loops, nice_loops.verify_discontinuous_nice_loop),
    Technique("grouped_continuous_nice_loop",    "chains",        4,  300, "0709", by_length(7.2),           grouped_chains.find_grouped_continuous_nice_loops, grouped_chains.verify_grouped_continuous_nice_loop),
    Technique("grouped_aic",                     "chains",        4,  300, "0711", by_length(7.2),           grouped_chains.find_grouped_aics, grouped_chains.verify_grouped_aic),
    Technique("grouped_discontinuous_nice_loop", "chains",        4,  300, "0710", by_length(7.2),           grouped_chains.find_grouped_discontinuous_nice_loops, grouped_chains.verify_grouped_discontinuous_nice_loop),
    Technique("als_xz",                          "sets",          4,  300, "0901", 7.5,                      als_chains.find_als_xz, als_chains.verify_als_chain),
    Technique("als_xy_wing",                     "sets",          4,  320, "0902", 8.0,                      als_chains.find_als_xy_wings, als_chains.verify_als_chain),
    Technique("als_chain",                       "sets",          4,  340, "0903", 8.4,                      als_chains.find_als_chains, als_chains.verify_als_chain),
    Technique("death_blossom",                   "sets",          4,  360, "0904", 8.6,                      death_blossom.find_death_blossoms, death_blossom.verify_death_blossom),
    Technique("franken_swordfish",               "fish",          4,  350, "0331", 6.0,                      partial(franken_fish.find_franken_fish, technique="franken_swordfish"), fish_evidence.verify_fish),
    Technique("franken_jellyfish",               "fish",          4,  370, "0332", 6.4,                      partial(franken_fish.find_franken_fish, technique="franken_jellyfish"), fish_evidence.verify_fish),
    Technique("finned_franken_x_wing",           "fish",          4,  390, "0340", 6.2,                      partial(franken_fish.find_franken_fish, technique="finned_franken_x_wing"), fish_evidence.verify_fish),
    Technique("finned_franken_swordfish",        "fish",          4,  410, "0341", 6.6,                      partial(franken_fish.find_franken_fish, technique="finned_franken_swordfish"), fish_evidence.verify_fish),
    Technique("finned_franken_jellyfish",        "fish",          4,  430, "0342", 7.0,                      partial(franken_fish.find_franken_fish, technique="finned_franken_jellyfish"), fish_evidence.verify_fish),
    Technique("nishio",                          "trials",        5,  500, "",     by_tree_size(7.5),        contradictions.find_nishio, contradictions.verify_nishio, cost_by_tree_size(10)),
    Technique("cell_forcing_chain",              "trials",        5,  500, "1302", by_tree_size(8.0),        forcing_chains.find_cell_forcing_chains, forcing_chains.verify_cell_forcing_chain, cost_by_tree_size(10)),
    Technique("house_forcing_chain",             "trials",        5,  500, "",     by_tree_size(8.0),        forcing_chains.find_house_forcing_chains, forcing_chains.verify_house_forcing_chain, cost_by_tree_size(10)),
    Technique("contradiction_chain",             "trials",        5,  500, "1301", by_tree_size(8.2),        contradictions.find_contradiction_chains, contradictions.verify_contradiction_chain, cost_by_tree_size(10)),
    Technique("trial",                           "trials",        5,  700, "1303", by_tree_size(8.5),        trial.find_trials, proof_tree.verify_trial, cost_by_tree_size(10)),
    Technique("nested_trial",                    "trials",        5, 1000, "",     by_tree_size(9.5),        trial.find_nested_trials, proof_tree.verify_nested_trial, cost_by_tree_size(10)),
)
# fmt: on

TECHNIQUES: dict[str, Technique] = {technique.id: technique for technique in CATALOGUE}
