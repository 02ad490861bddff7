from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournament', '0003_pairs'),
    ]

    operations = [
        migrations.AddField(
            model_name='tournament',
            name='first_dealer',
            field=models.CharField(choices=[('drawn', 'Drawn by Bolwerk'), ('card', 'By card at the table')], default='drawn', max_length=10, verbose_name='first dealer'),
        ),
    ]
