"""Answers are compressed for a browser that takes it, and what is streamed stays a stream."""

import gzip
import zlib

import pytest
from django.http import StreamingHttpResponse
from django.middleware.gzip import GZipMiddleware
from django.urls import reverse

from tests.forms import address
from tests.studies import assignment_at

GZIP = {"Accept-Encoding": "gzip, deflate, br"}


@pytest.mark.django_db
def test_a_page_is_compressed_to_the_same_page(as_alice, alice):
    page = address(assignment_at(alice, 1))
    as_alice.get(page)
    compressed = as_alice.get(page, headers=GZIP)
    assert compressed.headers["Content-Encoding"] == "gzip"
    assert b'id="item-heading"' in gzip.decompress(compressed.content)


@pytest.mark.django_db
def test_a_page_is_plain_for_who_asks_for_nothing_else(as_alice, alice):
    plain = as_alice.get(address(assignment_at(alice, 1)))
    assert "Content-Encoding" not in plain.headers
    assert b'id="item-heading"' in plain.content


@pytest.mark.django_db
def test_the_length_of_the_same_page_differs_from_time_to_time(client):
    pages = [client.get(reverse("account_login"), headers=GZIP) for _ in range(20)]
    assert len({len(page.content) for page in pages}) > 1


@pytest.mark.django_db
def test_a_compressed_page_is_told_apart_by_what_was_asked_for(client):
    page = client.get(reverse("account_login"), headers=GZIP)
    assert "Accept-Encoding" in page.headers["Vary"]


def test_a_stream_is_compressed_as_it_comes(rf):
    """Its beginning can be read before its end has been made."""
    made = []
    rows = (made.append(n) or (b"%d," % (n**9)) * 500 for n in range(10_000))
    through = GZipMiddleware(lambda request: StreamingHttpResponse(rows))
    stream = iter(through(rf.get("/", headers=GZIP)))
    read = zlib.decompressobj(wbits=31)
    begun = ""
    while len(begun) < 100:
        begun += read.decompress(next(stream)).decode()
    assert begun.startswith("0,0,0,")
    assert 0 < len(made) < 10_000


@pytest.mark.django_db
def test_a_file_of_ratings_is_compressed_as_a_stream(as_dana, panel):
    response = as_dana.get(reverse("ratings_csv", args=["small"]), headers=GZIP)
    assert response.streaming
    assert gzip.decompress(response.getvalue()).startswith(b"\xef\xbb\xbfstudy")
