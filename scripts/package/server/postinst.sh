#!/bin/sh
set -e
[ "$1" = configure ] || exit 0
# dpkg sets DPKG_ROOT where it installs below another root, whose users and services are not those of this system.
if [ -z "$DPKG_ROOT" ] && ! getent passwd strongroom >/dev/null; then
  adduser --system --group --quiet --home /var/lib/strongroom --no-create-home strongroom
fi

# The key that seals stored credentials, whole or not at all. The service gets it from systemd.
key="$DPKG_ROOT/etc/strongroom/kek"
if [ ! -e "$key" ]; then
  (umask 0377 && head -c 32 /dev/urandom | base64 >"$key.draft")
  mv "$key.draft" "$key"
fi

if [ -z "$DPKG_ROOT" ] && [ -d /run/systemd/system ]; then
  systemctl --system daemon-reload || true
  # After an update the service goes on with the new version.
  systemctl try-restart strongroom-server.service || true
fi
