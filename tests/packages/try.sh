#!/bin/sh
# Runs inside the clean system of scripts/try-packages, as root: /packages has the .deb files.
set -eu
games=$1
export DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8
cd /packages
say() { echo "== $*"; }

say "apt install"
apt-get install -y -qq --no-install-recommends ./*.deb >/tmp/apt.log 2>&1 || { tail -n 20 /tmp/apt.log; exit 1; }
apt-get install -y -qq --no-install-recommends gcc libc6-dev pkg-config libsdl2-dev curl >>/tmp/apt.log 2>&1 || { tail -n 20 /tmp/apt.log; exit 1; }

say "play a game"
printf '1b2\n1c3\nsave /tmp/game.cgr\nquit\n' | colonnade play pylos --white human --black human >/tmp/play.txt
colonnade record check /tmp/game.cgr
grep -q '1. 1b2 1c3' /tmp/game.cgr

say "serve the page"
colonnade serve --port 8099 --store /tmp/house.db >/tmp/serve.txt 2>&1 &
server=$!
tries=0
until curl -fs http://127.0.0.1:8099/ >/tmp/page.html; do
    tries=$((tries + 1))
    [ "$tries" -lt 100 ] || { cat /tmp/serve.txt; exit 1; }
    sleep 0.2
done
grep -q '<title>Colonnade' /tmp/page.html
curl -fs -o /tmp/colonnade.wasm http://127.0.0.1:8099/colonnade.wasm
kill "$server"
wait "$server" || true

say "compile the examples by pkg-config"
examples=/usr/share/doc/colonnade-doc/examples
cc $examples/gui.c $(pkg-config --cflags --libs colonnade sdl2) -lm -o /tmp/gui
SDL_VIDEODRIVER=dummy /tmp/gui pyrga --script round b2 triangle b2 north | grep '1. Cb2 Tb2n'
cc $examples/bot.c $(pkg-config --cflags --libs colonnade) -o /tmp/bot
/tmp/bot dorix 2 2 >/tmp/bot.cgr
colonnade record check /tmp/bot.cgr
cc $examples/training_data.c $(pkg-config --cflags --libs colonnade) -lm -o /tmp/training_data
/tmp/training_data pylos 1 /tmp 100

say "the Python environments, $games random games of every ruleset"
python3 test_python.py installed "$games"

say "what else was installed"
for file in /usr/share/applications/colonnade.desktop /usr/share/icons/hicolor/scalable/apps/colonnade.svg \
    /lib/systemd/system/colonnade-house.service /usr/share/doc/colonnade-doc/page/index.html /usr/share/doc/colonnade-doc/docs/library.md; do
    [ -e "$file" ] || { echo "$file is missing"; exit 1; }
done

say "remove"
apt-get purge -y -qq colonnade libcolonnade1 libcolonnade-dev python3-colonnade colonnade-doc >/dev/null 2>&1
[ ! -e /usr/bin/colonnade ]
echo "all of it works"
