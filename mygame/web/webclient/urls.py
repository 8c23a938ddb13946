"""Addresses of the webclient pages."""

from evennia.web.webclient.urls import urlpatterns as evennia_webclient_urlpatterns

urlpatterns = [*evennia_webclient_urlpatterns]
