"""The functions of the module `random` that students use, from three small generators (Wichmann and Hill,
1982).

`seed` makes a run repeatable: a program that asks is run again with the answers so far, and must draw the
same.
"""

_state = [1, 2, 3]


def seed(a=None):
    """Start the generators anew from a number or a text."""
    number = 0
    for character in repr(a):
        number = (number * 31 + ord(character)) % 27814431486575
    _state[0] = number % 30268 + 1
    _state[1] = number // 30268 % 30306 + 1
    _state[2] = number // (30268 * 30306) % 30322 + 1
    for _ in range(10):
        random()


def random():
    """A number from 0 to 1, 1 excluded."""
    x = _state[0] = 171 * _state[0] % 30269
    y = _state[1] = 172 * _state[1] % 30307
    z = _state[2] = 170 * _state[2] % 30323
    return (x / 30269 + y / 30307 + z / 30323) % 1.0


def _below(n):
    return int(random() * n)


def randrange(start, stop=None, step=1):
    """A number of the range."""
    numbers = range(start) if stop is None else range(start, stop, step)
    if not len(numbers):
        raise ValueError("empty range for randrange()")
    return numbers[_below(len(numbers))]


def randint(a, b):
    """A number from a to b, both included."""
    return randrange(a, b + 1)


def uniform(a, b):
    """A number with a fraction between a and b."""
    return a + (b - a) * random()


def choice(seq):
    """One item of a sequence."""
    if not len(seq):
        raise IndexError("Cannot choose from an empty sequence")
    return seq[_below(len(seq))]


def choices(population, weights=None, *, cum_weights=None, k=1):
    """`k` items, each chosen among all."""
    if cum_weights is None:
        cum_weights, total = [], 0
        for weight in weights if weights is not None else [1] * len(population):
            total += weight
            cum_weights.append(total)
    found = []
    for _ in range(k):
        place = random() * cum_weights[-1]
        found.append(population[[sum_ > place for sum_ in cum_weights].index(True)])
    return found


def shuffle(x):
    """Bring a list into a random order."""
    for i in range(len(x) - 1, 0, -1):
        j = _below(i + 1)
        x[i], x[j] = x[j], x[i]


def sample(population, k):
    """`k` different items."""
    if not 0 <= k <= len(population):
        raise ValueError("Sample larger than population or is negative")
    rest = list(population)
    shuffle(rest)
    return rest[:k]


def getrandbits(k):
    """A number of k bits."""
    number = 0
    for _ in range(k):
        number = number * 2 + _below(2)
    return number


class Random:
    """The same functions as methods. All instances share one state."""

    def __init__(self, x=None):
        if x is not None:
            seed(x)

    seed = staticmethod(seed)
    random = staticmethod(random)
    randrange = staticmethod(randrange)
    randint = staticmethod(randint)
    uniform = staticmethod(uniform)
    choice = staticmethod(choice)
    choices = staticmethod(choices)
    shuffle = staticmethod(shuffle)
    sample = staticmethod(sample)
    getrandbits = staticmethod(getrandbits)
