"""Write cavalier/documents.py from the service's OpenAPI document: `python client/generate.py`.

The models of the client are those of the service by construction; a test generates them again and compares.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from api.app import create_app
from api.openapi.document import openapi_document
from store.settings import Settings

TARGET = Path(__file__).parent / "cavalier" / "documents.py"
HEADER = '"""What the service answers and what it is asked, as its OpenAPI document describes it. Generated."""\n'
WIDTH = 110  # characters of a docstring
LEFT_OUT = {
    *("title", "examples", "pattern", "minLength", "maxLength", "minItems", "maxItems"),
    *("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "additionalProperties"),
}
COMMAND = (
    *(sys.executable, "-m", "datamodel_code_generator", "--input-file-type", "openapi"),
    *("--output-model-type", "pydantic_v2.BaseModel", "--base-class", "cavalier.document.Document"),
    *("--target-python-version", "3.11", "--formatters", "builtin"),
    *("--use-annotated", "--use-standard-collections", "--use-union-operator", "--strict-nullable"),
    *("--use-schema-description", "--use-field-description"),
    *("--enum-field-as-literal", "all", "--collapse-root-models"),
)


def main() -> None:
    """Write the models."""
    TARGET.write_text(models(), encoding="utf-8")


def models() -> str:
    """Return the module's text."""
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder, "openapi.json"), Path(folder, "documents.py")
        source.write_text(json.dumps(_schemas()), encoding="utf-8")
        header = ["--custom-file-header", HEADER]
        subprocess.run([*COMMAND, *header, "--input", source, "--output", target], check=True)  # noqa: S603
        return re.sub(r'"""\n +(.*?)\n +"""', _on_one_line, target.read_text(encoding="utf-8"), flags=re.DOTALL)


def _on_one_line(docstring: re.Match[str]) -> str:
    """Return a docstring on one line, where it fits and does not end in a quotation mark."""
    text = docstring[1]
    return docstring[0] if "\n" in text or len(text) > WIDTH or text.endswith('"') else f'"""{text}"""'


def _schemas() -> dict[str, object]:
    """Return the OpenAPI document without its paths, and with only the schemas of bodies and answers."""
    document = openapi_document(create_app(Settings.from_env({})))
    components: dict[str, object] = document["components"]["schemas"]
    needed: dict[str, object] = {}

    def collect(node: object) -> None:
        if isinstance(node, dict):
            name = str(node.get("$ref", "")).rpartition("/")[2]
            if name in components and name not in needed:
                needed[name] = components[name]
                collect(components[name])
            for value in node.values():
                collect(value)
        elif isinstance(node, list):
            for value in node:
                collect(value)

    for path in document["paths"].values():
        for operation in path.values():
            collect([operation.get("requestBody"), operation["responses"]])
    schemas = {name: _plain(needed[name]) for name in sorted(needed)}
    return {"openapi": "3.1.0", "info": document["info"], "paths": {}, "components": {"schemas": schemas}}


def _plain(node: object) -> object:
    """Return a schema without titles, which repeat names, and without bounds and defaults, which the service has."""
    if isinstance(node, dict):
        kept = {key: value for key, value in node.items() if key not in LEFT_OUT or isinstance(value, dict)}
        return {key: _plain(value) for key, value in kept.items() if key != "default" or not isinstance(value, dict)}
    return [_plain(one) for one in node] if isinstance(node, list) else node


if __name__ == "__main__":
    main()
