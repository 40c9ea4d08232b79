import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const providersFolder = join(import.meta.dirname, '../../server/providers')

const sources = async (folder: string): Promise<string[]> =>
  (await readdir(folder, { withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ name }) => join(folder, name))

const imports = async (file: string): Promise<string[]> =>
  [...(await readFile(file, 'utf8')).matchAll(/^import (?!type ).* from '([^']+)'/gms)].map(([, from = '']) => from)

test('the simulator imports nothing of the adapters, so that a bug in a signer cannot hide in its verifier', async () => {
  for (const file of await sources(join(providersFolder, 'simulator')))
    for (const from of await imports(file)) expect(from, file).toMatch(/^(\.\/|node:|zod$|\.\.\/\.\.\/\.\.\/shared\/)/)
})

test('exactly one file of the providers reveals secrets', async () => {
  const revealing: string[] = []
  for (const folder of [providersFolder, join(providersFolder, 'simulator')])
    for (const file of await sources(folder))
      if ((await readFile(file, 'utf8')).includes('.reveal(')) revealing.push(file.slice(providersFolder.length + 1))
  expect(revealing).toEqual(['credential-validator.ts'])
})
