"""The app that keeps score of one table."""

from django.apps import AppConfig


class ScoringConfig(AppConfig):
    name = "scoring"
