import { existsSync, writeFileSync } from 'node:fs'
import { nodePackage } from '../../server/platform/packaged-node.mjs'
import { npm } from './npm-packages.mjs'
import { inModules, say } from './project.mjs'
import { allOf, anyOf, canCompileAgainst } from './system-packages.mjs'

export const canBuildKeytar = () =>
  process.platform !== 'linux' || (canCompileAgainst('libsecret-1') && anyOf('c++', 'g++') && allOf('make', 'python3'))

/** Headers to compile with; only where no others are configured. */
function nodedir() {
  const configured = npm(['config', 'get', 'nodedir']).stdout?.trim()
  if (configured && !/^(undefined|null)$/.test(configured)) return configured
  return nodePackage() ? inModules(nodePackage()) : undefined
}

/** Builds the addon of the system's keychain where that can be done; where it failed once it is not tried again. */
export function ensureKeytar() {
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
