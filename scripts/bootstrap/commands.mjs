import { existsSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { nodePackage, packagedNode } from '../../server/platform/packaged-node.mjs'
import { inModules, isWindows } from './project.mjs'

const commandLink = inModules('.bin', isWindows ? 'strongroom.cmd' : 'strongroom')

export const isCommandLinked = () => existsSync(commandLink)

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
export function linkCommands() {
  mkdirSync(dirname(commandLink), { recursive: true })
  // On Windows a link takes a privilege.
  if (isWindows) return writeFileSync(commandLink, '@node "%~dp0..\\..\\server\\main.mjs" %*\r\n')
  linkNode()
  replaceLink(join('..', '..', 'server', 'main.mjs'), commandLink)
}
