#!/bin/sh
# A PostgreSQL server for tests, in its own folder, with a Unix socket there.
#   tests/postgres.sh start FOLDER     makes the folder and starts the server; prints the address of its database
#   tests/postgres.sh restart FOLDER   as after a crash: nothing is written first
#   tests/postgres.sh crash FOLDER     the first half of that
#   tests/postgres.sh again FOLDER     and the second
#   tests/postgres.sh stop FOLDER      ends it and removes the folder
# Exit status 77: this machine has no PostgreSQL.
set -eu
folder=$2
bin=$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | tail -n 1)
[ -x "$bin/postgres" ] || { echo "there is no PostgreSQL here (package postgresql)" >&2; exit 77; }
as() {
    if [ "$(id -u)" = 0 ]; then
        runuser -u postgres -- "$@"
    else
        "$@"
    fi
}
# These tests do not need the disk: killing a process loses nothing, even without fsync. COLONNADE_FSYNC=on is for
# measurements.
start() {
    as "$bin/pg_ctl" -s -D "$folder/data" -w -t 60 -l "$folder/log" \
        -o "-k $folder -c listen_addresses='' -c fsync=${COLONNADE_FSYNC:-off} -c max_connections=60 -c logging_collector=off" start >/dev/null
}
crash() {
    as "$bin/pg_ctl" -s -D "$folder/data" -w -t 60 -m immediate stop >/dev/null
}
cd /
case $1 in
start)
    mkdir -p "$folder"
    [ "$(id -u)" != 0 ] || chown postgres "$folder"
    chmod 755 "$folder"
    as "$bin/initdb" -D "$folder/data" -A trust -U postgres --no-sync --no-locale -E UTF8 >/dev/null
    start
    echo "postgresql://postgres@/postgres?host=$folder"
    ;;
crash) crash ;;
again) start ;;
restart)
    crash
    start
    ;;
stop)
    crash || true
    rm -rf "$folder"
    ;;
esac
