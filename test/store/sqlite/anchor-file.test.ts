import { linkSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readAnchor, writeAnchor } from '../../../server/store/anchor-file.ts'
import { temporaryFolder } from '../../harness/temporary-folder.ts'

const anchorOf = (sequence: number) => ({ sequence: BigInt(sequence), hash: `${sequence % 10}`.repeat(64) })
const lineLength = 512

async function newFile(): Promise<string> {
  const folder = await temporaryFolder()
  onTestFinished(() => folder[Symbol.asyncDispose]())
  return join(folder.path, 'audit.anchor')
}

/** Flips a bit in one of the two lines. */
function damageLine(file: string, line: number): void {
  const bytes = readFileSync(file)
  bytes[line * lineLength + 10] = (bytes[line * lineLength + 10] as number) ^ 1
  writeFileSync(file, bytes)
}

test('an anchor overwrites the older line of the same file, and is read back', async () => {
  const file = await newFile()
  writeAnchor(file, anchorOf(1))
  const { ino } = statSync(file)
  for (let sequence = 2; sequence <= 12; sequence += 1) {
    writeAnchor(file, anchorOf(sequence))
    expect(readAnchor(file)).toEqual(anchorOf(sequence))
    const lines = readFileSync(file, 'latin1').split('\n')
    expect(
      lines.some((line) => line.startsWith(`${sequence - 1} `)),
      'the one before is still there',
    ).toBe(true)
  }
  expect(statSync(file)).toMatchObject({ ino, size: 2 * lineLength })
})

test('where a power cut damaged the line being written, the one before counts, and the next one repairs it', async () => {
  const file = await newFile()
  for (const sequence of [7, 8]) writeAnchor(file, anchorOf(sequence))
  damageLine(file, 1)
  expect(readAnchor(file)).toEqual(anchorOf(7))
  writeAnchor(file, anchorOf(9))
  expect(readAnchor(file)).toEqual(anchorOf(9))
  damageLine(file, 1)
  expect(readAnchor(file), 'the damaged line was the one overwritten').toEqual(anchorOf(7))
})

test('a file whose lines are both damaged is refused, and replaced by the next anchor', async () => {
  const file = await newFile()
  for (const sequence of [7, 8]) writeAnchor(file, anchorOf(sequence))
  for (const line of [0, 1]) damageLine(file, line)
  expect(() => readAnchor(file)).toThrow('audit.anchor is damaged')
  writeAnchor(file, anchorOf(9))
  expect(readAnchor(file)).toEqual(anchorOf(9))
})

test('one line by hand is read, and replaced by the next anchor', async () => {
  const file = await newFile()
  writeFileSync(file, `41 ${'4'.repeat(64)}\n`)
  expect(readAnchor(file)).toEqual({ sequence: 41n, hash: '4'.repeat(64) })
  writeAnchor(file, anchorOf(42))
  expect(readAnchor(file)).toEqual(anchorOf(42))
})

test('a file with another name, or behind a link, is replaced and stays as it was', async () => {
  const file = await newFile()
  writeAnchor(file, anchorOf(1))
  const other = `${file}.aside`
  linkSync(file, other)
  writeAnchor(file, anchorOf(2))
  expect(readAnchor(other)).toEqual(anchorOf(1))
  rmSync(file)
  symlinkSync(other, file)
  writeAnchor(file, anchorOf(3))
  expect([readAnchor(file), readAnchor(other)]).toEqual([anchorOf(3), anchorOf(1)])
})
