"""People of every role, signed in to the admin, for tests of what each may do there."""

from django.test import Client
from django.urls import reverse
from evennia.utils.create import create_account

from world.accounts import roles

PASSWORD = "correct-horse"


def account(name, role="player"):
    """An account with a role."""
    made = create_account(name, None, PASSWORD)
    if role != "player":
        made.permissions.add(roles.ROLES[role])
    return made


def signed_in(who, language="en"):
    """A browser in which somebody is signed in."""
    client = Client()
    client.force_login(who)
    client.cookies["django_language"] = "zh-hans" if language == "zh" else language
    client.account = who
    return client


def staff(role, language="en"):
    """A browser of somebody with a role."""
    return signed_in(account(role.capitalize(), role), language)


def address(thing, page, *args):
    """Where a row's page is, such as `change` or `deed`."""
    meta = thing._meta.concrete_model._meta
    return reverse(f"admin:{meta.app_label}_{meta.model_name}_{page}", args=[thing.pk, *args])


def listing(model, page="changelist"):
    """Where a table's page is."""
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_{page}")


def text(response):
    """What a page says."""
    return response.content.decode()
