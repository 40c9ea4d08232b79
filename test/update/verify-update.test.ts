import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { serverVersion } from '../../server/platform/version.ts'
import { strongroom } from '../harness/cli.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { makeKey, pemOf } from '../package/release-folder.ts'
import { debOf, fingerprintOf, newerVersion, signedRelease, signText, spkiOf } from './made-release.ts'

const key = makeKey()
const deb = debOf(newerVersion)
const content = 'the package, '.repeat(200_000)
const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex')

/** A medium with a signed release, and the key from another channel. */
async function openMedium(files: Readonly<Record<string, string>> = { [deb]: content, 'NOTICES.txt': 'notices' }) {
  const folder = await temporaryFolder()
  const medium = join(folder.path, 'medium')
  await signedRelease(medium, files, key)
  const publicKey = join(folder.path, 'release.pub.pem')
  writeFileSync(publicKey, spkiOf(key))
  const copies = join(folder.path, 'machine', 'update')
  return {
    ...folder,
    publicKey,
    copies,
    at: (name: string) => join(medium, name),
    verify: async (name = deb, ...more: readonly string[]) => {
      const args = ['update', 'verify', join(medium, name), '--public-key', publicKey, '--json', ...more]
      const { status, stdout, stderr } = await strongroom(args)
      return { status, stderr, answer: JSON.parse(stdout) }
    },
  }
}

test('a package of a signed release is verified, and its verified bytes are copied into a private folder', async () => {
  await using medium = await openMedium()
  const { verify, copies, at } = medium
  const { status, stderr, answer } = await verify(deb, '--copy-to', copies, '--progress', 'json')
  expect({ status, answer }).toEqual({
    status: 0,
    answer: {
      name: deb,
      sha256: sha256(content),
      keyFingerprint: fingerprintOf(key),
      package: expect.objectContaining({ program: 'console', version: newerVersion, system: 'linux', format: 'deb' }),
      fit: 'newer',
      copy: join(copies, deb),
      installedVersion: serverVersion,
    },
  })
  const allBytes = content.length
  expect(stderr.trim().split('\n').at(-1)).toBe(JSON.stringify({ step: 'verifying', doneBytes: allBytes, allBytes }))
  expect(readdirSync(copies).sort()).toEqual(['SHA256SUMS', 'SHA256SUMS.sig', deb])
  expect([statSync(copies).mode & 0o777, statSync(join(copies, deb)).mode & 0o777]).toEqual([0o700, 0o600])

  writeFileSync(at(deb), 'another, after the verification')
  expect(readFileSync(join(copies, deb), 'utf8')).toBe(content)
  const again = ['update', 'verify', join(copies, deb), '--public-key', medium.publicKey]
  expect(await strongroom(again), 'the copy is a whole release').toMatchObject({ status: 0 })
  appendFileSync(join(copies, deb), '!')
  expect(await strongroom(again), 'control').toMatchObject({ status: 1 })
})

test('the text names file, checksum, key and versions', async () => {
  await using medium = await openMedium()
  const { stdout } = await strongroom(['update', 'verify', medium.at(deb), '--public-key', medium.publicKey])
  expect(stdout).toBe(
    `${deb} is unchanged, and its signature is valid.\nSHA-256 of the file:        ${sha256(content)}\n` +
      `SHA-256 of the release key: ${fingerprintOf(key)}\nIt is newer than this version, ${serverVersion}.\n`,
  )
})

type Medium = Awaited<ReturnType<typeof openMedium>>

const attacks: readonly (readonly [what: string, attack: (medium: Medium) => unknown, why: string])[] = [
  ['a changed package', ({ at }) => appendFileSync(at(deb), '!'), 'was changed or is not complete'],
  ['a truncated package', ({ at }) => truncateSync(at(deb), 1_000), 'was changed or is not complete'],
  ['an empty package', ({ at }) => truncateSync(at(deb), 0), 'was changed or is not complete'],
  [
    'checksums made again for a changed package',
    ({ at }) => writeFileSync(at('SHA256SUMS'), `${sha256('another')}  ${deb}\n`),
    'signature of SHA256SUMS is not valid',
  ],
  [
    'a release signed with another key',
    ({ at }) => signText(at(''), readFileSync(at('SHA256SUMS'), 'utf8'), makeKey()),
    'signature of SHA256SUMS is not valid',
  ],
  [
    'checksums whose line ends were converted',
    ({ at }) => writeFileSync(at('SHA256SUMS'), readFileSync(at('SHA256SUMS'), 'utf8').replaceAll('\n', '\r\n')),
    'signature of SHA256SUMS is not valid',
  ],
  ['a truncated signature', ({ at }) => truncateSync(at('SHA256SUMS.sig'), 63), 'signature of SHA256SUMS is not valid'],
  ['a longer signature', ({ at }) => appendFileSync(at('SHA256SUMS.sig'), '\n'), 'at most 64 are expected'],
  ['no signature', ({ at }) => rmSync(at('SHA256SUMS.sig')), 'SHA256SUMS.sig is not in'],
  ['no checksums', ({ at }) => rmSync(at('SHA256SUMS')), 'SHA256SUMS is not in'],
  ['endless checksums', ({ at }) => truncateSync(at('SHA256SUMS'), 2 ** 31), 'at most 65536 are expected'],
  ['no package', ({ at }) => rmSync(at(deb)), 'cannot use'],
  [
    'a link in the place of the package',
    ({ at, path }) => {
      renameSync(at(deb), join(path, 'elsewhere'))
      symlinkSync(join(path, 'elsewhere'), at(deb))
    },
    'is not a plain file',
  ],
  [
    'a device in the place of the checksums',
    ({ at }) => {
      rmSync(at('SHA256SUMS'))
      symlinkSync('/dev/zero', at('SHA256SUMS'))
    },
    'is not a plain file',
  ],
  [
    'a pipe that no one writes to in the place of the package',
    ({ at }) => {
      rmSync(at(deb))
      execFileSync('mkfifo', [at(deb)])
    },
    'is not a plain file',
  ],
  [
    'a folder in the place of the package',
    ({ at }) => {
      rmSync(at(deb))
      mkdirSync(at(deb))
    },
    'is not a plain file',
  ],
  ['a package larger than any', ({ at }) => truncateSync(at(deb), 3 * 1024 ** 3), 'cannot be'],
]

test.each(attacks)('%s is refused, and no copy is left', async (_what, attack, why) => {
  await using medium = await openMedium()
  await attack(medium)
  const { status, answer, stderr } = await medium.verify(deb, '--copy-to', medium.copies)
  const said = why === 'cannot be' ? /larger than any package|no room/ : why
  expect({ status, message: answer.error.message }, stderr).toEqual({
    status: 1,
    message: said instanceof RegExp ? expect.stringMatching(said) : expect.stringContaining(said),
  })
  expect(answer.error.nextStep).not.toBe('')
  expect(existsSync(medium.copies)).toBe(false)
})

test.each([
  ['a path', `${sha256(content)}  ../medium/${deb}\n`],
  ['a name twice', `${sha256(content)}  ${deb}\n${sha256('another')}  ${deb}\n`],
  ['a folder and the name', `${sha256(content)}  ${deb}\n${sha256(content)}  /etc/passwd\n`],
  ['carriage returns', `${sha256(content)}  ${deb}\r\n`],
  ['a line that is cut off', `${sha256(content)}  ${deb}`],
  ['nothing', ''],
])('signed checksums with %s are refused whole', async (_what, text) => {
  await using medium = await openMedium()
  signText(medium.at(''), text, key)
  expect(await medium.verify()).toMatchObject({
    status: 1,
    answer: { error: { message: expect.stringContaining('SHA256SUMS cannot be read') } },
  })
})

test('an older package under the name of a newer one is refused', async () => {
  const older = debOf('0.0.1')
  await using medium = await openMedium({ [older]: content })
  renameSync(medium.at(older), medium.at(deb))
  expect(await medium.verify()).toMatchObject({
    status: 1,
    answer: { error: { message: expect.stringContaining('is not listed in SHA256SUMS') } },
  })
})

const otherArchitecture = process.arch === 'arm64' ? 'amd64' : 'arm64'

test.each([
  [debOf(serverVersion), 'same-version'],
  [debOf('0.0.1'), 'older'],
  [debOf(`${serverVersion}-rc.1`), 'older'],
  [`strongroom_${newerVersion}_${otherArchitecture}.deb`, 'other-architecture'],
  [`Strongroom-${newerVersion}-setup.exe`, 'other-system'],
  [`Strongroom-${newerVersion}-arm64.dmg`, 'other-system'],
  ['THIRD-PARTY-NOTICES.txt', 'no-package'],
])('%s is verified as %s, and not copied', async (name, fit) => {
  await using medium = await openMedium({ [name]: 'content' })
  const { status, answer } = await medium.verify(name, '--copy-to', medium.copies)
  expect({ status, answer }).toMatchObject({ status: 0, answer: { fit, copy: null } })
  expect(existsSync(medium.copies)).toBe(false)
  appendFileSync(medium.at(name), '!')
  expect(await medium.verify(name), 'control').toMatchObject({ status: 1 })
})

test('a folder that exists is not filled', async () => {
  await using medium = await openMedium()
  mkdirSync(medium.copies, { recursive: true })
  writeFileSync(join(medium.copies, 'planted'), 'x')
  expect(await medium.verify(deb, '--copy-to', medium.copies)).toMatchObject({ status: 1 })
  expect(readdirSync(medium.copies)).toEqual(['planted'])
})

test('a medium that cannot be written is enough', async () => {
  await using medium = await openMedium()
  chmodSync(medium.at(''), 0o500)
  for (const name of readdirSync(medium.at(''))) chmodSync(medium.at(name), 0o400)
  const before = readdirSync(medium.at(''))
  expect(await medium.verify(deb, '--copy-to', medium.copies)).toMatchObject({ status: 0 })
  expect(readdirSync(medium.at(''))).toEqual(before)
  chmodSync(medium.at(''), 0o700)
})

test('while releases change their key, a file of both keys accepts either, and names the one that signed', async () => {
  await using medium = await openMedium()
  const next = makeKey()
  writeFileSync(medium.publicKey, spkiOf(next) + spkiOf(key))
  expect(await medium.verify()).toMatchObject({ status: 0, answer: { keyFingerprint: fingerprintOf(key) } })
  signText(medium.at(''), readFileSync(medium.at('SHA256SUMS'), 'utf8'), next)
  expect(await medium.verify()).toMatchObject({ status: 0, answer: { keyFingerprint: fingerprintOf(next) } })
  writeFileSync(medium.publicKey, spkiOf(key))
  expect(await medium.verify(), 'control').toMatchObject({ status: 1 })
})

test.each([
  ['a private key', pemOf(key)],
  ['a private key after a public one', spkiOf(key) + pemOf(key)],
  ['a damaged key', spkiOf(key).replace(/\n.{4}/, '\nAAAA')],
  ['nothing', ''],
])('%s is no public key of releases', async (_what, text) => {
  await using medium = await openMedium()
  writeFileSync(medium.publicKey, text)
  const { status, answer } = await medium.verify()
  expect({ status, message: answer.error.message }).toEqual({
    status: 1,
    message: expect.stringContaining('does not hold Ed25519 public keys'),
  })
  expect(JSON.stringify(answer)).not.toContain('BEGIN')
})

test('a build without a key says so, and verifies nothing', async () => {
  await using medium = await openMedium()
  const { status, stderr } = await strongroom(['update', 'verify', medium.at(deb)])
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr: expect.stringMatching(/carries no public key of the releases.*--public-key KEY/),
  })
})
