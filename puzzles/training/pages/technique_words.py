"""What a person does to find each technique: a short paragraph for its page."""

from django.utils.translation import gettext_noop

LOOK_FOR = {
    "full_house": gettext_noop(
        "Count the empty cells of each row, column and box. Where only one is left, say the digits from "
        "1 to 9: the one you do not see is the answer. Every digit you place may leave a house with one "
        "empty cell, so look again after each move."
    ),
    "hidden_single": gettext_noop(
        "Choose a digit and a box where it is missing. Strike out in your mind every row and column that "
        "already holds the digit: if one empty cell remains in the box, the digit goes there. Then do "
        "the same in rows and columns. Begin with the digits that are on the grid most often."
    ),
    "naked_single": gettext_noop(
        "Choose an empty cell whose row, column and box are well filled. Say the digits from 1 to 9 and "
        "leave out each one that the cell sees. If a single digit remains, it goes there, even if it "
        "still has other places in the house."
    ),
    "pointing": gettext_noop(
        "In each box, look at the digits that have only two or three places left. If these lie in one "
        "row or one column, the digit of the box will be on that line. So outside the box the line "
        "cannot have it: remove it there."
    ),
    "claiming": gettext_noop(
        "This is pointing seen from the line. In each row and column, look at the digits that have only "
        "two or three places left. If these lie in one box, the line takes the digit in that box, so the "
        "other cells of the box cannot have it."
    ),
    "locked_pair": gettext_noop(
        "Look inside a box for two cells on one line that have the same two candidates and nothing else. "
        "They use up both digits twice over: for the box and for the line. Remove the two digits from "
        "the other cells of both."
    ),
    "locked_triple": gettext_noop(
        "Look for three cells side by side, in one box and on one line, that have only three candidates "
        "between them. Not every cell needs all three. The three digits are used up for the box and for "
        "the line."
    ),
    "naked_pair": gettext_noop(
        "Look for cells with exactly two candidates. When two such cells in one house have the same two, "
        "each takes one of them, and nothing is left for the others: remove both digits from the rest of "
        "the house. You need not know which cell takes which digit."
    ),
    "hidden_pair": gettext_noop(
        "Take a house and look for two digits that are candidates in the same two cells only. These "
        "cells must hold the two digits, so every other candidate in them can go. The pair is hidden "
        "because the two cells may have many other candidates."
    ),
    "naked_triple": gettext_noop(
        "Look in a house for three cells that have only three digits between them. A cell may have two "
        "of the three: 12, 23 and 13 make a triple too. Three cells for three digits: the rest of the "
        "house cannot have these."
    ),
    "hidden_triple": gettext_noop(
        "Take a house and look for three digits that have only three cells between them. Count the "
        "places of each digit: those with two or three places are worth comparing. The three cells keep "
        "these digits and lose all others."
    ),
    "x_wing": gettext_noop(
        "Choose a digit and look for rows where it has exactly two places. If two rows have them in the "
        "same two columns, the digit takes two opposite corners of this rectangle, one way or the other. "
        "Both columns have it then, so remove it from their other cells. It works the same from columns "
        "to rows."
    ),
    "swordfish": gettext_noop(
        "An X-Wing with three lines. Choose a digit and look for three rows where it has two or three "
        "places, all of them in the same three columns. Each row takes one of the columns, so the rest "
        "of these columns cannot have the digit. Look from the columns as well."
    ),
    "naked_quad": gettext_noop(
        "Look in a house with many empty cells for four cells that have only four digits between them. "
        "Leave aside the cells with five candidates or more: they cannot belong to it. In a house with "
        "eight or nine empty cells the hidden pairs and triples are often easier to see."
    ),
    "hidden_quad": gettext_noop(
        "Look in a house for four digits that have only four cells between them. It is rare and hard to "
        "see: write down the places of each digit and compare those with four places or fewer. The four "
        "cells lose all their other candidates."
    ),
    "jellyfish": gettext_noop(
        "A fish with four lines. Choose a digit with many places and look for four rows where all its "
        "places lie in the same four columns, or four columns with four rows. It is rare: look for an "
        "X-Wing and a swordfish of the digit first."
    ),
    "skyscraper": gettext_noop(
        "Choose a digit and look for two rows with exactly two places each. If one place of each is in "
        "the same column, they are the foot of the skyscraper, and the two others its roofs. The feet "
        "cannot both hold the digit, so a roof does: a cell that sees both roofs cannot have it. It also "
        "stands on its side, with columns."
    ),
    "two_string_kite": gettext_noop(
        "Choose a digit and look for a row with exactly two places and a column with exactly two places, "
        "where one end of each lies in the same box. These two are tied in the box: not both can hold "
        "the digit. So one of the loose ends holds it, and the cell that sees both ends cannot have it."
    ),
    "dual_two_string_kite": gettext_noop(
        "When you have found a kite, look whether the two cells where it is tied carry a second one: "
        "with the row and the column exchanged, or with another digit. Then several candidates fall at "
        "once."
    ),
    "turbot_fish": gettext_noop(
        "Choose a digit and look for houses where it has exactly two places: these are strong links. "
        "Take one in a box and one in a line, such that an end of the first sees an end of the second. "
        "Not both of these hold the digit, so one of the far ends does: what sees both far ends cannot "
        "have it."
    ),
    "empty_rectangle": gettext_noop(
        "Choose a digit and look for a box where its places form a cross, an L or a T: all in one row "
        "and one column of the box, so that four cells or more are empty of it. Then look for a line "
        "with exactly two places that crosses the arm of this cross. Follow it to its other end: the "
        "cell where this end meets the second arm cannot have the digit."
    ),
    "dual_empty_rectangle": gettext_noop(
        "When you have found an empty rectangle, look whether the same box has a second line with only "
        "two places for the digit. When its places in the box are only two, both arms can work, and two "
        "cells lose the digit."
    ),
    "xy_wing": gettext_noop(
        "Look only at the cells with two candidates. Take one of them, with x and y: it is the pivot. "
        "Look for a cell it sees with x and z, and another with y and z: these are the wings. Whichever "
        "digit the pivot takes, one of the wings becomes z, so a cell that sees both wings cannot have "
        "z."
    ),
    "xyz_wing": gettext_noop(
        "Like the XY-Wing, but the pivot has three candidates, x, y and z. One of the three cells holds "
        "z: the pivot itself or one of its wings. So only a cell that sees all three can lose z: look at "
        "the cells where the box and the line of the pivot meet."
    ),
    "w_wing": gettext_noop(
        "Look for two cells with the same two candidates that do not see each other. Then look for a "
        "house where one of the two digits has exactly two places, one seen by the first cell, one seen "
        "by the second. One of these places holds that digit, so one of the two cells takes the other "
        "digit: remove it from what sees both cells."
    ),
    "grouped_skyscraper": gettext_noop(
        "A skyscraper whose roofs may be several cells. Choose a digit and look for two rows that have a "
        "place in the same column, and all their other places in one box each. One of these groups holds "
        "the digit: a cell that sees every cell of both groups cannot have it."
    ),
    "grouped_two_string_kite": gettext_noop(
        "A kite whose knot may be several cells. Choose a digit and look for a row with one place "
        "outside a box and all others inside it, and for a column that does the same with this box. If "
        "the two meet in different cells of the box, one of the loose ends holds the digit."
    ),
    "remote_pair": gettext_noop(
        "Look for many cells with the same two candidates. Link those that see each other into a chain "
        "of four or more. The digits take turns along the chain, so two cells at an odd distance hold "
        "one of each: a cell that sees both can have neither digit."
    ),
    "simple_colors_trap": gettext_noop(
        "Choose a digit and link its places wherever a house has only two. Colour the linked places in "
        "turn with two colours: all of one colour are right, all of the other are wrong. A place outside "
        "that sees both colours is wrong in both cases: it falls into the trap."
    ),
    "simple_colors_wrap": gettext_noop(
        "Colour the linked places of a digit with two colours in turn, as for the trap. If two places of "
        "the same colour lie in one house, that colour cannot be right: all its places fall, and the "
        "other colour is right everywhere."
    ),
    "multi_colors_2": gettext_noop(
        "Colour two groups of linked places, each with two colours of its own. If one colour of the "
        "first group sees both colours of the second, it cannot be right, since one of these two is: all "
        "places of that colour fall."
    ),
    "multi_colors_1": gettext_noop(
        "Sometimes the links of a digit fall into two groups. Colour each group with two colours of its "
        "own. If a colour of the first sees a colour of the second, not both are right, so one of their "
        "opposite colours is: a place that sees both of these falls."
    ),
    "unique_rectangle_1": gettext_noop(
        "Look for a rectangle in two rows, two columns and exactly two boxes, with the same two "
        "candidates in its corners. If three corners have nothing else, the fourth must take another "
        "digit: otherwise the two digits could be exchanged and the puzzle would have two solutions."
    ),
    "unique_rectangle_2": gettext_noop(
        "Two corners of the rectangle have just the two digits, and the two others, side by side, have "
        "one digit more, the same in both. One of these takes the extra digit. So a cell that sees both "
        "of them cannot have it."
    ),
    "unique_rectangle_3": gettext_noop(
        "Two corners have just the two digits, and the two others, side by side, have more. One of these "
        "takes one of its extra digits, so think of both as a single cell with all the extra digits. "
        "Look in their house for a naked pair or triple with this cell."
    ),
    "unique_rectangle_4": gettext_noop(
        "Two corners have just the two digits. Look at the two others in the house they share: if one of "
        "the two digits has no other place there, one of these corners takes it. The other digit beside "
        "it would complete the rectangle, so remove that digit from both corners."
    ),
    "unique_rectangle_5": gettext_noop(
        "Like type 2, but the corners with the extra digit lie across from each other, or there are "
        "three of them. One of them takes the extra digit, so a cell that sees all of them cannot have "
        "it."
    ),
    "unique_rectangle_6": gettext_noop(
        "Two opposite corners have just the two digits. Look at the two rows, or the two columns, of the "
        "rectangle: if one of the digits has no place in them outside the corners, its places form an "
        "X-Wing. Then the two other corners cannot have that digit."
    ),
    "hidden_rectangle": gettext_noop(
        "Begin at a corner with just the two digits, and look at the opposite corner. If one of the "
        "digits has no other place than the corners in the row and in the column of this opposite "
        "corner, the other digit there would complete the rectangle. So remove it."
    ),
    "avoidable_rectangle_1": gettext_noop(
        "Look at digits you have found yourself, not at given ones. If three corners of a rectangle in "
        "two boxes hold two digits, such as 5, 7 and 5, the fourth must not be the 7 that completes it: "
        "otherwise the two digits could be exchanged. A given digit in a corner spoils it, because it "
        "cannot be exchanged."
    ),
    "avoidable_rectangle_2": gettext_noop(
        "Two corners of a rectangle in two boxes hold digits you have found yourself. If the two others "
        "could complete it, and each has the same one digit more, one of them takes this digit. A cell "
        "that sees both cannot have it."
    ),
    "bug_plus_one": gettext_noop(
        "Near the end, look whether all open cells have two candidates but one, which has three. In that "
        "cell, count each candidate in its row, column and box: the one that has three places there is "
        "the answer. If it were not, every digit left would have two places everywhere, and such a grid "
        "has no solution or two."
    ),
    "finned_x_wing": gettext_noop(
        "Look for an X-Wing that a few places too many spoil. If these extra places, the fins, all lie in"
        " the box of one corner, then either a fin is right, or there is an X-Wing after all. So of what "
        "the X-Wing would remove, only the cells in that box fall: they see the fins too."
    ),
    "sashimi_x_wing": gettext_noop(
        "A finned X-Wing need not be complete without its fins. Even if the corner beside the fins cannot"
        " hold the digit at all, the same reasoning works: either a fin is right, or the other line takes"
        " the column of that corner."
    ),
    "finned_swordfish": gettext_noop(
        "Choose a digit and look for three rows whose places lie in three columns, but for one to three "
        "places in one box. These are the fins. A cell of the three columns in that box, outside the "
        "three rows, sees the fins and falls."
    ),
    "sashimi_swordfish": gettext_noop(
        "As with the X-Wing, a swordfish with fins may lack what the fins replace: one of its rows keeps "
        "a single place when the fins are gone. Look for three rows, two of which fit into three columns,"
        " and whose third has its other places in one box."
    ),
    "finned_jellyfish": gettext_noop(
        "Four rows whose places for a digit lie in four columns, but for a few in one box. So large a "
        "fish is seldom needed: look first for what remains outside it, since a chain of few links often "
        "tells the same."
    ),
    "sashimi_jellyfish": gettext_noop(
        "A jellyfish with fins, one of whose lines has one place only beside the fins. Take the digit "
        "with the most places left, leave aside the lines with five places or more, and compare the "
        "others four by four."
    ),
    "sue_de_coq": gettext_noop(
        "Look where a line and a box cross: two or three open cells there with two digits more than they "
        "are cells. In the rest of the line look for a cell with some of these digits only, and in the "
        "rest of the box for another with others of them. Together they have as many digits as cells, so "
        "each digit is in its part: it falls from the rest of that line or that box."
    ),
    "x_chain": gettext_noop(
        "Choose a digit and mark the houses where it has only two places: these are strong links. From "
        "the end of one, step to a place that it sees and that begins another, and go on. When you stop "
        "at the end of a strong link, one end of the chain holds the digit: a cell that sees both ends "
        "cannot."
    ),
    "xy_chain": gettext_noop(
        "Look only at the cells with two candidates. Begin in one with x, and suppose that it is not x: "
        "then it is its other digit, so the next cell that it sees and that has this digit is its other "
        "one, and so on. If the last cell must then be x, either the first or the last is x: a cell that "
        "sees both cannot be."
    ),
    "continuous_nice_loop": gettext_noop(
        "A chain that comes back to where it began, strong and weak links taking turns all the way round."
        " Going round one way or the other, every second candidate is right, so each weak link becomes as"
        " good as a strong one: what sees both its ends falls, and in a cell that the loop enters with "
        "one digit and leaves with another, all other candidates fall."
    ),
    "aic": gettext_noop(
        "Strong links are of two kinds: a digit with two places in a house, and a cell with two "
        "candidates. Weak ones join what cannot both be right: a digit twice in a house, two digits in a "
        "cell. Begin and end with a strong link and let the kinds take turns. Whoever denies the one end "
        "proves the other, so what both exclude falls."
    ),
    "discontinuous_nice_loop": gettext_noop(
        "Begin at a candidate and follow links that take turns until you are back. If both links that "
        "meet there are weak, the candidate would show itself to be wrong: it falls. If both are strong, "
        "it would show itself to be right: it holds, and the other candidates of its cell fall."
    ),
    "grouped_continuous_nice_loop": gettext_noop(
        "Places of a digit that lie side by side where a box and a line cross may count as one: the "
        "group. A box whose places are such a group and one cell is a strong link between the two. Look "
        "for loops with these links too, and with almost locked sets: cells of a house with one digit "
        "more than cells, where without one digit all others are certain."
    ),
    "grouped_aic": gettext_noop(
        "A chain whose ends and joints may be groups: two or three places of a digit in one box and one "
        "line. What is to fall must see every cell of a group at an end. Take groups in where a chain of "
        "single cells breaks off for want of one place."
    ),
    "grouped_discontinuous_nice_loop": gettext_noop(
        "Take a candidate you would like to remove and suppose that it is right. Follow what it excludes "
        "and what that leaves as the only place, groups and almost locked sets included. If the way leads"
        " to another place that excludes it, it has refuted itself."
    ),
    "als_xz": gettext_noop(
        "Look for cells of a house that have just one digit more than they are cells: two cells with "
        "three digits, one cell with two. Find a second such set, whose cells for a digit x all see those"
        " of the first. Only one set can have x, so the other has all its other digits. If both have a "
        "digit z as well, one of them holds it: what sees all their places of z falls."
    ),
    "als_xy_wing": gettext_noop(
        "Three almost locked sets, like the three cells of an XY-Wing: the one in the middle shares a "
        "digit with each of the others that not both can hold. It can do without one digit only, so one "
        "of the outer sets loses its own and holds the digit z that they share. What sees all their "
        "places of z falls."
    ),
    "als_chain": gettext_noop(
        "Link almost locked sets one after the other, each by a digit that only one of the two can hold, "
        "and never by the same digit twice in a row. It is an XY-Chain with sets for cells: the first or "
        "the last set holds the digit that both share."
    ),
    "death_blossom": gettext_noop(
        "Begin at a cell with two or three candidates, the stem. For each candidate look for a petal: an "
        "almost locked set whose places of that digit all see the stem. Whatever the stem is, it takes "
        "this digit from one petal, which is then locked. If all petals share another digit, one of them "
        "holds it: what sees all its places falls."
    ),
    "franken_swordfish": gettext_noop(
        "A swordfish need not be of lines alone. Choose a digit and take lines of one direction and boxes"
        " together: if all its places in three such houses lie in three others that share no place among "
        "themselves, these three are used up. Look at boxes with two or three places beside lines with as"
        " many."
    ),
    "franken_jellyfish": gettext_noop(
        "Four houses, lines of one direction and boxes, whose places for a digit lie in four others. It "
        "is seldom the simplest way: a grouped chain of the same digit often tells the same with fewer "
        "cells."
    ),
    "finned_franken_x_wing": gettext_noop(
        "A line and a box whose places for a digit lie in two other houses, but for a few: the fins. "
        "Either a fin is right or the fish is whole. What the fish would remove and every fin sees falls "
        "in both cases."
    ),
    "finned_franken_swordfish": gettext_noop(
        "Three houses, lines and boxes together, that would be a swordfish but for the fins. Put in a box"
        " with many places of the digit: some of them often serve as fins, and the cells that see these "
        "are few, so you know where to look."
    ),
    "finned_franken_jellyfish": gettext_noop(
        "The largest of the fish told here: four houses, some of them boxes, and fins. Nobody looks for "
        "it first. Take a candidate you suspect and ask which houses its digit would lose its places in: "
        "that is the fish, seen from its catch."
    ),
    "nishio": gettext_noop(
        "Take one digit and suppose that it is in one of its places. Strike out its other places in row, "
        "column and box; where a house has one place left, the digit goes there, and you strike out "
        "again. If a house has no place left at all, the first place was wrong. Other digits play no "
        "part."
    ),
    "cell_forcing_chain": gettext_noop(
        "Take a cell with two or three candidates and follow each of them by itself: what does it "
        "exclude, which single follows, and which single from that? If all of them lead to the same digit"
        " in a cell, or exclude the same candidate, that is certain, whichever is right. No candidate is "
        "kept until you know."
    ),
    "house_forcing_chain": gettext_noop(
        "The same with the places of a digit in a house: one of them is right, so what follows from each "
        "of them is true. Houses with two places are the shortest work, and the cells that both chains "
        "reach are worth a look."
    ),
    "contradiction_chain": gettext_noop(
        "Suppose that a candidate is right and follow chains of singles from it, each from one before. If"
        " two of them meet in a contradiction, a cell with nothing left or a house that lacks a digit, "
        "the candidate is wrong. Choose candidates that decide much at once: those in cells with two, or "
        "with two places in a house."
    ),
    "trial": gettext_noop(
        "When nothing else leads on, a candidate is tried, and this page does not call it by a finer "
        "name. Suppose that it is right and place every single that follows. If a cell is left with "
        "nothing, or a house without a place for a digit, it was wrong, and only this is kept: everything"
        " else is rubbed out. If no contradiction comes, nothing is proved: try another one. It is no "
        "guess, but it is much work: write down what you supposed."
    ),
    "nested_trial": gettext_noop(
        "The last resort, which always ends. Where the singles of a trial stop without a contradiction, "
        "another trial begins inside it: a second candidate is supposed, under the first, and when it "
        "fails it falls inside the first trial only. So the first goes on until it fails too. Very few "
        "puzzles need this. Keep apart what is supposed at which level, for instance by colours."
    ),
}
