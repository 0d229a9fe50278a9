"""Accounts, classes and members in the admin: teachers find what is theirs, administrators everything."""

# Imported here because auth registers its groups when first imported; rights go by role, so they stay away.
import django.contrib.auth.admin  # noqa: F401
from django.contrib import admin
from django.contrib.auth.models import Group

from . import accounts, classes

__all__ = ["accounts", "classes"]

admin.site.unregister(Group)
