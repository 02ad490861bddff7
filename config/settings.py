"""One settings file. Everything that differs between a laptop and a site is read
from the environment; without any, Bolwerk runs on one laptop with SQLite.

BOLWERK_HOSTED=1 turns on what a site on the internet needs: a secret key and host
names of its own, https-only cookies.
"""

import os
import secrets
from pathlib import Path

import dj_database_url
from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured

BASE_DIR = Path(__file__).resolve().parent.parent


def flag(name: str) -> bool:
    """Read a yes/no variable; anything but 1 and 0 is an error."""
    value = os.environ.get(name, "0")
    if value not in ("0", "1"):
        raise ImproperlyConfigured(f"{name} is 0 or 1, not {value!r}")
    return value == "1"


def names(name: str) -> list[str]:
    """Read a comma-separated variable."""
    return [part.strip() for part in os.environ.get(name, "").split(",") if part]


def required(name: str) -> str:
    """Read a variable that must be there."""
    try:
        return os.environ[name]
    except KeyError:
        raise ImproperlyConfigured(f"{name} must be set on a hosted site") from None


def laptop_secret() -> str:
    """A key of this laptop's own, made once and kept beside the database."""
    path = BASE_DIR / ".secret-key"
    try:
        with path.open("x", encoding="ascii") as file:
            file.write(secrets.token_urlsafe(50))
        path.chmod(0o600)
    except FileExistsError:
        pass
    return path.read_text(encoding="ascii") or secrets.token_urlsafe(50)


HOSTED = flag("BOLWERK_HOSTED")
DEBUG = flag("BOLWERK_DEBUG")
SECRET_KEY = required("BOLWERK_SECRET_KEY") if HOSTED else laptop_secret()
# A hall laptop is reached by whatever address the club's network gives it.
ALLOWED_HOSTS = names("BOLWERK_HOSTS") if HOSTED else ["*"]
CSRF_TRUSTED_ORIGINS = [f"https://{host}" for host in ALLOWED_HOSTS if HOSTED]

INSTALLED_APPS = [
    "tournament",
    "scoring",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django_tables2",
    "csp",
    "axes",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "django.middleware.gzip.GZipMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.http.ConditionalGetMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "axes.middleware.AxesMiddleware",
]

ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "tournament.context.languages",
            ],
        },
    },
]

DATABASES = {
    "default": dj_database_url.config(
        default=f"sqlite:///{BASE_DIR / 'bolwerk.sqlite3'}", conn_max_age=60
    )
}
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    # A write lock from the start of a transaction, and a log beside the file:
    # fifty forms at once wait for each other instead of failing.
    DATABASES["default"]["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;",
    }

DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",
    "django.contrib.auth.backends.ModelBackend",
]
AUTH_PASSWORD_VALIDATORS = [
    {
        "NAME": "django.contrib.auth.password_validation.MinimumLengthValidator",
        "OPTIONS": {"min_length": 10},
    },
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
AXES_FAILURE_LIMIT = 10
AXES_COOLOFF_TIME = 0.25  # hours
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_LOCKOUT_TEMPLATE = "locked_out.html"

LOGIN_URL = "login"
LOGIN_REDIRECT_URL = "desk"
LOGOUT_REDIRECT_URL = "start"
# An evening and a long clearing-up: nobody is logged out in the middle of it.
SESSION_COOKIE_AGE = 7 * 24 * 3600

LANGUAGE_CODE = "nl"
LANGUAGES = [("nl", "Nederlands"), ("en", "English")]
LOCALE_PATHS = [BASE_DIR / "tournament/locale", BASE_DIR / "scoring/locale"]
TIME_ZONE = os.environ.get("BOLWERK_TIME_ZONE", "Europe/Amsterdam")
USE_TZ = True

STATIC_URL = "/static/"
# Straight from the folders: nothing to collect on a club's laptop.
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = DEBUG

DATA_UPLOAD_MAX_NUMBER_FIELDS = 5000  # the presence of a thousand people
FILE_UPLOAD_MAX_MEMORY_SIZE = DATA_UPLOAD_MAX_MEMORY_SIZE = 4 * 1024 * 1024

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "base-uri": [SELF],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
        "object-src": [NONE],
        "img-src": [SELF, "data:"],
    }
}
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = SECURE_SSL_REDIRECT = HOSTED
if HOSTED:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_HSTS_SECONDS = 30 * 24 * 3600

DJANGO_TABLES2_TEMPLATE = "_table.html"
MESSAGE_STORAGE = "django.contrib.messages.storage.session.SessionStorage"
# A site's other host names and the browsers' preload list are its owner's to decide.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "handlers": {"console": {"class": "logging.StreamHandler"}},
    "root": {"handlers": ["console"], "level": "WARNING"},
    "loggers": {"axes": {"level": "WARNING"}},
}
