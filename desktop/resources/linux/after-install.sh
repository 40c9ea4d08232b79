#!/bin/sh
set -e
home='/opt/${sanitizedProductName}'
[ "$1" = configure ] || exit 0

# Chromium's sandbox needs user namespaces, or its own helper as root.
if unshare --user true 2>/dev/null; then mode=0755; else mode=4755; fi
if [ -e "$home/chrome-sandbox" ]; then chmod "$mode" "$home/chrome-sandbox"; fi

# Ubuntu from 24.04 on allows user namespaces by profile only. Older AppArmor cannot read this profile, and needs none.
if command -v apparmor_parser >/dev/null && apparmor_parser --skip-kernel-load --skip-cache "$home/resources/apparmor-profile" >/dev/null 2>&1; then
  install -m 0644 "$home/resources/apparmor-profile" '/etc/apparmor.d/${executable}'
  if aa-enabled --quiet 2>/dev/null && ! ischroot 2>/dev/null; then
    apparmor_parser --replace --write-cache --skip-read-cache '/etc/apparmor.d/${executable}' || true
  fi
fi
