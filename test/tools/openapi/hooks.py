"""What schemathesis cannot read from the document: which token a call sends, and texts that have a form."""

import json
import os
import string

import requests
import schemathesis
from hypothesis import strategies as st

URL = os.environ["SERVER_URL"]
TOKENS = json.loads(os.environ["SERVER_TOKENS"])
# These calls end the session that makes them, so each gets a session of its own.
ENDS_SESSIONS = {"deleteMe", "signOut", "signOutEverywhere"}


@schemathesis.auth(refresh_interval=None)
class Tokens:
    """The token that the operation asks for."""

    def get(self, case, context):
        operation = context.operation.definition.raw
        if operation["operationId"] in ENDS_SESSIONS:
            return f"Bearer {requests.post(f'{URL}/api/guests', json={}, timeout=10).json()['token']}"
        schemes = [name for asked in operation["security"] for name in asked]
        return TOKENS.get(schemes[0]) if schemes else None

    def set(self, case, data, context):
        case.headers = {**(case.headers or {}), "Authorization": data}


# Text that people write and others read: no invisible or turning characters, and something to see.
schemathesis.openapi.format("printable", st.text(alphabet=string.ascii_letters, min_size=1, max_size=24))
# Notices go to this machine alone, where nothing listens.
schemathesis.openapi.format("uri", st.integers(1024, 1033).map(lambda port: f"http://127.0.0.1:{port}/notices"))


@schemathesis.check
def right_form_is_read(ctx, response, case):
    """A request that fits the document is never refused for its form."""
    generation = case.meta.generation if case.meta is not None else None
    if generation is None or not generation.mode.is_positive or response.status_code != 400:
        return
    body = response.json()
    # OAuth 2 has refusals of its own, and needs fields that its document cannot ask for.
    # No database keeps U+0000, and no schema can forbid it in each text.
    is_refused = body.get("code") == "bad-request" and body.get("reason") != "text"
    assert not is_refused, f"the document allows what the server refuses: {body.get('reason')}"
