"""What pages say."""

import re

from django.test import Client


def text_of(client: Client, where: str, status: int = 200) -> str:
    """What a page says, in English and on one line; without its token, in which any letters may stand."""
    answer = client.get(where, headers={"Accept-Language": "en"})
    assert answer.status_code == status
    text = re.sub(r'"csrfmiddlewaretoken" value="\w+"', "", answer.content.decode())
    return " ".join(text.split())
