#!/bin/sh
set -e
case "$1" in remove | purge) ;; *) exit 0 ;; esac
profile="$DPKG_ROOT/etc/apparmor.d/${executable}"
[ -f "$profile" ] || exit 0
if [ -z "$DPKG_ROOT" ] && aa-enabled --quiet 2>/dev/null && ! ischroot 2>/dev/null; then
  apparmor_parser --remove "$profile" || true
fi
rm -f "$profile"
