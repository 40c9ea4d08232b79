#!/bin/sh
set -e
[ "$1" = remove ] || exit 0
if [ -z "$DPKG_ROOT" ] && [ -d /run/systemd/system ]; then
  systemctl disable --now strongroom-server.service || true
fi
