import { execFile } from 'node:child_process'
import { existsSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { lacking, whereIs } from './missing.ts'

const fpm = fileURLToPath(new URL('../../scripts/package/fpm.ts', import.meta.url))
const run = (...args: readonly string[]) => promisify(execFile)(process.execPath, [fpm, ...args])

test('fpm refuses an unknown option', async () => {
  await expect(run('-s', 'dir', '-t', 'deb', '--deb-systemd', 'x')).rejects.toThrow('--deb-systemd')
})

test('fpm refuses to make anything but a deb', async () => {
  await expect(run('-s', 'dir', '-t', 'rpm')).rejects.toThrow('from dir to rpm')
})

test('fpm reports a missing option', async () => {
  await expect(run('-s', 'dir', '-t', 'deb', '--name', 'x')).rejects.toThrow('is missing')
})

test('fpm makes no package that requires an older C library than its addons need', async () => {
  await using folder = await temporaryFolder()
  const file = (name: string, text: string) => {
    writeFileSync(join(folder.path, name), text)
    return join(folder.path, name)
  }
  const addon = file('addon.node', '\0GLIBC_2.14\0GLIBC_2.38\0')
  const script = file('script', '#!/bin/sh\n')
  const output = join(folder.path, 'x.deb')
  const make = (libc: string) =>
    run(
      '-s',
      'dir',
      '-t',
      'deb',
      '--name',
      'x',
      '--version',
      '1',
      '--architecture',
      'all',
      '--maintainer',
      'x',
      '--url',
      'x',
      '--description',
      'x',
      '--after-install',
      script,
      '--after-remove',
      script,
      '-d',
      libc,
      '--package',
      output,
      `${addon}=/opt/x/addon.node`,
    )
  await expect(make('libc6 (>= 2.34)')).rejects.toThrow('opt/x/addon.node needs libc6 (>= 2.38)')
  await expect(make('libc6')).rejects.toThrow('needs libc6 (>= 2.38)')
  expect(existsSync(output)).toBe(false)
})

test('fpm says that it cannot strip where binutils is missing, and makes the package', async ({ skip }) => {
  const problem = lacking('dpkg-deb', 'tar')
  skip(problem !== null, problem ?? undefined)
  await using folder = await temporaryFolder()
  const file = (name: string, text: string) => {
    writeFileSync(join(folder.path, name), text, 'latin1')
    return join(folder.path, name)
  }
  for (const program of ['dpkg-deb', 'tar']) symlinkSync(whereIs(program) ?? '', join(folder.path, program))
  const script = file('script', '#!/bin/sh\n')
  const output = join(folder.path, 'x.deb')
  const values = { name: 'x', version: '1', architecture: 'all', maintainer: 'x', url: 'x', description: 'x' }
  const options = Object.entries(values).flatMap(([name, value]) => [`--${name}`, value])
  const scripts = ['--after-install', script, '--after-remove', script]
  const make = (name: string, text: string) => {
    const mapping = `${file(name, text)}=/opt/x/${name}`
    const args = [fpm, '-s', 'dir', '-t', 'deb', ...options, ...scripts, '-d', 'libc6', '--package', output, mapping]
    return promisify(execFile)(process.execPath, args, { env: { PATH: folder.path } })
  }
  expect((await make('addon.node', '\x7fELF')).stderr).toContain('"strip" is not installed')
  expect(existsSync(output)).toBe(true)
  expect((await make('addon.js', '')).stderr, 'there is nothing to strip').not.toContain('strip')
})
