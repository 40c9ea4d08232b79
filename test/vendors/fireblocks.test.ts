import { beforeEach, describe, expect, test } from 'vitest'
import { createCredentialValidator } from '../../server/providers/credential-validator.ts'
import { issueCredentials } from '../../server/providers/simulator/issue-credentials.ts'
import { startSimulator } from '../../server/providers/simulator/simulator.ts'
import { issueInto, sealed, targetAt } from '../providers/setup.ts'
import { fireblocksSdks } from './fireblocks-sdks.ts'
import { loadVendor, missingVendors } from './packages.ts'
import { startRecorder } from './recorder.ts'

beforeEach(({ skip }) => skip(missingVendors !== null, missingVendors ?? undefined))

/** What the vendor's SDK makes of a refusal, whichever of its error classes it throws. */
const refusalOf = async (call: Promise<unknown>): Promise<unknown> => {
  const error = await call.then(
    () => expect.unreachable('the simulator accepted it'),
    (reason: { response?: { data?: unknown } }) => reason,
  )
  return (error.response?.data as { code?: number } | undefined)?.code
}

describe.each(fireblocksSdks)('%s', (_, createClient) => {
  test('lists vault accounts and reads the workspace at the simulator with the right keys', async () => {
    await using simulator = await startSimulator({ state: { keys: [] } })
    const { credentials, key } = await issueInto(simulator, 'fireblocks')
    const client = createClient(credentials, simulator.url)
    expect(await client.listVaults()).toEqual(['0'])
    expect(await client.readWorkspace()).toBe(key.account)
  })

  test('is refused with the private key of another API user, and as an unknown API user', async () => {
    await using simulator = await startSimulator({ state: { keys: [] } })
    const { credentials } = await issueInto(simulator, 'fireblocks')
    const other = await issueCredentials('fireblocks')
    const mixed = { ...credentials, secretApiKey: other.credentials.secretApiKey }
    expect(await refusalOf(createClient(mixed, simulator.url).listVaults())).toBe(-1)
    expect(await refusalOf(createClient(other.credentials, simulator.url).listVaults())).toBe(-7)
    expect(await createClient(credentials, simulator.url).listVaults()).toEqual(['0'])
  })

  test('is refused when its request is sent a second time', async () => {
    await using simulator = await startSimulator({ state: { keys: [] } })
    await using recorder = await startRecorder(simulator.url)
    const { credentials } = await issueInto(simulator, 'fireblocks')
    const client = createClient(credentials, recorder.url)
    await client.listVaults()
    await client.readWorkspace()
    expect(await Promise.all(recorder.requests.map(recorder.replay))).toEqual([401, 401])
  })

  test('is refused when the clocks differ by two minutes, either way', async () => {
    let aheadMs = 120_000
    await using simulator = await startSimulator({ state: { keys: [] }, now: () => Date.now() + aheadMs })
    const { credentials } = await issueInto(simulator, 'fireblocks')
    const client = createClient(credentials, simulator.url)
    expect(await refusalOf(client.listVaults())).toBe(-10)
    aheadMs = -120_000
    expect(await refusalOf(client.listVaults())).toBe(-12)
    aheadMs = 0
    expect(await client.listVaults()).toEqual(['0'])
  })
})

type Claims = Readonly<Record<string, unknown>> & { readonly uri: string; readonly iat: number; readonly exp: number }

/** Decoded and verified by jose, which neither the adapter nor the simulator uses. */
const verifyToken = async (authorization = '', publicKey: string) => {
  const { importSPKI, jwtVerify } = loadVendor('jose')
  const key = await importSPKI(publicKey, 'RS256')
  const { payload, protectedHeader } = await jwtVerify(authorization.replace('Bearer ', ''), key)
  return { header: protectedHeader, claims: payload as Claims }
}

test('the adapter sends the same token as @fireblocks/ts-sdk, except for its lifetime', async () => {
  await using simulator = await startSimulator({ state: { keys: [] } })
  await using recorder = await startRecorder(simulator.url)
  const { credentials, key } = await issueInto(simulator, 'fireblocks')
  const [[, createClient] = []] = fireblocksSdks
  const client = createClient?.(credentials, recorder.url)
  await client?.listVaults()
  await client?.readWorkspace()
  const probeResult = await createCredentialValidator().probe(targetAt('fireblocks', recorder.url), sealed(credentials))
  expect(probeResult.verdict).toBe('valid')

  const publicKey = 'publicKey' in key ? key.publicKey : ''
  const tokens = await Promise.all(
    recorder.requests.map(({ headers }) => verifyToken(headers.authorization, publicKey)),
  )
  const sameOf = ({ header, claims: { iat, exp, nonce, ...claims } }: (typeof tokens)[number]) => ({
    header,
    ...claims,
  })
  const [vaults, workspace, ourVaults, ourWorkspace] = tokens.map(sameOf)
  expect(ourVaults).toEqual(vaults)
  expect(ourWorkspace).toEqual(workspace)
  expect(tokens.map(({ claims }) => typeof claims.nonce)).toEqual(Array(4).fill('string'))
  for (const { claims } of tokens.slice(0, 2)) expect([55, 56]).toContain(claims.exp - claims.iat)
  for (const { claims } of tokens.slice(2)) expect(claims.exp - claims.iat).toBe(25)
  expect(new Set(recorder.requests.map(({ headers }) => headers['x-api-key']))).toEqual(new Set([credentials.apiKey]))
})
