"""Addresses of the website pages."""

from evennia.web.website.urls import urlpatterns as evennia_website_urlpatterns

urlpatterns = [*evennia_website_urlpatterns]
