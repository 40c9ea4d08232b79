import { createSecretKey } from 'node:crypto'
import { expect, test } from 'vitest'
import { createFingerprints } from '../../server/vault/fingerprints.ts'
import { keyIdOf } from '../../server/vault/key-id.ts'
import type { Id } from '../../shared/primitives.ts'
import { Secret } from '../../shared/secret.ts'
import { operatorAt } from '../harness/operator.ts'
import { custodians } from '../harness/seed.ts'
import { startTestServer } from '../harness/server.ts'
import { newAccount } from './setup.ts'

const recordsOf = async (server: Awaited<ReturnType<typeof startTestServer>>, token: string, rotationId: unknown) =>
  (await server.trpc(token).audit.list.query({ rotationId: rotationId as string })).records.map(
    ({ details }) => details,
  )

test('a stored rotation names the active key and the one it replaced, in history, custodian and audit', async () => {
  await using server = await startTestServer()
  const operator = await operatorAt(server)
  const account = newAccount()
  const first = await server.credentials('copper', { account })
  const second = await server.credentials('copper', { account })
  await operator.rotate(first)
  const { keyId: firstId, lastCheckedAt } = await operator.custodian()
  expect(firstId).toMatch(new RegExp(`^\\.\\.\\.${first.apiKey.slice(-4)} fp:[0-9a-f]{8}$`))
  expect(await operator.custodian()).toMatchObject({ lastRotatedAt: lastCheckedAt, previousKeyId: null })
  await operator.rotate(second)
  const { keyId, previousKeyId } = await operator.custodian()
  const [rotation] = await operator.rotations()
  expect(previousKeyId).toBe(firstId)
  expect(keyId).toMatch(new RegExp(`^\\.\\.\\.${second.apiKey.slice(-4)} fp:`))
  expect(rotation).toMatchObject({ keyId, previousKeyId: firstId })
  const [ended, intended] = await recordsOf(server, operator.token, rotation?.rotationId)
  expect(ended).toMatchObject({ outcome: 'stored', keyId, previousKeyId: firstId })
  expect(intended).not.toHaveProperty('keyId')
})

test('of a key that the provider rejects nothing but a fingerprint is kept, and of one that a rule refuses nothing', async () => {
  await using server = await startTestServer()
  const operator = await operatorAt(server)
  const rejected = await server.credentials('copper', { mode: 'wrong-signature' })
  await operator.rotate(rejected)
  const [rotation] = await operator.rotations()
  expect(rotation).toMatchObject({ keyId: expect.stringMatching(/^fp:[0-9a-f]{8}$/), previousKeyId: null })
  const [ended] = await recordsOf(server, operator.token, rotation?.rotationId)
  expect(ended).toMatchObject({ outcome: 'refused', keyId: rotation?.keyId })
  expect(ended).not.toHaveProperty('previousKeyId')
  await operator.rotate({ apiKey: 'with white space', secretApiKey: 'with white space' })
  expect((await operator.rotations())[0]).toMatchObject({ outcome: 'refused', keyId: null })
  expect(await operator.custodian()).toMatchObject({ keyId: null, lastCheckedAt: null })
})

test('the same key has the same ID at one custodian, however it is checked', async () => {
  await using server = await startTestServer()
  const operator = await operatorAt(server)
  const credentials = await server.credentials('copper')
  await operator.validate(credentials)
  await operator.rotate(credentials)
  await operator.check()
  const { keyId } = await operator.custodian()
  const { records } = await server.trpc(operator.token).audit.list.query({ custodianId: custodians.copper })
  const ended = records.filter(({ kind }) => kind.endsWith('.ended')).map(({ details }) => details.keyId)
  expect(ended).toEqual([keyId, keyId, keyId])
})

test('a check names credentials that an earlier version stored, and dates the finding', async () => {
  await using server = await startTestServer()
  const operator = await operatorAt(server)
  const credentials = await server.credentials('copper')
  await operator.rotate(credentials)
  const { keyId } = await operator.custodian()
  await server.data.tamper.change('credentials', () => true, { apiKeyId: null })
  await server.data.tamper.change('custodians', () => true, { lastCheckedAt: null })
  expect(await operator.custodian()).toMatchObject({ keyId: null, lastCheckedAt: null })
  server.simulator.setMode(credentials.apiKey, '500')
  await operator.check()
  expect(await operator.custodian(), 'an outage is no finding').toMatchObject({ keyId, lastCheckedAt: null })
  server.simulator.setMode(credentials.apiKey, 'unknown-key')
  await operator.check()
  expect(await operator.custodian()).toMatchObject({ state: 'rejected', keyId, lastCheckedAt: expect.any(String) })
})

test('a short key shows none of its characters, and no fingerprint can be computed without the key-encryption key', async () => {
  const under = (byte: number) => ({
    fingerprint: createFingerprints(async () => [{ keyId: `${byte}`, root: createSecretKey(Buffer.alloc(32, byte)) }]),
  })
  const offer = (apiKey: string, custodianId = '1') => ({
    custodianId: custodianId as Id,
    credentials: { apiKey: new Secret(apiKey), secretApiKey: new Secret('irrelevant') },
    isAccepted: true,
  })
  const vault = under(1)
  const long = await keyIdOf(offer('0123456789abcdefghij'), vault)
  expect(await keyIdOf(offer('0123456789abcdefghi'), vault)).toMatch(/^fp:[0-9a-f]{8}$/)
  expect(long).toMatch(/^\.\.\.ghij fp:[0-9a-f]{8}$/)
  expect(await keyIdOf(offer('0123456789abcdefghij', '2'), vault)).not.toBe(long)
  expect(await keyIdOf(offer('0123456789abcdefghij'), under(2))).not.toBe(long)
})
