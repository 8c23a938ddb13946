"""Addresses of the admin pages."""

from evennia.web.admin.urls import urlpatterns as evennia_admin_urlpatterns

urlpatterns = [*evennia_admin_urlpatterns]
