import { readFileSync } from 'node:fs'
import type { Plugin } from 'rolldown'
import { thirdParty } from './third-party.ts'

/** The folder of the package that a module lies in; undefined for our own modules and for virtual ones. */
const packageOf = (moduleId: string): string | undefined =>
  /^\0?(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(moduleId)?.[1]

function nameOf(folder: string): string {
  const { name, version } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'))
  return `${name} ${version}`
}

/**
 * Ends a build whose bundle holds a package that notices and SBOM would not name: the bundler knows what it ships, where
 * the list follows imports and the lockfile.
 */
export const onlyListedPackages = (): Plugin => ({
  name: 'only-listed-packages',
  generateBundle() {
    const folders = new Set([...this.getModuleIds()].map(packageOf).filter((folder) => folder !== undefined))
    const listed = new Set(thirdParty().map(({ name, version }) => `${name} ${version}`))
    const unlisted = [...folders].map(nameOf).filter((name) => !listed.has(name))
    if (unlisted.length) this.error(`bundled, but not in the list of third-party packages: ${unlisted.join(', ')}`)
  },
})
