"""Password hashing: Argon2id with OWASP's parameters for servers with many simultaneous logins."""

import os
import threading

from django.conf import settings
from django.contrib.auth.hashers import Argon2PasswordHasher

# At most half of the processors hash, so that a school that logs in does not slow down play; each server
# process has its share.
_free = threading.BoundedSemaphore(max(1, (os.cpu_count() or 1) // 2 // settings.SERVER_PROCESSES))


class ClassroomArgon2Hasher(Argon2PasswordHasher):
    """Argon2id with 19 MiB, two passes, one lane.

    Django's default takes 100 MiB per login: a class that logs in at the same minute would need 3 GB.
    """

    # https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html

    memory_cost = 19_456
    time_cost = 2
    parallelism = 1

    def encode(self, password: str, salt: str) -> str:
        with _free:
            return super().encode(password, salt)

    def verify(self, password: str, encoded: str) -> bool:
        with _free:
            return super().verify(password, encoded)
