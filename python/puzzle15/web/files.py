"""The files of the page, read once and kept: they are few and small.

So an answer needs no thread to read a file, and none has to wait for one while searches use every processor.
"""

from __future__ import annotations

import mimetypes
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

__all__ = ["Files"]

# Some systems have other ideas, and then scripts are not run.
_KINDS = {".js": "text/javascript"}


class Files:
    """The files of some folders, which `Files.answer` sends. The first folder that has a file wins.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as name:
    ...     _ = Path(name, "index.html").write_text("<title>puzzle</title>")
    ...     Files(Path(name)).names
    ['index.html']
    """

    def __init__(self, *folders: Path) -> None:
        """Read them."""
        self._files: dict[str, Response] = {}
        for folder in folders:
            for path in _files(folder):
                name = path.relative_to(folder).as_posix()
                self._files.setdefault(name, _response(path))

    @property
    def names(self) -> list[str]:
        """The paths of the files.

        >>> Files().names
        []
        """
        return sorted(self._files)

    async def answer(self, request: Request) -> Response:
        """The file that is asked for, or "not modified" to whoever has it already."""
        file = self._files.get(request.path_params["name"] or "index.html")
        if file is None:
            raise HTTPException(404)
        tag = file.headers["etag"]
        return Response(None, 304, {"ETag": tag}) if request.headers.get("if-none-match") == tag else file


def _files(folder: Path) -> Iterator[Path]:
    """All files in a folder and its folders; an error if it is not there."""
    for path in sorted(folder.iterdir()):
        if path.is_dir():
            yield from _files(path)
        elif path.is_file():
            yield path


def _response(path: Path) -> Response:
    data = path.read_bytes()
    kind = _KINDS.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    return Response(data, 200, {"ETag": f'"{sha256(data).hexdigest()[:32]}"'}, kind)
