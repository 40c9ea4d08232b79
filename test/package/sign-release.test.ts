import { createHash, generateKeyPairSync, verify } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { appendFile, copyFile, mkdir, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { makeKey, makeRelease, pemOf, signCarrying, signWith } from './release-folder.ts'

const files = { 'strongroom_0.1.0_amd64.deb': 'a package', 'THIRD-PARTY-NOTICES.txt': 'notices' }
const key = makeKey()
const pem = pemOf(key)

async function openRelease() {
  const folder = await temporaryFolder()
  const path = join(folder.path, 'linux')
  const recorded = await makeRelease(path, files)
  return { ...folder, path, recorded, at: (name: string) => join(path, name) }
}

const isSigned = (folder: string) => existsSync(join(folder, 'SHA256SUMS.sig'))
const verifies = (folder: string) =>
  verify(null, readFileSync(join(folder, 'SHA256SUMS')), key.publicKey, readFileSync(join(folder, 'SHA256SUMS.sig')))

test('sign-release signs the checksums of each folder, and prints the checksum of the public key for the guide', async () => {
  await using linux = await openRelease()
  await using windows = await openRelease()
  const { status, said } = await signWith(pem, `${linux.path}=${linux.recorded}`, `${windows.path}=${windows.recorded}`)
  expect({ status, said }).toMatchObject({ status: 0, said: expect.stringMatching(/public key: [0-9a-f]{64}\n$/) })
  expect([linux, windows].map(({ path }) => verifies(path))).toEqual([true, true])
  await appendFile(linux.at('SHA256SUMS'), '\n')
  expect(verifies(linux.path), 'the control').toBe(false)
})

type Release = Awaited<ReturnType<typeof openRelease>>
const spoiled: readonly [string, (release: Release) => Promise<unknown>, string][] = [
  ['an altered artifact', ({ at }) => appendFile(at('strongroom_0.1.0_amd64.deb'), '!'), 'was changed'],
  ['an added artifact', ({ at }) => writeFile(at('extra.deb'), 'x'), 'extra.deb is not listed'],
  ['an added folder', ({ at }) => mkdir(at('more')), 'more is not listed'],
  ['a missing artifact', ({ at }) => rm(at('THIRD-PARTY-NOTICES.txt')), 'is missing'],
  [
    'a link in the place of an artifact',
    async ({ at, path }) => {
      await copyFile(at('THIRD-PARTY-NOTICES.txt'), join(path, '..', 'elsewhere'))
      await rm(at('THIRD-PARTY-NOTICES.txt'))
      await symlink('../elsewhere', at('THIRD-PARTY-NOTICES.txt'))
    },
    'not a plain file',
  ],
  [
    'a signature that is there already',
    ({ at }) => writeFile(at('SHA256SUMS.sig'), 'x'),
    'SHA256SUMS.sig is not listed',
  ],
  [
    'sums made again for an altered artifact',
    ({ path }) => makeRelease(path, { ...files, 'strongroom_0.1.0_amd64.deb': 'another' }),
    'not the one that the build job recorded',
  ],
]

test.each(spoiled)('sign-release refuses %s, and does not read the key', async (_what, spoil, why) => {
  await using release = await openRelease()
  await spoil(release)
  // Were the key read, its own refusal would be printed.
  const { status, said } = await signWith('no key', `${release.path}=${release.recorded}`)
  expect({ status, said }).toMatchObject({ status: 1, said: expect.stringContaining(why) })
  expect(said).not.toContain('private key')
})

test('one refused folder leaves every folder unsigned', async () => {
  await using good = await openRelease()
  await using bad = await openRelease()
  await writeFile(bad.at('extra.deb'), 'x')
  const { status } = await signWith(pem, `${good.path}=${good.recorded}`, `${bad.path}=${bad.recorded}`)
  expect([status, isSigned(good.path), isSigned(bad.path)]).toEqual([1, false, false])
})

test.each([
  ['a line with a path', (hash: string) => `${hash}  ../outside.deb\n`],
  ['an unfinished line', (hash: string) => `${hash}  strongroom_0.1.0_amd64.deb`],
  ['a name twice', (hash: string) => `${hash}  a.deb\n${hash}  a.deb\n`],
  ['nothing', () => ''],
])('sign-release refuses recorded checksums with %s', async (_what, textOf) => {
  await using folder = await temporaryFolder()
  const recorded = await makeRelease(folder.path, {})
  const text = textOf(recorded)
  await writeFile(join(folder.path, 'SHA256SUMS'), text)
  const { said } = await signWith(pem, `${folder.path}=${createHash('sha256').update(text).digest('hex')}`)
  expect(said).toContain('SHA256SUMS cannot be read')
})

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs8', format: 'pem' })

test.each([
  ['nothing', ''],
  ['a key of another kind', rsa.toString()],
  ['a damaged key', pem.replace(/\n.{4}/, '\nAAAA')],
])('sign-release refuses %s as a key, and repeats none of it', async (_what, input) => {
  await using release = await openRelease()
  const { status, said } = await signWith(input, `${release.path}=${release.recorded}`)
  expect({ status, said }).toEqual({
    status: 1,
    said: 'The release was not signed: Standard input holds no Ed25519 private key in PEM.\n',
  })
  expect(isSigned(release.path)).toBe(false)
})

test('sign-release signs only with a key that the packages carry, where it knows those', async () => {
  await using release = await openRelease()
  const publicPemOf = ({ publicKey }: typeof key) => publicKey.export({ type: 'spki', format: 'pem' }).toString()
  const other = publicPemOf(makeKey())
  for (const carried of [other, 'no key at all']) {
    const { status, said } = await signCarrying(carried, pem, `${release.path}=${release.recorded}`)
    expect({ status, said }).toMatchObject({
      status: 1,
      said: expect.stringContaining('none of those that the packages'),
    })
    expect(isSigned(release.path)).toBe(false)
  }
  const { status } = await signCarrying(other + publicPemOf(key), pem, `${release.path}=${release.recorded}`)
  expect([status, verifies(release.path)]).toEqual([0, true])
})

test.each([[[]], [['dist']], [['dist=']], [['dist=ABC']]])('sign-release prints its usage for %j', async (args) => {
  expect((await signWith(pem, ...args)).said).toContain('FOLDER=SHA256')
})

test('sign-release imports no installed package', () => {
  const source = readFileSync(join(import.meta.dirname, '../../scripts/sign-release.mjs'), 'utf8')
  const imported = [...source.matchAll(/(?:from|import\() ?'([^']+)'/g)].map(([, name]) => name)
  expect(imported.length).toBeGreaterThan(3)
  expect(imported.filter((name) => !name?.startsWith('node:'))).toEqual([])
})
