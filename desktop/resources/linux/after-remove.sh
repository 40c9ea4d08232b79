#!/bin/sh
set -e
profile='/etc/apparmor.d/${executable}'
case "$1" in remove | purge) ;; *) exit 0 ;; esac
[ -f "$profile" ] || exit 0
if aa-enabled --quiet 2>/dev/null && ! ischroot 2>/dev/null; then
  apparmor_parser --remove "$profile" || true
fi
rm -f "$profile"
