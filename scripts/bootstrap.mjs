// Makes a fresh clone ready for `npm start`, `npm test` and the other scripts; when there is nothing to do it prints nothing.
// npm runs it with `link` at the end of each installation. It has to run on Node 18, before any package is installed.
import { installNode, isNodeTooOld, neededNode, nodePackage } from '../server/platform/packaged-node.mjs'
import { linkCommands } from './bootstrap/commands.mjs'
import { buildableAddons, ensureAddons } from './bootstrap/native-addons.mjs'
import { ensurePackages, removeOpensslHeaders } from './bootstrap/npm-packages.mjs'
import { linkPostgres } from './bootstrap/postgres.mjs'
import { ensureProgram } from './bootstrap/program.mjs'
import { say } from './bootstrap/project.mjs'
import { ensureSystemPackages, ordinaryUserPackages, suitePackages } from './bootstrap/system-packages.mjs'

/** What each goal needs: npm's development packages, addons that are compiled, system packages. */
const goals = {
  start: { withDev: false, withAddons: false, systemPackages: {} },
  develop: { withDev: true, withAddons: true, systemPackages: {} },
  test: { withDev: true, withAddons: true, systemPackages: suitePackages },
  // All that takes root: `sudo node scripts/bootstrap.mjs system`; what follows runs as an ordinary user.
  system: { onlySystem: true, systemPackages: { ...suitePackages, ...ordinaryUserPackages } },
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

async function prepare({ systemPackages, onlySystem = false, withDev, withAddons }) {
  if (!onlySystem && !hasNode()) return false
  ensureSystemPackages(systemPackages)
  if (onlySystem) return true
  const needed = withAddons ? buildableAddons() : []
  if (!(await ensurePackages(withDev, needed))) return false
  if (withAddons) ensureAddons()
  if (withDev) linkPostgres()
  ensureProgram()
  return true
}

const [what] = process.argv.slice(2)
if (what === 'link') {
  removeOpensslHeaders()
  linkCommands()
  ensureProgram()
} else if (goals[what]) process.exitCode = (await prepare(goals[what])) ? 0 : 1
else {
  say('Usage: node scripts/bootstrap.mjs start|develop|test|system|link')
  process.exitCode = 2
}
