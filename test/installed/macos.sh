#!/bin/sh
# Checks a disk image of Strongroom on macOS: sh macos.sh Strongroom-VERSION-arm64.dmg
set -eu

folder=$(mktemp -d)
hdiutil attach -nobrowse -readonly -mountpoint "$folder/image" "$1" >/dev/null
trap 'hdiutil detach "$folder/image" >/dev/null; rm -rf "$folder"' EXIT
cp -R "$folder/image/Strongroom.app" "$folder/Strongroom.app"
codesign --verify --deep --strict "$folder/Strongroom.app"
ln -s "$folder/Strongroom.app/Contents/Resources/bin/strongroom" "$folder/strongroom"

export STRONGROOM_DATA="$folder/data"
"$folder/strongroom" demo >/dev/null
"$folder/strongroom" doctor --json | python3 -m json.tool >/dev/null
status=0
"$folder/strongroom" improt 2>/dev/null || status=$?
[ "$status" = 2 ] || { echo "failed: ended with $status, not 2" >&2; exit 1; }
echo 'ok: the command through a link, its exit codes and its output'
