"""What holds for every request, whoever sends it."""

from collections.abc import Callable
from itertools import chain

from django.http import Http404, HttpRequest, HttpResponse

GetResponse = Callable[[HttpRequest], HttpResponse]


def no_zero_characters(get_response: GetResponse) -> GetResponse:
    """Find nothing under an address that holds a zero character, which PostgreSQL would stumble over."""

    def respond(request: HttpRequest) -> HttpResponse:
        asked = [request.path, *chain.from_iterable(values for _key, values in request.GET.lists())]
        if any("\0" in part for part in asked):
            raise Http404
        return get_response(request)

    return respond
