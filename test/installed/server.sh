#!/bin/sh
# Checks an installed strongroom-server under the systemd of this machine, as root:
#   sh server.sh FILE.deb
set -eu

package=$1
address=http://127.0.0.1:8420
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

fail() {
  echo "failed: $1" >&2
  journalctl --unit strongroom-server --no-pager --lines 50 >&2 || true
  exit 1
}

wait_ready() {
  curl --silent --fail --retry 60 --retry-delay 1 --retry-all-errors --output "$folder/ready" "$address/readyz" ||
    fail 'the service is not ready'
}

process() {
  systemctl show --property MainPID --value strongroom-server
}

apt-get install -y --no-install-recommends "$package"
[ "$(stat -c '%U %a' /etc/strongroom/kek)" = 'root 400' ] || fail 'others than root can read the key'
systemctl enable --now strongroom-server
[ "$(systemctl show --property StatusText --value strongroom-server)" = "Serving $address" ] ||
  fail 'systemd did not hear from the service that it is ready'
wait_ready

strongroom-admin token create --name installed --role viewer >"$folder/token"
strongroom whoami --server "$address" --token-file "$folder/token" || fail 'the token is not accepted'
strongroom-admin keys list | grep -q '/kek$' || fail 'strongroom-admin does not find the key of the service'
# shellcheck disable=SC2016
strongroom-admin token create --name 'costs $HOME' --role viewer >/dev/null
# shellcheck disable=SC2016
strongroom-admin token list | grep -q 'costs $HOME' || fail 'strongroom-admin changes its arguments'
first=$(process)
[ "$(stat -c %U "/proc/$first")" = strongroom ] || fail 'the service does not run as its own user'

# The service cannot write its key; root can, and what root wrote stays the service's.
systemctl stop strongroom-server
strongroom keys rotate --data /var/lib/strongroom --key-file /etc/strongroom/kek
systemctl start strongroom-server
wait_ready
first=$(process)

# What an update does: the service goes on with the new version, on the same data.
apt-get install -y --no-install-recommends --reinstall "$package"
[ "$(process)" != "$first" ] || fail 'the service was not restarted'
wait_ready
strongroom whoami --server "$address" --token-file "$folder/token" || fail 'the token is gone after an update'

key=$(sha256sum /etc/strongroom/kek)
dpkg --purge strongroom-server
systemctl is-active --quiet strongroom-server && fail 'the service runs without its package'
[ "$(sha256sum /etc/strongroom/kek)" = "$key" ] || fail 'the key is gone'
[ -d /var/lib/strongroom ] || fail 'the data are gone'
[ ! -e /usr/bin/strongroom ] || fail 'the program is still there'
