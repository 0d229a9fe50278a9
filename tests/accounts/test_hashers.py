"""How passwords are kept."""

import os
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import argon2
import pytest
from django.contrib.auth.hashers import check_password, make_password

from sudokusite import settings as site_settings


@pytest.fixture
def as_in_life(settings: object) -> None:
    settings.PASSWORD_HASHERS = site_settings.PASSWORD_HASHERS  # type: ignore[attr-defined]


@pytest.mark.usefixtures("as_in_life")
def test_a_password_is_kept_as_argon2id_with_19_mib_two_passes_one_lane() -> None:
    assert make_password("kutem-ramis-47").startswith("argon2$argon2id$v=19$m=19456,t=2,p=1$")


@pytest.mark.usefixtures("as_in_life")
def test_half_of_the_processors_hash_and_the_others_serve_players(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    at_once: list[int] = []
    hashing = threading.Semaphore(100)
    hash_password = argon2.low_level.hash_secret

    def watched(*args: object, **options: object) -> bytes:
        hashing.acquire()
        at_once.append(100 - hashing._value)
        time.sleep(0.01)
        hashing.release()
        return hash_password(*args, **options)

    monkeypatch.setattr(argon2.low_level, "hash_secret", watched)
    with ThreadPoolExecutor(12) as pool:
        kept = list(pool.map(make_password, ["kutem-ramis-47"] * 12))
    assert len(set(kept)) == len(at_once) == 12
    assert max(at_once) <= max(1, (os.cpu_count() or 1) // 2)
    assert check_password("kutem-ramis-47", kept[0])
