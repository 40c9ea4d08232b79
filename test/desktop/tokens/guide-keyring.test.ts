import { execFile } from 'node:child_process'
import { chmod, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { mintToken } from '../../../server/access/token-text.ts'
import { missingHere } from '../../harness/keyring.ts'
import { temporaryFolder } from '../../harness/temporary-folder.ts'
import { lacking } from '../../package/missing.ts'
import { type Orders, printOf } from './orders.ts'

const here = import.meta.dirname
const user = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {}

/** The block of the guide that starts a console with a keyring of its own. */
async function printedBlock(): Promise<string> {
  const guide = await readFile(join(here, '../../../docs/offline-machines.md'), 'utf8')
  const [, block = ''] = /```sh\n(dbus-run-session .*?)```/s.exec(guide) ?? []
  return block
}

test('a keyring started by the guide as an ordinary user without a desktop stores a token', async ({ skip }) => {
  const missing = missingHere.length > 0 ? missingHere.join(', ') : lacking('dbus-run-session')
  skip(missing !== null, `no real keychain: ${missing}`)
  await using home = await temporaryFolder()
  await chmod(home.path, 0o777)
  const at = (name: string) => join(home.path, name)
  const token = mintToken()
  const steps: Orders['steps'] = [
    { do: 'write', id: 'desk', token },
    { do: 'read', id: 'desk' },
    { do: 'erase', id: 'desk' },
    { do: 'read', id: 'desk' },
  ]
  await writeFile(at('orders.json'), JSON.stringify({ steps } satisfies Orders), { mode: 0o644 })
  // In the place of the console, what it keeps its tokens with.
  const vault = `#!/bin/sh\nexec '${process.execPath}' '${join(here, 'vault-child.ts')}' < '${at('orders.json')}'\n`
  await writeFile(at('strongroom'), vault, { mode: 0o755 })
  const env = { PATH: `${home.path}:${process.env.PATH}`, HOME: home.path, XDG_RUNTIME_DIR: home.path }

  const running = promisify(execFile)('sh', ['-c', await printedBlock()], { env, cwd: home.path, ...user })
  running.child.stdin?.end('a password\n')
  const answers = JSON.parse((await running).stdout)
  expect(answers.map(({ value }: { value: unknown }) => value ?? null)).toEqual([null, printOf(token), null, null])
})
