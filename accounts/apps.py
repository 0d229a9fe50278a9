from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class AccountsConfig(AppConfig):
    name = "accounts"
    verbose_name = _("Accounts and classes")

    def ready(self) -> None:
        from .privacy.entries import register_accounts

        register_accounts()
