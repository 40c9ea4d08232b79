import type { Id } from '../../shared/primitives.ts'
import { issueCredentials } from '../providers/simulator/issue-credentials.ts'
import type { Mode } from '../providers/simulator/modes.ts'
import type { SimulatorKey } from '../providers/simulator/state.ts'
import { type DemoCustodian, demoCustodians, demoTenants } from './demo-data.ts'

/** Credentials for drills: their secrets work only with the simulator. */
export type DemoCredentials = {
  readonly custodianId: Id
  readonly apiKey: string
  readonly secretApiKey: string
  readonly simulatorMode: Mode
  /** The simulator's entry for them. */
  readonly key: SimulatorKey
}

const failingModes = ['wrong-signature', 'no-permission', 'hang', '500'] as const satisfies readonly Mode[]

/** New credentials for the custodian's account at the simulator. */
export async function issueDemoCredentials(
  { custodianId, provider, account }: DemoCustodian,
  simulatorMode: Mode = 'ok',
): Promise<DemoCredentials> {
  const { credentials, key } = await issueCredentials(provider, { account, mode: simulatorMode })
  return { custodianId, apiKey: credentials.apiKey, secretApiKey: credentials.secretApiKey, simulatorMode, key }
}

export type DemoCredentialsList = {
  /** One set per custodian, to be activated. */
  readonly first: readonly DemoCredentials[]
  /** To rotate to: a working set per custodian, then some of the first tenant's that fail in different ways. */
  readonly next: readonly DemoCredentials[]
}

export async function issueAllDemoCredentials(): Promise<DemoCredentialsList> {
  const ofFirstTenant = demoCustodians.filter(({ tenantId }) => tenantId === demoTenants[0].tenantId)
  const failing = ofFirstTenant.flatMap((custodian) =>
    failingModes.map((mode) => issueDemoCredentials(custodian, mode)),
  )
  const working = () => Promise.all(demoCustodians.map((custodian) => issueDemoCredentials(custodian)))
  const [first, next, others] = await Promise.all([working(), working(), Promise.all(failing)])
  return { first, next: [...next, ...others] }
}
