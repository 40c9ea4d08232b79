#!/bin/sh
set -e
[ "$1" = configure ] || exit 0
# dpkg sets DPKG_ROOT where it installs below another root, whose kernel is not this one.
home="$DPKG_ROOT/opt/${sanitizedProductName}"
profile="$DPKG_ROOT/etc/apparmor.d/${executable}"

# Chromium's sandbox needs user namespaces, or a program that may act as root. Asked as an ordinary user: kernels that
# refuse namespaces to users grant them to root, and Ubuntu then grants them to our profile only. Where the answer is
# wrong, 4755 does no harm: Chromium takes the namespace if it gets one.
may_create_namespaces() {
  setpriv --reuid=65534 --regid=65534 --clear-groups unshare --user --map-root-user true 2>/dev/null
}
if may_create_namespaces; then mode=0755; else mode=4755; fi
if [ -e "$home/chrome-sandbox" ]; then chmod "$mode" "$home/chrome-sandbox"; fi

# Ubuntu from 24.04 on allows user namespaces by profile only. Older AppArmor cannot read this profile, and needs none.
can_read() { command -v apparmor_parser >/dev/null && apparmor_parser --skip-kernel-load --skip-cache "$1" >/dev/null 2>&1; }
if can_read "$home/resources/apparmor-profile"; then
  install -D -m 0644 "$home/resources/apparmor-profile" "$profile"
  if [ -z "$DPKG_ROOT" ] && aa-enabled --quiet 2>/dev/null && ! ischroot 2>/dev/null; then
    apparmor_parser --replace --write-cache --skip-read-cache "$profile" || true
  fi
fi
