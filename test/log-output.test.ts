import { execFileSync, spawnSync } from 'node:child_process'
import { closeSync, constants, existsSync, openSync, readFileSync, readSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createLogOutput } from '../server/platform/log-output.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'strongroom-log-'))
})
afterEach(() => rm(folder, { recursive: true }))

const line = (number: number) => `${JSON.stringify({ number, text: 'é'.repeat(400) })}\n`

test('all log lines are written in order', async () => {
  const file = join(folder, 'log')
  const fd = openSync(file, 'w')
  const output = createLogOutput(fd)
  const lines = Array.from({ length: 2_000 }, (_, number) => line(number))
  for (const text of lines) output.write(text)
  await output[Symbol.asyncDispose]()
  expect(readFileSync(file, 'utf8')).toBe(lines.join(''))
  closeSync(fd)
})

test('a full pipe drops log lines, which is logged once the reader continues', async () => {
  const pipe = join(folder, 'pipe')
  execFileSync('mkfifo', [pipe])
  const reader = openSync(pipe, constants.O_RDONLY | constants.O_NONBLOCK)
  const fd = openSync(pipe, constants.O_WRONLY | constants.O_NONBLOCK)
  const output = createLogOutput(fd)
  for (let number = 0; number < 20_000; number += 1) output.write(line(number))
  let text = ''
  const buffer = Buffer.alloc(1 << 20)
  const read = () => {
    try {
      text += buffer.toString('latin1', 0, readSync(reader, buffer))
    } catch {
      // Empty for now.
    }
  }
  await expect
    .poll(
      () => {
        read()
        output.write('{"msg":"later"}\n')
        return text.includes('log lines were dropped') && text.includes('later')
      },
      { interval: 5 },
    )
    .toBe(true)
  const dropped = text.split('\n').find((entry) => entry.includes('were dropped')) as string
  expect(JSON.parse(dropped)).toMatchObject({ level: 40, lines: expect.any(Number) })
  expect(text.split('\n').filter((entry) => entry.includes('"number"')).length).toBeLessThan(20_000)
  closeSync(reader)
  await output[Symbol.asyncDispose]()
  closeSync(fd)
})

test('a full disk (Linux: /dev/full) stops the log only while it is full', async ({ skip }) => {
  skip(!existsSync('/dev/full'), 'there is no /dev/full')
  const file = join(folder, 'log')
  const full = openSync('/dev/full', 'w')
  const output = createLogOutput(full)
  output.write(line(1))
  await sleep(250)
  closeSync(full)
  expect(openSync(file, 'w')).toBe(full) // the lowest free number, so it is now the same log with room
  output.write(line(2))
  await output[Symbol.asyncDispose]()
  expect(readFileSync(file, 'utf8')).toBe(line(1) + line(2))
  closeSync(full)
})

test('buffered log lines are written when a process crashes', () => {
  const script = `
    import { createLogOutput } from ${JSON.stringify(join(import.meta.dirname, '../server/platform/log-output.ts'))}
    createLogOutput(2).write('the last line\\n')
    throw new Error('a crash')`
  const { stderr, status } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
    encoding: 'utf8',
  })
  expect(status).toBe(1)
  expect(stderr).toContain('the last line\n')
})
