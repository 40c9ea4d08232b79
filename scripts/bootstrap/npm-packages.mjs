import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { isNodeTooOld, nodePackage, packagedNode } from '../../server/platform/packaged-node.mjs'
import { isCommandLinked, linkCommands } from './commands.mjs'
import { inModules, isWindows, root, say } from './project.mjs'

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
function isInstalled(withDev, needed) {
  const wanted = locked()
  const found = installed()
  const node = `node_modules/${nodePackage()}`
  const isSame = (place) =>
    wanted[place].version === found[place].version && wanted[place].integrity === found[place].integrity
  return placesFor(wanted, withDev).every((place) =>
    found[place]
      ? isSame(place)
      : wanted[place].optional && !needed.includes(place) && !(isNodeTooOld && place === node),
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

export function npm(args, env) {
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
  serving: 'about 80 MB to download, 240 MB on disk',
  development: 'about 160 MB to download, 800 MB on disk',
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

/**
 * Node's package has the headers of its OpenSSL, for every platform: 65 MB. The addons compiled here use Node-API alone,
 * whose headers stay.
 */
export function removeOpensslHeaders() {
  const name = nodePackage()
  if (name) rmSync(inModules(name, 'include', 'node', 'openssl'), { recursive: true, force: true })
}

/**
 * The command is linked last: where it is missing, a bootstrap was killed, or npm was run by hand. The server also starts
 * where node_modules is read-only.
 */
function finishInstallation() {
  try {
    removeOpensslHeaders()
    linkCommands()
  } catch ({ message }) {
    say(`npx strongroom is not available: ${message}. Run "node server/main.mjs" instead.`)
  }
}

/** Installs what is missing; optional packages only where they are `needed`: npm leaves out one that it could not build. */
export async function ensurePackages(wantsDev, needed) {
  const withDev = wantsDev || Object.values(installed()).some(({ dev }) => dev)
  if (isInstalled(withDev, needed)) {
    if (!isCommandLinked()) finishInstallation()
    return true
  }
  if (withDev && isNodeTooOld && !packagedNode() && !(await install(false))) return false
  if (!(await install(withDev))) return false
  finishInstallation()
  return true
}
