#!/bin/sh
# Checks an installed Strongroom as the ordinary user who runs this, on a machine that has nothing of the checkout:
#   sh linux.sh commands PROGRAM [SWITCH...]    without a display
#   sh linux.sh window PROGRAM [SWITCH...]      on the display of DISPLAY or WAYLAND_DISPLAY
set -eu

what=$1
shift
folder=$(mktemp -d)
started=
end() {
  if [ -n "$started" ]; then
    kill "$started" 2>/dev/null || true
    wait "$started" 2>/dev/null || true
  fi
  rm -rf "$folder"
}
trap end EXIT

fail() {
  echo "failed: $1" >&2
  exit 1
}

# Runs the program; it must end with the code and leave nothing on standard error but where it fails.
run() {
  code=$1
  shift
  status=0
  "$@" >"$folder/out" 2>"$folder/err" || status=$?
  [ "$status" = "$code" ] || fail "ended with $status, not $code: $* $(cat "$folder/err")"
  if [ "$code" = 0 ] && [ -s "$folder/err" ]; then fail "wrote to standard error: $* $(cat "$folder/err")"; fi
}

check_commands() {
  unset DISPLAY WAYLAND_DISPLAY
  export STRONGROOM_DATA="$folder/data"
  run 0 "$@" demo
  run 0 "$@" token list --json
  case $(cat "$folder/out") in '['* | '{'*) ;; *) fail "printed no JSON: $(cat "$folder/out")" ;; esac
  run 0 "$@" doctor --json
  run 2 "$@" improt
  run 1 "$@" token list --data /nonexistent
  echo 'ok: commands, their exit codes and their output, without a display'
}

# Processes of pages of the user data folder of this check.
renderers() {
  for process in /proc/[0-9]*; do
    words=$(tr '\0' ' ' <"$process/cmdline" 2>/dev/null) || continue
    case $words in *--type=renderer*"$folder"* | *"$folder"*--type=renderer*) echo "$process" ;; esac
  done
}

check_window() {
  "$@" "--user-data-dir=$folder/user-data" >/dev/null 2>&1 &
  started=$!
  tries=0
  until [ -n "$(renderers)" ]; do
    kill -0 "$started" 2>/dev/null || fail 'the program ended before it had a page'
    tries=$((tries + 1))
    [ "$tries" -lt 300 ] || fail 'no page after 300 seconds'
    sleep 1
  done
  for process in $(renderers); do
    grep -q '^Seccomp:[[:space:]]*2$' "$process/status" || fail 'a page runs without a seccomp filter'
    grep -q '^NoNewPrivs:[[:space:]]*1$' "$process/status" || fail 'a page may gain privileges'
  done
  echo "ok: a page, in Chromium's sandbox"
}

[ "$(id -u)" != 0 ] || fail 'this runs as an ordinary user, not as root'
case $what in
  commands) check_commands "$@" ;;
  window) check_window "$@" ;;
  *) fail "there is no check '$what'" ;;
esac
