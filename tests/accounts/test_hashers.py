"""How passwords are kept."""

import pytest
from django.contrib.auth.hashers import make_password

from sudokusite import settings as site_settings


@pytest.fixture
def as_in_life(settings: object) -> None:
    settings.PASSWORD_HASHERS = site_settings.PASSWORD_HASHERS  # type: ignore[attr-defined]


@pytest.mark.usefixtures("as_in_life")
def test_a_password_is_kept_as_argon2id_with_19_mib_two_passes_one_lane() -> None:
    assert make_password("kutem-ramis-47").startswith("argon2$argon2id$v=19$m=19456,t=2,p=1$")
