// @module-tag long
import { execFile } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { serving } from '../cli/serving.ts'
import { signInWithInstalled } from '../sign-in/installed-program.ts'
import { asDeb } from './as-deb.ts'
import { contents } from './contents.ts'
import { lists } from './lists.ts'
import { pack } from './pack.ts'
import {
  filesIn,
  filesInAsar,
  inOutput,
  missing,
  type PackagedConsole,
  packageConsole,
  removePackagedConsole,
} from './packaged-console.ts'

let stage: PackagedConsole | null = null
const theStage = () => {
  if (!stage) throw new Error('not packaged')
  return stage
}

/** electron-builder puts it there for a deb, at some time while it packs the others. */
const withoutProfile = (names: readonly string[]) => names.filter((name) => !name.endsWith('/apparmor-profile'))

beforeAll(async () => {
  if (!missing.all) stage = await packageConsole()
}, 900_000)
beforeEach(({ skip }) => skip(missing.all !== null, missing.all ?? undefined))
afterAll(async () => {
  if (stage) await removePackagedConsole(stage)
})

describe('the packaged console', () => {
  contents(theStage)

  test('has a server that starts from the payload alone', async () => {
    const { payload, folder } = theStage()
    const args = ['serve', '--demo', '--json', '--port', '0', '--data', join(folder, 'data')]
    const entry = join(payload, 'out/server/strongroom.js')
    await using server = await serving(args, { program: entry })
    const { url } = JSON.parse(server.greeting) as { url: string }
    expect((await fetch(`${url}/readyz`)).status).toBe(200)
    expect((await fetch(`${url}/docs`)).status).toBe(200)
    expect((await server.stop()).status).toBe(0)
  })

  test('has a server and a command line that sign in with an identity provider', async () => {
    const { payload, folder } = theStage()
    const entry = join(payload, 'out/server/strongroom.js')
    await signInWithInstalled({ node: process.execPath, entry, folder: join(folder, 'signing-in') })
  })

  test('is reproducible from the same sources', async () => {
    const { packed, folder } = theStage()
    const second = await pack(join(folder, 'second'), ['dir'])
    expect(filesInAsar(second)).toEqual(filesInAsar(packed))
    expect(filesIn(second.unpacked)).toEqual(withoutProfile(filesIn(packed.unpacked)))
    rmSync(join(folder, 'second'), { recursive: true })
  })

  test('is identical in the tar.gz and the folder', async ({ skip }) => {
    skip(missing.tarball !== null, missing.tarball ?? undefined)
    const { packed } = theStage()
    const { stdout } = await promisify(execFile)('tar', ['-tzf', inOutput(packed, '*.tar.gz')])
    const files = stdout.split('\n').filter((line) => line && !line.endsWith('/'))
    const names = files.map((line) => line.split('/').slice(1).join('/'))
    expect(withoutProfile(names).sort()).toEqual(withoutProfile(filesIn(packed.unpacked)))
  })
})

describe('files next to the installers', () => lists(theStage))
describe('the deb', () => asDeb(theStage))
