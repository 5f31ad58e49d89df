"""What the schemas of bodies and answers say to programs that write clients."""

from __future__ import annotations

from flask.testing import FlaskClient


def test_a_default_of_a_body_is_told_in_words(client: FlaskClient) -> None:
    """No schema of a body has `default`, which makes generators require the field."""
    schemas = client.get("/api/v1/openapi.json").get_json()["components"]["schemas"]
    construct = schemas["ConstructSpecification"]
    assert construct["properties"]["store"]["description"].endswith('; default {"first": 1}')
    assert construct["properties"]["priority"]["description"] == "higher goes first; default 0"
    for name in ("ConstructSpecification", "SampleSpecification", "RandomNumbers", "MaskBoard", "PastedTour"):
        assert [field for field in schemas[name]["properties"].values() if "default" in field] == [], name


def test_a_default_of_an_answer_stays(client: FlaskClient) -> None:
    """In an answer `default` is the value of a field that is left out."""
    schemas = client.get("/api/v1/openapi.json").get_json()["components"]["schemas"]
    assert schemas["ResultDocument"]["properties"]["counts"]["default"] == []
