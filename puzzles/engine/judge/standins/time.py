"""Clocks, and `sleep`, which is a busy wait: a worker has nothing else to do."""

# The worker puts its own clock here, in seconds.
clock = None


def perf_counter():
    """Seconds since the worker began."""
    return clock()


def time():
    """Seconds since the worker began: what a program measures is the difference."""
    return clock()


monotonic = process_time = time


def perf_counter_ns():
    """The same in nanoseconds."""
    return int(clock() * 1_000_000_000)


time_ns = monotonic_ns = process_time_ns = perf_counter_ns


def sleep(secs):
    """Wait this many seconds."""
    until = clock() + secs
    while clock() < until:
        pass
