import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const fpm = fileURLToPath(new URL('../../scripts/package/fpm.ts', import.meta.url))
const run = (...args: readonly string[]) => promisify(execFile)(process.execPath, [fpm, ...args])

test('refuses an option that it does not know', async () => {
  await expect(run('-s', 'dir', '-t', 'deb', '--deb-systemd', 'x')).rejects.toThrow('--deb-systemd')
})

test('refuses to make anything but a deb', async () => {
  await expect(run('-s', 'dir', '-t', 'rpm')).rejects.toThrow('from dir to rpm')
})

test('says what is missing', async () => {
  await expect(run('-s', 'dir', '-t', 'deb', '--name', 'x')).rejects.toThrow('is missing')
})
