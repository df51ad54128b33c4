"""Static files as they are served: our scripts bundled, all named by their content, compressed."""

from collections.abc import Mapping
from pathlib import PurePosixPath

from django.core.files.base import ContentFile
from django.core.files.storage import InMemoryStorage
from whitenoise.storage import CompressedManifestStaticFilesStorage

from evalsite.bundling import bundles, read_module


class BundledStaticFilesStorage(CompressedManifestStaticFilesStorage):
    """Puts one file in place of each module that a page asks for; the others are not served."""

    def post_process(self, paths, dry_run=False, **options):
        paths = paths if dry_run else with_bundles(paths)
        yield from super().post_process(paths, dry_run=dry_run, **options)


def with_bundles(paths: Mapping[str, tuple]) -> dict[str, tuple]:
    modules = {name: read_module(name, _text(*paths[name])) for name in paths if _is_ours(name)}
    made = InMemoryStorage()
    for name, script in bundles(modules).items():
        made.save(name, ContentFile(script.encode()))
    served = {name: place for name, place in paths.items() if name not in modules}
    return served | {name: (made, name) for name in made.listdir("")[1]}


def _is_ours(name: str) -> bool:
    """Files in static/ itself; those of a library have a folder."""
    path = PurePosixPath(name)
    return path.suffix == ".js" and path.name == name


def _text(storage, path: str) -> str:
    with storage.open(path) as file:
        return file.read().decode()
