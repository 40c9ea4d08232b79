import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Connection, openDatabase } from '../../../server/store/sqlite/connection.ts'
import { createSharedSnapshot, type SharedSnapshot } from '../../../server/store/sqlite/shared-snapshot.ts'

let folder = ''
let writer = null as unknown as Connection
let reader = null as unknown as Connection
let snapshot: SharedSnapshot

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'strongroom-snapshot-'))
  writer = openDatabase(join(folder, 'db'), { readonly: false })
  writer.exec('CREATE TABLE counter (value INTEGER); INSERT INTO counter VALUES (0)')
  reader = openDatabase(join(folder, 'db'), { readonly: true })
  snapshot = createSharedSnapshot(reader)
})

afterEach(async () => {
  reader.close()
  writer.close()
  await rm(folder, { recursive: true })
})

const count = () => writer.exec('UPDATE counter SET value = value + 1')
const read = () => reader.prepare('SELECT value FROM counter').pluck().get()

test('what one turn of the event loop reads is of one state, and the next turn sees what was committed since', async () => {
  expect(snapshot.begin(read)).toBe(0n)
  count()
  expect([snapshot.begin(read), read()]).toEqual([0n, 0n])
  await nextTurn()
  expect(snapshot.begin(read)).toBe(1n)
})

test('a read outside of a shared one sees every commit at once', () => {
  expect(read()).toBe(0n)
  count()
  expect(read()).toBe(1n)
})

test('once it is ended, the same turn sees what was committed', () => {
  expect(snapshot.begin(read)).toBe(0n)
  count()
  snapshot.end()
  expect(snapshot.begin(read)).toBe(1n)
})

test('it outlives a read that throws, and leaves a closed database alone', async () => {
  expect(() => snapshot.begin(() => reader.exec('SELECT * FROM missing'))).toThrow(/no such table/)
  expect(snapshot.begin(read)).toBe(0n)
  reader.close()
  await nextTurn()
  snapshot.end()
})
