"""What clients and providers pass on to a model: dated data files, and what they mean for a tool list."""

from toolwatch.lint.clients.client import Client, Verb, client_named, clients
from toolwatch.lint.clients.convert import Converted, convert
from toolwatch.lint.clients.loss import Loss

__all__ = ["Client", "Converted", "Loss", "Verb", "client_named", "clients", "convert"]
