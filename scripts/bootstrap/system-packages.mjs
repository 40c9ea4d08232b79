import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { say } from './project.mjs'

function canRun(program) {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK)
      return true
    } catch {
      return false
    }
  })
}

export const anyOf = (...programs) => programs.some(canRun)
export const allOf = (...programs) => programs.every(canRun)

/** A library to compile against has no program; what compiles finds it in this way too. */
export const canCompileAgainst = (library) =>
  canRun('pkg-config') && spawnSync('pkg-config', ['--exists', library], { stdio: 'ignore' }).status === 0

/** A package of Python's has no program either, and belongs to Debian's Python alone. */
const isDebianInstalled = (name) =>
  spawnSync('dpkg', ['--status', name], { encoding: 'utf8' }).stdout?.includes('Status: install ok installed') === true

/** Whether the archives of this machine have it. */
const isKnown = (name) => spawnSync('apt-cache', ['show', name], { stdio: 'ignore' }).status === 0

/** Debian package -> whether what the suite wants it for is here. */
export const suitePackages = {
  chromium: () => anyOf('chromium', 'chromium-browser', 'google-chrome'),
  // Starts at a third of the cost; Debian's own, and others' Chromium does without.
  'chromium-headless-shell': () =>
    !canRun('dpkg') || !isKnown('chromium-headless-shell') || anyOf('chromium-headless-shell'),
  curl: () => anyOf('curl'),
  openssl: () => anyOf('openssl'),
  python3: () => anyOf('python3'),
  strace: () => anyOf('strace'),
  // The keychain: its module is compiled on a machine that cannot download it, and tested against a real one.
  'g++': () => anyOf('c++', 'g++'),
  make: () => anyOf('make'),
  'libsecret-1-0': () => canCompileAgainst('libsecret-1'),
  'libsecret-1-dev': () => canCompileAgainst('libsecret-1'),
  dbus: () => allOf('dbus-daemon', 'dbus-send'),
  'gnome-keyring': () => anyOf('gnome-keyring-daemon'),
  'libsecret-tools': () => anyOf('secret-tool'),
  // Keys in a hardware module, here one in software.
  softhsm2: () => anyOf('softhsm2-util'),
  // The shells that completion is tried in, besides the one that is there.
  fish: () => anyOf('fish'),
  zsh: () => anyOf('zsh'),
  // The lock of a screen, reported by a logind of the test's own.
  'python3-dbusmock': () => !canRun('dpkg') || isDebianInstalled('python3-dbusmock'),
  // A bare system to install on, which only root can make.
  debootstrap: () => process.getuid?.() !== 0 || anyOf('debootstrap'),
  fakeroot: () => process.getuid?.() === 0 || anyOf('fakeroot'),
  // A receiver of the audit by syslog over TLS.
  rsyslog: () => !canRun('dpkg') || anyOf('rsyslogd'),
  'rsyslog-openssl': () => !canRun('dpkg') || isDebianInstalled('rsyslog-openssl'),
  // Installers.
  'desktop-file-utils': () => anyOf('desktop-file-validate'),
  lintian: () => !canRun('dpkg') || anyOf('lintian'),
  nsis: () => anyOf('makensis'),
  'p7zip-full': () => anyOf('7z', '7za'),
  // An image of the server, which takes root.
  buildah: () => process.getuid?.() !== 0 || anyOf('buildah'),
}

/** What an ordinary user needs besides: to build a deb, and to start Electron without a screen. */
export const ordinaryUserPackages = {
  fakeroot: () => anyOf('fakeroot'),
  xvfb: () => allOf('Xvfb', 'xvfb-run'),
  xauth: () => anyOf('xauth'),
  weston: () => anyOf('weston'),
  'dbus-daemon': () => anyOf('dbus-run-session'),
}

function aptInstall(packages) {
  say(`Installing ${packages.join(', ')} ...`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const run = (...args) =>
    spawnSync('apt-get', ['-qq', ...args], { env, stdio: ['ignore', 'ignore', 'inherit'] }).status === 0
  return run('update') && run('install', '-y', '--no-install-recommends', ...packages)
}

/** Installs what is missing as root where apt is, else names it; either way the rest goes on. */
export function ensureSystemPackages(wanted) {
  const missing = Object.keys(wanted).filter((name) => !wanted[name]())
  if (missing.length === 0) return
  if (process.getuid?.() === 0 && canRun('apt-get') && aptInstall(missing)) return
  say(`Missing on this machine: ${missing.join(', ')}. What needs them will fail or be skipped. Install them with:`)
  say(`  sudo apt-get install -y ${missing.join(' ')}`)
}
