import { existsSync, writeFileSync } from 'node:fs'
import { nodePackage } from '../../server/platform/packaged-node.mjs'
import { npm } from './npm-packages.mjs'
import { inModules, say } from './project.mjs'
import { allOf, anyOf, canCompileAgainst } from './system-packages.mjs'

const canCompile = () => anyOf('c++', 'g++') && allOf('make', 'python3')

/** Packages whose addon is compiled by name, and what is not there without it. */
const addons = [
  {
    name: 'keytar',
    file: 'keytar.node',
    canBuild: () => process.platform !== 'linux' || (canCompileAgainst('libsecret-1') && canCompile()),
    use: 'the addon of the keychain',
    without: 'The console keeps tokens for its session only.',
  },
  {
    name: 'pkcs11js',
    file: 'pkcs11.node',
    canBuild: () => process.platform === 'linux' && canCompile(),
    use: 'the addon for hardware modules',
    without: 'No key can be held by a PKCS #11 token.',
  },
]

/** Places of the packages whose addon can be compiled here; npm leaves out an optional one that it could not build. */
export const buildableAddons = () =>
  addons.filter(({ canBuild }) => canBuild()).map(({ name }) => `node_modules/${name}`)

/** Headers to compile with; only where no others are configured. */
function nodedir() {
  const configured = npm(['config', 'get', 'nodedir']).stdout?.trim()
  if (configured && !/^(undefined|null)$/.test(configured)) return configured
  return nodePackage() ? inModules(nodePackage()) : undefined
}

/** Builds an addon where that can be done; where it failed once it is not tried again. */
function ensureAddon({ name, file, canBuild, use, without }) {
  const failed = inModules(`.${name}-failed`)
  const isDone = existsSync(inModules(name, 'build', 'Release', file)) || existsSync(failed)
  if (isDone || !existsSync(inModules(name)) || !canBuild()) return
  say(`Building ${name}, ${use} ...`)
  const args = ['rebuild', name, '--ignore-scripts=false', '--loglevel=error']
  const { status, stderr } = npm(args, { npm_config_nodedir: nodedir() })
  if (status === 0) return
  writeFileSync(failed, stderr ?? '')
  say(`${name} could not be built: see ${failed}. ${without} To try again, remove it.`)
}

export const ensureAddons = () => addons.forEach(ensureAddon)
