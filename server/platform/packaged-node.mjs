import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

// An import of it would load its streams too.
const { existsSync, readFileSync } = createRequire(import.meta.url)('node:fs')

/** The oldest supported Node: it runs TypeScript directly, and the native addon crashes older versions. */
export const neededNode = 24

export const isNodeTooOld = Number.parseInt(process.versions.node, 10) < neededNode

export const installNode = `install Node ${neededNode} or later from https://nodejs.org`

const pathOf = (file) => fileURLToPath(new URL(`../../${file}`, import.meta.url))

/** The packages are built for glibc; Alpine and others have musl. */
function isMusl() {
  process.report.excludeNetwork = true
  return process.platform === 'linux' && !process.report.getReport().header.glibcVersionRuntime
}

/** Name of the npm package that contains Node for this platform, or null if package.json has none. */
export function nodePackage() {
  const { optionalDependencies = {} } = JSON.parse(readFileSync(pathOf('package.json'), 'utf8'))
  const platform = `${process.platform}-${process.arch}`
  const name = [`node-${platform}`, `node-bin-${platform}`].find((each) => optionalDependencies[each])
  return name && !isMusl() ? name : null
}

/** Path of the Node installed with the packages, or null. */
export function packagedNode() {
  const name = nodePackage()
  const file = name && pathOf(`node_modules/${name}/bin/node`)
  return file && existsSync(file) ? file : null
}
