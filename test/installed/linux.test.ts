// @module-tag long
import { execFile } from 'node:child_process'
import { chmod, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { environment, main } from '../harness/cli.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { chromiumProgram, lacking } from '../package/missing.ts'

// The script that checks an installed package, shown on the checkout's command and on the Chromium of this system.

const script = join(import.meta.dirname, 'linux.sh')
const user = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {}

type Ended = { readonly code: number; readonly said: string }

function check(command: readonly [string, ...string[]], home: string): Promise<Ended> {
  const [file, ...args] = command
  const env = { ...environment(), HOME: home, TMPDIR: home, XDG_RUNTIME_DIR: home }
  return new Promise((resolve) =>
    execFile(file, args, { env, ...user }, (error, stdout, stderr) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, said: stdout + stderr }),
    ),
  )
}

/** A folder in which the ordinary user may write, with a program made of a line of shell. */
async function openHome() {
  const folder = await temporaryFolder()
  await chmod(folder.path, 0o777)
  const file = join(folder.path, 'strongroom')
  const program = async (line: string) => {
    await writeFile(file, `#!/bin/sh\n${line}\n`, { mode: 0o755 })
    return file
  }
  return { ...folder, program }
}

beforeEach(({ skip }) => skip(process.platform !== 'linux', 'the script is for Linux'))

describe('commands', () => {
  const strongroom = `'${process.execPath}' '${main}' "$@"`

  test('pass if they end and print as expected', async () => {
    await using home = await openHome()
    const program = await home.program(`exec ${strongroom}`)
    expect(await check(['sh', script, 'commands', program], home.path)).toMatchObject({
      code: 0,
      said: expect.stringContaining('ok: commands'),
    })
  })

  test.each([
    ['noise on standard error', `echo 'ERROR:bus.cc' >&2; exec ${strongroom}`, 'wrote to standard error'],
    ['another exit code', `${strongroom} || exit 7`, 'ended with 7, not 2'],
    ['a program that is not there', 'exec /nonexistent', 'ended with 127, not 0'],
  ])('fail with %s', async (_what, line, why) => {
    await using home = await openHome()
    const ended = await check(['sh', script, 'commands', await home.program(line)], home.path)
    expect(ended).toMatchObject({ code: 1, said: expect.stringContaining(why) })
  })
})

describe('window', () => {
  const missing = chromiumProgram ? lacking('xvfb-run', 'Xvfb', 'xauth') : 'Chromium is not installed'
  beforeEach(({ skip }) => skip(missing !== null, missing ?? undefined))

  const onDisplay = async (switches: string) => {
    await using home = await openHome()
    const program = await home.program(`exec '${chromiumProgram}' --no-first-run --disable-gpu ${switches} "$@"`)
    return await check(['xvfb-run', '-a', 'sh', script, 'window', program], home.path)
  }

  test('passes if its page is sandboxed', async () => {
    expect(await onDisplay('')).toMatchObject({ code: 0, said: expect.stringContaining('ok: a page') })
  })

  test('fails if the sandbox is off', async () => {
    expect(await onDisplay('--no-sandbox')).toMatchObject({ code: 1, said: expect.stringContaining('failed: a page') })
  })

  test('fails if the program ends without a window', async () => {
    await using home = await openHome()
    const ended = await check(['sh', script, 'window', await home.program('exit 0')], home.path)
    expect(ended).toMatchObject({ code: 1, said: expect.stringContaining('ended before it had a page') })
  })
})
