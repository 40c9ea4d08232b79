import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { join } from 'node:path'
import { currentProgram } from '../../server/platform/compiled-program.mjs'
import { isNodeTooOld, packagedNode } from '../../server/platform/packaged-node.mjs'
import { inModules, root, say } from './project.mjs'

function isWritable(folder) {
  try {
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}

/** Compiles the program unless that was done; without, it runs from its sources and starts more slowly. */
export function ensureProgram() {
  const node = isNodeTooOld ? packagedNode() : process.execPath
  const canCompile = node && existsSync(inModules('rolldown')) && isWritable(inModules())
  if (!canCompile || currentProgram()) return
  const { stderr } = spawnSync(node, [join(root, 'scripts', 'build-program.ts')], { encoding: 'utf8' })
  if (currentProgram()) return
  const [cause = 'unknown cause'] = /^\w*Error: .+$/m.exec(stderr ?? '') ?? []
  say(`The program could not be compiled (${cause}). It runs from its sources, and starts more slowly.`)
}
