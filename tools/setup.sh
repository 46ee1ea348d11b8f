#!/bin/sh
# Everything a fresh machine needs, done once:  tools/setup.sh run | test
#   run   .venv with the locked packages it needs, the project itself, its compiled catalogues, and Pango (for printing)
#   test  the same, the packages for tests and measurements, Chromium, PostgreSQL, nginx, and systemd's own check
# What may not be installed from here is named with the exact command to type.
set -eu
cd "$(dirname "$0")/.."
what=${1:-run}
venv=.venv
lock=requirements.lock
[ "$what" = test ] || lock=requirements-run.lock
packages=$(cat pyproject.toml "$lock" tools/setup.sh | cksum)

stamped() { [ "$(cat "$venv/.$1" 2>/dev/null)" = "$packages" ]; }
stamp() { printf '%s\n' "$packages" >"$venv/.$1"; }
say() { printf '%s\n' "$*" >&2; }
has() { command -v "$1" >/dev/null 2>&1; }

# A python3 on the PATH may be a shim that does not run, so each is tried by running it.
find_python() {
    for python in python3 python3.14 python3.13 python3.12 python3.11 python; do
        if "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; then
            echo "$python"
            return
        fi
    done
    return 1
}

# As root, or with a sudo that asks no password; otherwise the person is told what to type.
as_root() {
    if [ "$(id -u)" = 0 ]; then "$@"; elif has sudo && sudo -n true 2>/dev/null; then sudo -n "$@"; else return 1; fi
}

apt_install() {
    has apt-get || return 1
    if ! as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -q "$@" >"$venv.log" 2>&1; then
        as_root apt-get update -q >>"$venv.log" 2>&1 || return 1
        as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -q "$@" >>"$venv.log" 2>&1 || return 1
    fi
    rm -f "$venv.log"
}

make_venv() {
    if has uv; then
        uv venv --quiet --seed --clear --python '>=3.11' "$venv"
        return
    fi
    if ! python=$(find_python); then
        say "Python 3.11 or later is needed. Debian, Ubuntu: sudo apt install python3 python3-venv   macOS: brew install python"
        exit 1
    fi
    if ! "$python" -c 'import ensurepip' >/dev/null 2>&1 && ! apt_install python3-venv; then
        say "Python's venv is missing. Type: sudo apt install python3-venv"
        exit 1
    fi
    "$python" -m venv --clear "$venv"
}

install_packages() {
    say "Setting up $venv (once; up to half a minute) …"
    "$venv/bin/python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1 || make_venv
    if has uv; then
        uv pip install --quiet --python "$venv/bin/python" --require-hashes -r "$lock"
        uv pip install --quiet --python "$venv/bin/python" --no-deps --no-build-isolation -e .
    else
        "$venv/bin/python" -m pip install -q --disable-pip-version-check --require-hashes -r "$lock"
        "$venv/bin/python" -m pip install -q --disable-pip-version-check --no-deps --no-build-isolation -e .
    fi
}

pango_there() { "$venv/bin/python" -c 'import weasyprint' >/dev/null 2>&1; }

need_pango() {
    pango_there && return
    debian="libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0"
    # shellcheck disable=SC2086  # three packages, three words
    apt_install $debian || { has brew && brew install --quiet pango >&2; } || true
    pango_there && return
    say "For printing, Pango is missing. Debian, Ubuntu: sudo apt install $debian   macOS: brew install pango"
    return 1
}

# Its engine alone opens pages quicker; where there is none, tests take the whole.
need_chromium() {
    has chromium-headless-shell || apt_install chromium-headless-shell || true
    "$venv/bin/python" tools/chromium.py >/dev/null 2>&1 && return
    apt_install chromium || apt_install chromium-browser || { has brew && brew install --quiet --cask chromium >&2; } || true
    "$venv/bin/python" tools/chromium.py >/dev/null 2>&1 && return
    say "For the browser tests, Chromium is missing. Debian: sudo apt install chromium   Ubuntu: sudo snap install chromium   macOS: brew install --cask chromium   Or: export CHROME=/path/to/it"
    return 1
}

postgres_there() { has initdb || ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1; }

need_postgres() {
    [ "${COMPANION_WITHOUT_POSTGRES:-}" != 1 ] || return 0
    postgres_there && return
    apt_install postgresql || { has brew && brew install --quiet postgresql >&2; } || true
    postgres_there && return
    say "For the tests of the second database, PostgreSQL is missing. Debian, Ubuntu: sudo apt install postgresql   macOS: brew install postgresql   Or leave them out: export COMPANION_WITHOUT_POSTGRES=1"
    return 1
}

compiler_there() { has cc || has gcc || has clang; }

need_compiler() {
    compiler_there && return
    apt_install gcc libc6-dev || true
    compiler_there && return
    say "For the tests with a failing disk, a C compiler is missing. Debian, Ubuntu: sudo apt install gcc libc6-dev   macOS: xcode-select --install"
    return 1
}

need_certutil() {
    has certutil && return
    apt_install libnss3-tools || { has brew && brew install --quiet nss >&2; } || true
    has certutil && return
    say "For the browser tests over https, certutil is missing. Debian, Ubuntu: sudo apt install libnss3-tools   macOS: brew install nss"
    return 1
}

nginx_there() { has nginx || [ -x /usr/sbin/nginx ]; }

need_nginx() {
    nginx_there && return
    apt_install nginx-light || apt_install nginx || { has brew && brew install --quiet nginx >&2; } || true
    nginx_there && return
    say "For the tests of the web server in front, nginx is missing. Debian, Ubuntu: sudo apt install nginx-light   macOS: brew install nginx"
    return 1
}

need_systemd() {
    [ "$(uname)" = Linux ] || return 0 # nothing else reads its units
    has systemd-analyze && return
    apt_install systemd || true
    has systemd-analyze && return
    say "For the tests of the units, systemd-analyze is missing. Debian, Ubuntu: sudo apt install systemd"
    return 1
}

if ! stamped "packages-$what"; then
    install_packages
    stamp "packages-$what"
fi
"$venv/bin/python" hatch_build.py # compiles the catalogues that changed
stamped "ready-$what" && exit 0
ready=yes
need_pango || ready=no
[ "$what" = run ] || need_chromium || ready=no
[ "$what" = run ] || need_certutil || ready=no
[ "$what" = run ] || need_postgres || ready=no
[ "$what" = run ] || need_compiler || ready=no
[ "$what" = run ] || need_nginx || ready=no
[ "$what" = run ] || need_systemd || ready=no
# What is missing is looked for again next time; nobody is kept from playing, or from the other tests, by it.
[ "$ready" = no ] || stamp "ready-$what"
