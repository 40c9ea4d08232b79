import { inspect } from 'node:util'
import { expect, test } from 'vitest'
import { copper } from '../../server/providers/copper.ts'
import { createCredentialValidator } from '../../server/providers/credential-validator.ts'
import { fireblocks } from '../../server/providers/fireblocks.ts'
import type { PlainCredentials } from '../../server/providers/provider.ts'
import { Mode } from '../../server/providers/simulator/modes.ts'
import { startSimulator } from '../../server/providers/simulator/simulator.ts'
import { issueInto, providerIds, sealed, shortLimits, targetAt } from './setup.ts'

/** Each secret as it may turn up: as it is, encoded, or as a run of its middle. */
const traces = ({ apiKey, secretApiKey }: PlainCredentials): string[] =>
  [apiKey, secretApiKey, secretApiKey.replaceAll('\n', '').slice(60, 100)].flatMap((text) => [
    text,
    encodeURIComponent(text),
    JSON.stringify(text).slice(1, -1),
    ...(['base64', 'base64url', 'hex', 'utf16le'] as const).map((coding) =>
      coding === 'utf16le' ? Buffer.from(text, coding).toString('latin1') : Buffer.from(text).toString(coding),
    ),
  ])

const found = (credentials: PlainCredentials, text: string): string[] =>
  traces(credentials).filter((trace) => text.includes(trace))

test.each(providerIds)(
  'no probe result for credentials of %s contains a part of them, even if the provider repeats them',
  async (provider) => {
    await using simulator = await startSimulator({ state: { keys: [] } })
    const { credentials, key } = await issueInto(simulator, provider)
    const validator = createCredentialValidator({ limits: shortLimits })
    for (const mode of Mode.options) {
      simulator.setMode(key.apiKey, mode)
      const probeResult = await validator.probe(targetAt(provider, simulator.url), sealed(credentials))
      expect(found(credentials, JSON.stringify(probeResult) + inspect(probeResult)), mode).toEqual([])
    }
    const swapped = { apiKey: credentials.secretApiKey, secretApiKey: credentials.apiKey }
    expect(found(credentials, JSON.stringify(validator.checkLocally(provider, sealed(swapped))))).toEqual([])
  },
)

test.each(providerIds)(
  'control: the answers of %s do repeat what was sent, and the search finds it',
  async (provider) => {
    await using simulator = await startSimulator({ state: { keys: [] } })
    const { credentials } = await issueInto(simulator, provider, { mode: 'wrong-signature' })
    const adapter = { fireblocks, copper }[provider]
    const { path, headers } = await adapter.sign(credentials, adapter.probePaths[0], Date.now())
    const answer = await (await fetch(`${simulator.url}${path}`, { headers })).text()
    expect(found(credentials, answer)).toContain(credentials.apiKey)
    for (const trace of traces(credentials)) expect(found(credentials, `before ${trace} after`)).toContain(trace)
  },
)
