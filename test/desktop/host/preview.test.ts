import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { fixture, freshUserData } from './fixture-host.ts'

const userData = freshUserData()
const script = fileURLToPath(new URL('./preview.ts', import.meta.url))
const { DISPLAY, WAYLAND_DISPLAY, ...env } = process.env
const run = (variables: NodeJS.ProcessEnv, ...args: string[]) =>
  promisify(execFile)(process.execPath, [script, '--app', fixture, '--user-data', userData, ...args], {
    env: variables,
  })
const preview = (...args: string[]) => run(env, ...args)

test('without Chromium the preview says in one sentence how to install it', async () => {
  await expect(run({ ...env, PATH: userData }, '--screenshot', 'console.png')).rejects.toMatchObject({
    code: 1,
    stdout: '',
    stderr:
      'The preview could not be opened: Chromium is not installed. ' +
      'Install it with "sudo apt-get install -y chromium", then try again.\n',
  })
})

test('without a display the preview says so and offers a picture', async () => {
  await expect(preview()).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('--screenshot FILE') })
})

test('the preview takes a picture of the window', async () => {
  const file = join(userData, 'console.png')
  expect((await preview('--screenshot', file)).stdout).toBe(`${file}\n`)
  expect(readFileSync(file).subarray(1, 4).toString()).toBe('PNG')
})
