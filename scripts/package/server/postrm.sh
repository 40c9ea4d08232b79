#!/bin/sh
set -e
if [ -z "$DPKG_ROOT" ] && [ -d /run/systemd/system ]; then systemctl --system daemon-reload || true; fi
# Neither the data nor the key that opens them is ever removed by a package.
if [ "$1" = purge ]; then
  echo 'strongroom-server: /var/lib/strongroom and /etc/strongroom/kek were kept. Remove them yourself.' >&2
fi
