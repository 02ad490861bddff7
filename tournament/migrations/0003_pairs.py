from typing import Any

from django.db import migrations, models


def to_members(apps: Any, schema_editor: Any) -> None:
    """What was said at the door goes from the entry to whom it was said by."""
    member = apps.get_model("tournament", "Member")
    for answer in (True, False):
        member.objects.filter(entry__consent=answer).update(consent=answer)


def to_entries(apps: Any, schema_editor: Any) -> None:
    entry = apps.get_model("tournament", "Entry")
    for answer in (True, False):  # one no in a pair hides the pair
        entry.objects.filter(members__consent=answer).update(consent=answer)


class Migration(migrations.Migration):

    dependencies = [
        ('tournament', '0002_captains_link'),
    ]

    operations = [
        migrations.AddField(
            model_name='tournament',
            name='entrants',
            field=models.CharField(choices=[('single', 'Everybody for themselves, a number per player'), ('pairs', 'Fixed pairs, a number per pair')], default='single', max_length=10, verbose_name='who takes part'),
        ),
        migrations.AddField(
            model_name='member',
            name='consent',
            field=models.BooleanField(blank=True, null=True),
        ),
        migrations.RunPython(to_members, to_entries),
        migrations.RemoveField(
            model_name='entry',
            name='consent',
        ),
    ]
