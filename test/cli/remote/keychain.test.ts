import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { test } from '../../harness/fixtures.ts'
import { missingHere, startDesktop } from '../../harness/keyring.ts'
import { openShell } from './shell.ts'

const hasTool = spawnSync('secret-tool', ['--version']).error === undefined
const missing = [
  ...missingHere.filter((name) => !name.startsWith('keytar')),
  ...(hasTool ? [] : ['secret-tool of libsecret-tools']),
]

test('where there is a keychain the token is in it and in no file', async ({ server, token, skip }) => {
  skip(missing.length > 0, `not installed here: ${missing.join(', ')}`)
  await using desktop = await startDesktop()
  const keyring = await desktop.startKeyring('passphrase')
  await using shell = await openShell(desktop.env)
  const tokenFile = join(desktop.env.XDG_CONFIG_HOME ?? '', 'strongroom-cli', 'tokens', 'default')
  const login = ['login', '--server', server.url, '--token-file', '-']
  expect(await shell.json(login, { input: token })).toMatchObject({
    status: 0,
    value: { value: { tokenIn: 'keychain' } },
  })
  expect(existsSync(tokenFile)).toBe(false)
  expect((await shell.run(['whoami'])).status).toBe(0)
  await shell.run(['logout'])
  const found = spawnSync('secret-tool', ['lookup', 'service', 'strongroom-cli', 'profile', 'default'], {
    env: desktop.env,
  })
  expect({ status: found.status, text: found.stdout.toString() }).toEqual({ status: 1, text: '' })

  await shell.run(login, { input: token })
  await keyring.end()
  const { status, stderr } = await shell.run(['whoami'])
  expect(stderr).toContain('the keychain has no token of profile "default", or is locked')
  expect(status).toBe(3)
  expect(await shell.json(login, { input: token })).toMatchObject({ status: 0, value: { value: { tokenIn: 'file' } } })
  expect(existsSync(tokenFile)).toBe(true)
})
