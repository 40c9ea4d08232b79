// Makes a fresh clone ready for `npm start`, `npm test` and the other scripts; when there is nothing to do it prints nothing.
// npm runs it with `link` at the end of each installation. It has to run on Node 18, before any package is installed.
import { spawn, spawnSync } from 'node:child_process'
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { installNode, isNodeTooOld, neededNode, nodePackage, packagedNode } from '../server/platform/packaged-node.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const inModules = (...names) => join(root, 'node_modules', ...names)

const isWindows = process.platform === 'win32'

const commandLink = inModules('.bin', isWindows ? 'strongroom.cmd' : 'strongroom')

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

/** A package of Python's has no program either, and belongs to Debian's Python alone. */
const isDebianInstalled = (name) =>
  spawnSync('dpkg', ['--status', name], { encoding: 'utf8' }).stdout?.includes('Status: install ok installed') === true

/** Debian package -> whether what the suite wants it for is here. */
const suitePackages = {
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
  // The lock of a screen, reported by a logind of the test's own.
  'python3-dbusmock': () => !canRun('dpkg') || isDebianInstalled('python3-dbusmock'),
  // A bare system to install on, which only root can make.
  debootstrap: () => process.getuid?.() !== 0 || anyOf('debootstrap'),
  fakeroot: () => process.getuid?.() === 0 || anyOf('fakeroot'),
  // Installers.
  'desktop-file-utils': () => anyOf('desktop-file-validate'),
  nsis: () => anyOf('makensis'),
  'p7zip-full': () => anyOf('7z', '7za'),
}

/** What an ordinary user needs besides: to build a deb, and to start Electron without a screen. */
const ordinaryUserPackages = {
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
function ensureSystemPackages(wanted) {
  const missing = Object.keys(wanted).filter((name) => !wanted[name]())
  if (missing.length === 0) return
  if (process.getuid?.() === 0 && canRun('apt-get') && aptInstall(missing)) return
  say(`Missing on this machine: ${missing.join(', ')}. What needs them will fail or be skipped. Install them with:`)
  say(`  sudo apt-get install -y ${missing.join(' ')}`)
}

/** What each goal needs: npm's development packages, the keychain's addon, system packages. */
const goals = {
  start: { withDev: false, withKeytar: false, systemPackages: {} },
  develop: { withDev: true, withKeytar: true, systemPackages: {} },
  test: { withDev: true, withKeytar: true, systemPackages: suitePackages },
  // All that takes root: `sudo node scripts/bootstrap.mjs system`; what follows runs as an ordinary user.
  system: { onlySystem: true, systemPackages: { ...suitePackages, ...ordinaryUserPackages } },
}

const packagesIn = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).packages : {})
const locked = () => packagesIn(join(root, 'package-lock.json'))
/** npm's own record of what it installed; written last, so that an interrupted installation has none. */
const installed = () => packagesIn(inModules('.package-lock.json'))

const fitsPlatform = ({ os = process.platform, cpu = process.arch, libc = 'glibc' }) =>
  [os].flat().includes(process.platform) && [cpu].flat().includes(process.arch) && [libc].flat().includes('glibc')

/** Places of the locked packages that an installation here puts there. */
const placesFor = (packages, withDev) =>
  Object.keys(packages).filter((place) => place && (withDev || !packages[place].dev) && fitsPlatform(packages[place]))

/** Packages that the lockfile does not know are left alone: they were added by hand. */
function isInstalled(withDev) {
  const wanted = locked()
  const found = installed()
  const node = `node_modules/${nodePackage()}`
  const isSame = (place) =>
    wanted[place].version === found[place].version && wanted[place].integrity === found[place].integrity
  return placesFor(wanted, withDev).every((place) =>
    found[place] ? isSame(place) : wanted[place].optional && !(isNodeTooOld && place === node),
  )
}

/**
 * npm that runs this script, else the one on the PATH. It runs on the packaged Node as soon as that is there: npm leaves
 * out optional packages that are too new for its own Node, and development needs some of them.
 */
function npmCommand() {
  const node = (isNodeTooOld && packagedNode()) || process.execPath
  const path = [dirname(node), process.env.PATH].join(delimiter)
  const own = /npm-cli\.c?js$/.test(process.env.npm_execpath ?? '')
  const [command, ...first] = own ? [node, process.env.npm_execpath] : [isWindows ? 'npm.cmd' : 'npm']
  const env = { ...process.env, PATH: path, NODE_NO_WARNINGS: '1' }
  return { command, first, options: { cwd: root, env, shell: !own && isWindows } }
}

function npm(args, env) {
  const { command, first, options } = npmCommand()
  return spawnSync(command, [...first, ...args], { ...options, env: { ...options.env, ...env }, encoding: 'utf8' })
}

/** Resolves with why npm failed, or with null. */
function installWithNpm(args) {
  const { command, first, options } = npmCommand()
  return new Promise((resolve) => {
    const child = spawn(command, [...first, ...args], { ...options, stdio: ['ignore', 'ignore', 'inherit'] })
    child.on('error', ({ message }) => resolve(message))
    child.on('close', (status) => resolve(status === 0 ? null : `npm ${args[0]} ended with ${status}`))
  })
}

/** Counts packages while npm unpacks them: on one line of a terminal, else on a line of its own every ten seconds. */
function showProgress(places) {
  const isTerminal = process.stderr.isTTY
  const began = Date.now()
  const seconds = () => `${Math.round((Date.now() - began) / 1000)} s`
  const timer = setInterval(
    () => {
      const count = places.filter((place) => existsSync(join(root, place, 'package.json'))).length
      const text = `  ${count} of ${places.length} packages after ${seconds()}`
      process.stderr.write(isTerminal ? `\r${text}` : `${text}\n`)
    },
    isTerminal ? 500 : 10_000,
  )
  return () => {
    clearInterval(timer)
    if (isTerminal) process.stderr.write('\r\u001b[K')
    return seconds()
  }
}

const sizes = {
  serving: 'about 70 MB to download, 280 MB on disk',
  development: 'about 160 MB to download, 700 MB on disk',
}

/**
 * No install script runs, on any npm: those before 11.16 do not know `allowScripts`, and would compile better-sqlite3,
 * which carries its addon (npm/cli#3341). What is there already is added to, for a server may be running from it.
 */
async function install(withDev) {
  const places = placesFor(locked(), withDev)
  const size = sizes[withDev ? 'development' : 'serving']
  say(`Installing ${places.length} packages (${size}). This takes one to five minutes.`)
  const endProgress = showProgress(places)
  const command = Object.keys(installed()).length > 0 ? ['install', '--no-save'] : ['ci']
  // Errors only: npm would warn that this Node is too old, which is why the packages bring their own.
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  const problem = await installWithNpm([...command, ...flags, withDev ? '--include=dev' : '--omit=dev'])
  const time = endProgress()
  say(
    problem
      ? `The packages could not be installed: ${problem}. Fix what npm says above, then try again.`
      : `Installed in ${time}.`,
  )
  return !problem
}

async function ensurePackages(wantsDev) {
  const withDev = wantsDev || Object.values(installed()).some(({ dev }) => dev)
  if (isInstalled(withDev)) {
    // npm was run by hand, or a bootstrap was killed before its last step.
    if (!existsSync(commandLink)) ensureCommands()
    return true
  }
  if (withDev && isNodeTooOld && !packagedNode() && !(await install(false))) return false
  if (!(await install(withDev))) return false
  ensureCommands()
  return true
}

const canBuildKeytar = () =>
  process.platform !== 'linux' || (canCompileAgainst('libsecret-1') && anyOf('c++', 'g++') && allOf('make', 'python3'))

/** Headers to compile with; only where no others are configured. */
function nodedir() {
  const configured = npm(['config', 'get', 'nodedir']).stdout?.trim()
  if (configured && !/^(undefined|null)$/.test(configured)) return configured
  return nodePackage() ? inModules(nodePackage()) : undefined
}

/** Builds the addon of the system's keychain where that can be done; where it failed once it is not tried again. */
function ensureKeytar() {
  const failed = inModules('.keytar-failed')
  const isDone = existsSync(inModules('keytar', 'build', 'Release', 'keytar.node')) || existsSync(failed)
  if (isDone || !existsSync(inModules('keytar')) || !canBuildKeytar()) return
  say('Building keytar, the addon of the keychain ...')
  const args = ['rebuild', 'keytar', '--ignore-scripts=false', '--loglevel=error']
  const { status, stderr } = npm(args, { npm_config_nodedir: nodedir() })
  if (status === 0) return
  writeFileSync(failed, stderr ?? '')
  say(
    `keytar could not be built: see ${failed}. The console keeps tokens for its session only. To try again, remove it.`,
  )
}

/** Replaces a link atomically: another bootstrap may be making the same one. */
function replaceLink(target, link) {
  const made = `${link}.${process.pid}`
  symlinkSync(target, made)
  renameSync(made, link)
}

/** npm's own links of `node` go wrong: removing the packages of other platforms it removes the one that all of them have. */
function linkNode() {
  const link = inModules('.bin', 'node')
  if (packagedNode()) replaceLink(join('..', nodePackage(), 'bin', 'node'), link)
  else rmSync(link, { force: true })
}

/**
 * Lets `npx strongroom` run the command of this checkout, as npm does for the commands of packages; with `bin` in
 * package.json npx would first install the checkout into its cache.
 */
function linkCommands() {
  mkdirSync(dirname(commandLink), { recursive: true })
  // On Windows a link takes a privilege.
  if (isWindows) return writeFileSync(commandLink, '@node "%~dp0..\\..\\server\\main.mjs" %*\r\n')
  linkNode()
  replaceLink(join('..', '..', 'server', 'main.mjs'), commandLink)
}

/** The server also starts where node_modules is read-only. */
function ensureCommands() {
  try {
    linkCommands()
  } catch ({ message }) {
    say(`npx strongroom is not available: ${message}. Run "node server/main.mjs" instead.`)
  }
}

function hasNode() {
  if (!isNodeTooOld || nodePackage()) return true
  const platform = `${process.platform}-${process.arch}`
  say(
    `Node ${neededNode} is required: this is Node ${process.versions.node}, and the packages bring none for ${platform}. ` +
      `Please ${installNode}, then try again.`,
  )
  return false
}

async function prepare({ systemPackages, onlySystem = false, withDev, withKeytar }) {
  if (!onlySystem && !hasNode()) return false
  ensureSystemPackages(systemPackages)
  if (onlySystem) return true
  if (!(await ensurePackages(withDev))) return false
  if (withKeytar) ensureKeytar()
  return true
}

const [what] = process.argv.slice(2)
if (what === 'link') linkCommands()
else if (goals[what]) process.exitCode = (await prepare(goals[what])) ? 0 : 1
else {
  say('Usage: node scripts/bootstrap.mjs start|develop|test|system|link')
  process.exitCode = 2
}
