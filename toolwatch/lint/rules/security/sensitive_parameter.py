"""A parameter asks for what should never pass through a model."""

from collections.abc import Iterator

from toolwatch.lint.base import Spot, ToolRule, quote
from toolwatch.lint.identifiers import plain_name
from toolwatch.lint.view import ToolView
from toolwatch.model.finding import Severity
from toolwatch.model.tool import Tool
from toolwatch.model.words import vocabulary

_SECRETS = vocabulary(
    "creditcard creditcardnumber cardnumber cvv cvc ssn socialsecuritynumber seedphrase mnemonic privatekey bankpin "
    "masterpassword onetimecode otp"
)
_KEYS = vocabulary("password passwd apikey accesstoken authtoken secretkey clientsecret bearertoken")


def _tool(name: str) -> Tool:
    schema = {"type": "object", "properties": {name: {"type": "string", "description": "As the bank gave it"}}}
    return Tool.of("pay_bill", "Pay one bill and return the receipt's number.", schema)


class SensitiveParameter(ToolRule):
    """A parameter asks the model for a card number, a private key, a password or the like.

    What is an argument stands in the conversation, in the provider's logs and in every trace. MCP forbids servers to
    ask for such data in forms; an argument is no better. Let the server hold the secret, take a reference to it, or
    send the user to a page (URL mode elicitation). Passwords and API keys are reported as a note.

    Source: MCP specification, elicitation.
    """

    code = "TW235"
    severity = Severity.WARNING
    parts = _SECRETS | _KEYS
    bad = _tool("card_number")
    good = _tool("card_reference")
    near_miss = _tool("card_number_last4")

    def check(self, tool: Tool, view: ToolView) -> Iterator[Spot]:
        for node in view.nodes:
            plain = plain_name(node.name) if node.side == "input" else ""
            if plain in _SECRETS or plain in _KEYS:
                message = (
                    f"{quote(node.name)} asks for a secret in an argument; let the server hold it, take a reference"
                )
                yield Spot(node.path, message, node.name, severity=None if plain in _SECRETS else Severity.INFO)
