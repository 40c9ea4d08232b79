import { cpSync, rmSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { keyFileIn } from '../../server/config.ts'
import { issueCredentials } from '../../server/providers/simulator/issue-credentials.ts'
import { readKeyFile } from '../../server/vault/key-file.ts'
import { seal } from '../../server/vault/seal.ts'
import type { Id } from '../../shared/primitives.ts'
import { Secret } from '../../shared/secret.ts'
import type { StoredFolder } from '../store/engine.ts'
import { dataOf } from '../store/engines.ts'
import type { Facts } from '../store/facts.ts'
import { brokenInvariants, installedIn, type Offer } from './invariants.ts'
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

const any = () => true

/** What is found broken once a copy of the folder was damaged. */
async function foundAfter(
  damage: (data: StoredFolder, folder: string) => unknown,
  history = scene.history,
): Promise<string[]> {
  const folder = `${scene.dataDir}-copy`
  cpSync(scene.dataDir, folder, { recursive: true })
  try {
    await damage(dataOf(folder), folder)
    return await brokenInvariants(installedIn(folder), history)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

test('no invariant is broken in an untouched folder', async () => {
  expect(await foundAfter(() => {})).toEqual([])
})

test('credentials stored before their outcome are found', async () => {
  const { credentials } = await issueCredentials('copper')
  const found = await foundAfter(async ({ tamper }, folder) => {
    const secrets = { apiKey: new Secret(credentials.apiKey), secretApiKey: new Secret(credentials.secretApiKey) }
    const place = { tenantId: only, custodianId: only, version: 3 }
    const { keyId, wrappedKey, ciphertext } = await seal(secrets, place, readKeyFile(keyFileIn(folder)))
    await tamper.change('custodians', any, { version: 3 })
    await tamper.change('credentials', any, { retiredAt: 1 })
    await tamper.add('credentials', [
      {
        custodianId: only,
        version: 3,
        keyId,
        wrappedKey: Buffer.from(wrappedKey),
        ciphertext: Buffer.from(ciphertext),
        storedAt: 1,
        apiKeyId: null,
        retiredAt: null,
      },
    ])
  })
  expect(found).toEqual(['I5: custodian 1 has version 3 after 2 stored rotations'])
})

test('a key under which a stored rotation ran again is found', async () => {
  const [first, second] = scene.history as [Offer, Offer]
  const found = await foundAfter(({ tamper }) =>
    tamper.change('rotations', ({ idempotencyKey }) => idempotencyKey === second.key, { idempotencyKey: first.key }),
  )
  expect(found).toEqual([
    `I2: ${first.rotationId} was stored and ran again under its key`,
    `I5: ${second.rotationId} does not name the rotation that it retries`,
  ])
})

test('a lost acknowledged rotation is found', async () => {
  const [earlier, later, ...rest] = scene.history as [Offer, Offer, Offer]
  const history = [
    { ...earlier, credentials: later.credentials },
    { ...later, credentials: earlier.credentials },
    ...rest,
  ]
  expect(await foundAfter(() => {}, history)).toEqual(['I2: an acknowledged rotation was lost'])
})

test('an API key stored with the secret of other credentials is found', async () => {
  const history = scene.history.map((offer) => ({
    ...offer,
    credentials: { ...offer.credentials, secretApiKey: 'of other credentials' },
  }))
  expect(await foundAfter(() => {}, history)).toEqual(['I3: the active credentials were never offered as a whole'])
})

test('active credentials whose rotation was answered as failed are found', async () => {
  const history = scene.history.map((offer, at) => (at === 1 ? ({ ...offer, answer: 'fail' } as const) : offer))
  expect(await foundAfter(() => {}, history)).toContain('I4: credentials whose rotation failed are active')
})

const numbered = (wanted: number) => (record: Facts['audit']) => record.sequence === wanted

/** Gives the active credentials the bytes of the ones before. */
async function moveBack({ truth, tamper }: StoredFolder): Promise<void> {
  const first = (await truth.read('credentials')).find(({ version }) => version === 1)
  if (!first) throw new Error('there are no previous credentials')
  await tamper.change('credentials', any, { wrappedKey: first.wrappedKey, ciphertext: first.ciphertext })
}

async function removeLast({ truth, tamper }: StoredFolder): Promise<void> {
  await tamper.remove('audit', numbered((await truth.read('audit')).length))
}

test.for<[what: string, damage: (data: StoredFolder) => Promise<unknown>, expected: string]>([
  [
    'a rotation left open',
    ({ tamper }) => tamper.change('rotations', ({ outcome }) => outcome === 'refused', { outcome: null }),
    'is still open',
  ],
  [
    'a custodian without active credentials',
    ({ tamper }) => tamper.change('credentials', any, { retiredAt: 1 }),
    'I1: custodian 1 has 0 active credentials at version 2',
  ],
  [
    'a changed ciphertext',
    ({ tamper }) => tamper.change('credentials', any, { ciphertext: Buffer.alloc(80) }),
    'I1: the active credentials do not decrypt',
  ],
  ['a ciphertext of another version', moveBack, 'I1: the active credentials do not decrypt'],
  ['a removed audit record', ({ tamper }) => tamper.remove('audit', numbered(3)), 'I5: the chain breaks at record 4'],
  [
    'a changed audit record',
    ({ tamper }) => tamper.change('audit', numbered(3), { actor: 'another' }),
    'I5: the chain breaks at record 3',
  ],
  ['a missing last record', removeLast, 'has: rotation.intended'],
  [
    'an audit behind its anchor',
    ({ tamper }) => tamper.remove('audit', ({ sequence }) => sequence > 4),
    'as it was anchored',
  ],
  ['a missing anchor', ({ tamper }) => tamper.removeAnchor(), 'there is no anchor'],
])('%s is found', async ([_what, damage, expected]) => {
  expect((await foundAfter(damage)).join('\n')).toContain(expected)
})
