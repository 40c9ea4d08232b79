import { build, type Plugin } from 'vite'
import { expect, test } from 'vitest'
import { onlyListedPackages } from '../../scripts/bundled-packages.ts'

/** Bundles one import, as the builds of the console and the server bundle theirs. */
function bundle(specifier: string): Promise<unknown> {
  const entry: Plugin = {
    name: 'entry',
    resolveId: (id) => (id === 'virtual:entry' ? id : null),
    load: (id) => (id === 'virtual:entry' ? `export * from '${specifier}'` : null),
  }
  return build({
    configFile: false,
    logLevel: 'silent',
    plugins: [entry, onlyListedPackages()],
    ssr: { noExternal: true },
    build: { ssr: true, write: false, rolldownOptions: { input: 'virtual:entry' } },
  })
}

test('a bundle with a package missing from the notices and the SBOM is not built', async () => {
  await expect(bundle('fast-check')).rejects.toThrow(/not in the list of third-party packages: .*fast-check \d/)
})

test('control: a bundle with a listed package is built', async () => {
  await expect(bundle('zod')).resolves.toBeDefined()
})
