"""How passwords are kept: Argon2id at the cost OWASP recommends for a server with many logins at once."""

from django.contrib.auth.hashers import Argon2PasswordHasher


class ClassroomArgon2Hasher(Argon2PasswordHasher):
    """Argon2id with 19 MiB, two passes, one lane.

    Django's default takes 100 MiB a login: a class that logs in at the same minute would need 3 GB.
    """

    memory_cost = 19_456
    time_cost = 2
    parallelism = 1
