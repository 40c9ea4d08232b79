// @module-tag long
import { execFile } from 'node:child_process'
import { createHash, randomBytes, sign } from 'node:crypto'
import { chmod, cp, mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { environment, main } from '../harness/cli.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { makeKey, makeRelease, pemOf, signWith } from './release-folder.ts'

const run = promisify(execFile)

const root = join(import.meta.dirname, '../..')
const guide = await readFile(join(root, 'docs/offline-machines.md'), 'utf8')

/** What the guide prints to be typed under a heading, line by line. */
function linesUnder(heading: string): readonly string[] {
  const [, section = ''] = guide.split(`\n## ${heading}\n`)
  const [text = ''] = section.split('\n## ')
  return [...text.matchAll(/^```sh\n(.*?)^```$/gms)].flatMap(([, block = '']) => block.trim().split('\n'))
}

/** What this test cannot do as it is printed: another machine's service and installer, and a server without end. */
const isElsewhere = (line: string) =>
  /^(sudo|systemctl|loginctl|journalctl) |^strongroom serve$|^[[A-Z]\S*=|^\[/.test(line)

const typed = (heading: string) => linesUnder(heading).filter((line) => !isElsewhere(line))

/** A machine with the command on its path, the medium at hand, and nothing else. */
async function openMachine(folder: string, name: string) {
  const home = join(folder, name)
  const bin = join(home, 'bin')
  await mkdir(bin, { recursive: true })
  await writeFile(join(bin, 'strongroom'), `#!/bin/sh\nexec '${process.execPath}' '${main}' "$@"\n`)
  await chmod(join(bin, 'strongroom'), 0o755)
  return async (lines: readonly string[]) => {
    const script = lines.join('\n').replaceAll('/media', join(folder, 'media'))
    const env = environment({ HOME: home, PATH: `${bin}:${process.env.PATH}` })
    const { stdout } = await run('bash', ['-e', '-c', script], { cwd: home, env })
    return stdout
  }
}

/** As the guide names it. */
const deb = 'strongroom_VERSION_amd64.deb'

test('the lines that verify a release accept the one that was signed, and no other', async () => {
  await using folder = await temporaryFolder()
  const onMachine = await openMachine(folder.path, 'medium')
  const at = (name: string) => join(folder.path, 'medium', name)
  const key = makeKey()
  const release = join(folder.path, 'release')
  const recorded = await makeRelease(release, { [deb]: randomBytes(64), 'not-carried.dmg': randomBytes(64) })
  expect(await signWith(pemOf(key), `${release}=${recorded}`)).toMatchObject({ status: 0 })
  for (const name of [deb, 'SHA256SUMS', 'SHA256SUMS.sig']) await cp(join(release, name), at(name))
  await writeFile(at('strongroom-release.pub.pem'), key.publicKey.export({ type: 'spki', format: 'pem' }))

  const [sumOfKey = ''] = typed('What to carry over').filter((line) => line.startsWith('openssl'))
  const der = key.publicKey.export({ type: 'spki', format: 'der' })
  expect(await onMachine([sumOfKey])).toContain(createHash('sha256').update(der).digest('hex'))
  const verify = typed('Verify')
  const isRefused = async (why: string) =>
    await expect(onMachine(verify)).rejects.toMatchObject({ stdout: expect.stringContaining(why) })
  const said = await onMachine(verify)
  for (const expected of [
    'Signature Verified Successfully',
    `${deb}: OK`,
    `${deb} is unchanged, and its signature is valid`,
  ])
    expect(said).toContain(expected)

  await writeFile(at('added.deb'), 'not of this release')
  expect(await onMachine(verify), 'no OK for a file that was added').not.toContain('added.deb')

  await writeFile(at('SHA256SUMS.sig'), sign(null, await readFile(at('SHA256SUMS')), makeKey().privateKey))
  await isRefused('Verification Failure')
  await cp(join(release, 'SHA256SUMS.sig'), at('SHA256SUMS.sig'))

  await writeFile(at(deb), 'another')
  await isRefused(`${deb}: FAILED`)
  await makeRelease(at(''), { [deb]: 'another' })
  await isRefused('Verification Failure')
})

test('the commands of the offline guide move a folder to another machine and through an update', async () => {
  await using folder = await temporaryFolder()
  const media = join(folder.path, 'media')
  await mkdir(join(media, 'backup'), { recursive: true })
  await mkdir(join(media, 'keys'))
  await cp(join(root, 'docs/examples'), join(folder.path, 'old'), { recursive: true })

  const onOld = await openMachine(folder.path, 'old')
  const first = typed('First start')
  expect(first.map((line) => line.split(' ').slice(0, 2).join(' '))).toEqual([
    'export STRONGROOM_DATA=~/data',
    'strongroom import',
    'strongroom token',
  ])
  const [settings = ''] = first
  expect(await onOld(first)).toMatch(/srt_/)
  expect(await onOld([settings, ...typed('Back up')])).toContain('verified backup')
  const [named = ''] = await readdir(join(media, 'backup'))
  // The next backup may be made within the second that this one is named after.
  const backup = 'strongroom-earlier.tar'
  await rename(join(media, 'backup', named), join(media, 'backup', backup))
  await cp(join(folder.path, 'old/key/kek'), join(media, 'keys/kek'))

  const onNew = await openMachine(folder.path, 'new')
  const restore = typed('Restore').map((line) => line.replace('strongroom-TIME.tar', backup))
  expect(restore.length).toBe(4)
  await onNew([settings, ...restore])
  expect(await onNew([settings, 'strongroom token list'])).toContain('ops')

  const [create = '', doctor = '', again = '', ...more] = typed('Update from a file')
  expect(more).toEqual([])
  await onNew([settings, create, doctor])
  const names = await readdir(join(media, 'backup'))
  const made = names.find((name) => name !== backup) ?? backup
  await onNew([settings, again.replace('strongroom-TIME.tar', made), doctor])
})
