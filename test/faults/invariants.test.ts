import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { keyFileIn } from '../../server/config.ts'
import { issueCredentials } from '../../server/providers/simulator/issue-credentials.ts'
import { readKeyFile } from '../../server/vault/key-file.ts'
import { seal } from '../../server/vault/seal.ts'
import type { Id } from '../../shared/primitives.ts'
import { Secret } from '../../shared/secret.ts'
import { brokenInvariants, type Offer } from './invariants.ts'
import { type Scene, setScene } from './scene.ts'

/** Controls: each plants what a weaker server would leave behind, and the search for broken invariants must find it. */
let scene: Scene
const only = '1' as Id

beforeAll(async () => {
  scene = await setScene()
  await using child = await scene.start()
  if (!child) throw new Error('the server ended before it listened')
  await scene.offer(child, only)
  await scene.offer(child, only, 'wrong-signature')
})
afterAll(() => scene[Symbol.asyncDispose]())

/** What is found broken once the statements ran on a copy of the folder. */
function foundAfter(plant: (db: Database.Database, folder: string) => void, history = scene.history): string[] {
  const folder = `${scene.dataDir}-copy`
  cpSync(scene.dataDir, folder, { recursive: true })
  const db = new Database(join(folder, 'strongroom.db'))
  try {
    plant(db, folder)
    return brokenInvariants(folder, history)
  } finally {
    db.close()
    rmSync(folder, { recursive: true })
  }
}

test('no invariant is broken in an untouched folder', () => {
  expect(foundAfter(() => {})).toEqual([])
})

test('credentials stored before their outcome are found', async () => {
  const { credentials } = await issueCredentials('copper')
  const found = foundAfter((db, folder) => {
    const secrets = { apiKey: new Secret(credentials.apiKey), secretApiKey: new Secret(credentials.secretApiKey) }
    const sealed = seal(secrets, { tenantId: only, custodianId: only, version: 3 }, readKeyFile(keyFileIn(folder)))
    db.exec('UPDATE custodians SET credential_version = 3; UPDATE credentials SET retired_at = 1')
    db.prepare('INSERT INTO credentials VALUES (1, 3, ?, ?, ?, 1, NULL)').run(
      sealed.keyId,
      sealed.wrappedKey,
      sealed.ciphertext,
    )
  })
  expect(found).toEqual(['I5: custodian 1 has version 3 after 2 stored rotations'])
})

test('a key under which a stored rotation ran again is found', () => {
  const [first, second] = scene.history as [Offer, Offer]
  const found = foundAfter((db) =>
    db.prepare('UPDATE rotations SET idempotency_key = ? WHERE idempotency_key = ?').run(first.key, second.key),
  )
  expect(found).toEqual([
    `I2: ${first.rotationId} was stored and ran again under its key`,
    `I5: ${second.rotationId} does not name the rotation that it retries`,
  ])
})

test('a lost acknowledged rotation is found', () => {
  const [earlier, later, ...rest] = scene.history as [Offer, Offer, Offer]
  const history = [
    { ...earlier, credentials: later.credentials },
    { ...later, credentials: earlier.credentials },
    ...rest,
  ]
  expect(foundAfter(() => {}, history)).toEqual(['I2: an acknowledged rotation was lost'])
})

test('an API key stored with the secret of other credentials is found', () => {
  const history = scene.history.map((offer) => ({
    ...offer,
    credentials: { ...offer.credentials, secretApiKey: 'of another pair' },
  }))
  expect(foundAfter(() => {}, history)).toEqual(['I3: the current pair was never offered as a whole'])
})

test('active credentials whose rotation was answered as failed are found', () => {
  const history = scene.history.map((offer, at) => (at === 1 ? ({ ...offer, answer: 'fail' } as const) : offer))
  expect(foundAfter(() => {}, history)).toContain('I4: a pair whose rotation failed is current')
})

test.each([
  ['a rotation left open', "UPDATE rotations SET outcome = NULL WHERE outcome = 'refused'", 'is still open'],
  [
    'a second current pair',
    'UPDATE credentials SET retired_at = 1',
    'I1: custodian 1 has 0 current pairs at version 2',
  ],
  ['a changed ciphertext', 'UPDATE credentials SET ciphertext = zeroblob(80)', 'I1: the current pair does not decrypt'],
  [
    'a ciphertext of another version',
    'UPDATE credentials SET (wrapped_key, ciphertext) = (SELECT wrapped_key, ciphertext FROM credentials WHERE version = 1)',
    'I1: the current pair does not decrypt',
  ],
  ['a removed audit record', 'DELETE FROM audit WHERE sequence = 3', 'I5: the chain breaks at record 4'],
  [
    'a changed audit record',
    "UPDATE audit SET actor = 'nobody' WHERE sequence = 3",
    'I5: the chain breaks at record 3',
  ],
  [
    'a missing last record',
    'DELETE FROM audit WHERE sequence = (SELECT max(sequence) FROM audit)',
    'has: rotation.intended',
  ],
  ['an audit behind its anchor', 'DELETE FROM audit WHERE sequence > 4', 'as it was anchored'],
])('%s is found', (_what, sql, expected) => {
  expect(foundAfter((db) => void db.exec(sql)).join('\n')).toContain(expected)
})

test('a write-ahead log that was deleted after a kill is found, and the server refuses to start on what is left', async () => {
  await using lost = await setScene()
  await using child = await lost.start()
  if (!child) throw new Error('the server ended before it listened')
  await lost.offer(child, only)
  await child.kill()
  const wal = join(lost.dataDir, 'strongroom.db-wal')
  const kept = readFileSync(wal)
  for (const file of [wal, join(lost.dataDir, 'strongroom.db-shm')]) rmSync(file)
  expect(brokenInvariants(lost.dataDir, lost.history)).not.toEqual([])
  await expect(lost.examine()).rejects.toThrow('anchor')
  writeFileSync(wal, kept)
  expect(await lost.examine()).toEqual([])
})
