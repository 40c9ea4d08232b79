import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { environment } from '../harness/cli.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { makeKey, pemOf } from '../package/release-folder.ts'
import { debOf, fingerprintOf, newerVersion, signedRelease, spkiOf } from './made-release.ts'

const run = promisify(execFile)
const script = join(import.meta.dirname, '../../scripts/build-server-bundle.ts')

/** Builds a server as a package carries it, in a process that has the key in its environment. */
const build = (folder: string, publicKey: string) =>
  run(
    process.execPath,
    ['-e', `import(${JSON.stringify(script)}).then((of) => of.buildShippedServer(${JSON.stringify(folder)}, []))`],
    { env: environment({ STRONGROOM_RELEASE_PUBLIC_KEY: publicKey }) },
  )

test('a package verifies releases with the key that it was built with', async () => {
  await using folder = await temporaryFolder()
  const key = makeKey()
  const deb = debOf(newerVersion)
  const program = join(folder.path, 'program')
  await build(program, spkiOf(key))
  const release = join(folder.path, 'release')
  await signedRelease(release, { [deb]: 'a package' }, key)
  const verify = () =>
    run(process.execPath, [join(program, 'strongroom.js'), 'update', 'verify', join(release, deb)], {
      env: environment({ STRONGROOM_RELEASE_PUBLIC_KEY: spkiOf(makeKey()) }),
    })
  expect((await verify()).stdout, 'its environment has another').toContain(fingerprintOf(key))
  writeFileSync(join(program, 'release-keys.pem'), spkiOf(makeKey()))
  await expect(verify(), 'control').rejects.toMatchObject({ stderr: expect.stringContaining('not valid') })
})

test.each([
  ['a private key', pemOf(makeKey())],
  ['another text', 'key'],
])('nothing is built with %s in the place of the public key', async (_what, text) => {
  await using folder = await temporaryFolder()
  await expect(build(join(folder.path, 'program'), text)).rejects.toMatchObject({
    stderr: expect.stringContaining('STRONGROOM_RELEASE_PUBLIC_KEY must hold the Ed25519 public key'),
  })
})
