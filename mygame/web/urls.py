"""Addresses of the web site. The first match wins, so ours stand before Evennia's."""

from django.urls import include, path
from evennia.web.urls import urlpatterns as evennia_urlpatterns

urlpatterns = [
    path("", include("web.website.urls")),
    path("webclient/", include("web.webclient.urls")),
    path("admin/", include("web.admin.urls")),
    *evennia_urlpatterns,
]
