import type { Id } from '../../shared/primitives.ts'
import { issuePair } from '../providers/simulator/issue-pair.ts'
import type { Mode } from '../providers/simulator/modes.ts'
import type { SimulatorKey } from '../providers/simulator/state.ts'
import { type DemoCustodian, demoCustodians, demoTenants } from './demo-data.ts'

/** A pair for drills: its secrets open nothing but the simulator. */
export type DemoPair = {
  readonly custodianId: Id
  readonly apiKey: string
  readonly secretApiKey: string
  readonly simulatorMode: Mode
  /** What makes the simulator know it. */
  readonly key: SimulatorKey
}

const failingModes = ['wrong-signature', 'no-permission', 'hang', '500'] as const satisfies readonly Mode[]

/** A fresh pair of the custodian's own account at the simulator. */
export async function issueDemoPair(
  { custodianId, provider, account }: DemoCustodian,
  simulatorMode: Mode = 'ok',
): Promise<DemoPair> {
  const { pair, key } = await issuePair(provider, { account, mode: simulatorMode })
  return { custodianId, apiKey: pair.apiKey, secretApiKey: pair.secretApiKey, simulatorMode, key }
}

export type DemoPairs = {
  /** One per custodian, to be in force. */
  readonly first: readonly DemoPair[]
  /** To rotate to: a working one per custodian, then some of the first tenant's that fail in different ways. */
  readonly next: readonly DemoPair[]
}

export async function issueDemoPairs(): Promise<DemoPairs> {
  const ofFirstTenant = demoCustodians.filter(({ tenantId }) => tenantId === demoTenants[0].tenantId)
  const failing = ofFirstTenant.flatMap((custodian) => failingModes.map((mode) => issueDemoPair(custodian, mode)))
  const working = () => Promise.all(demoCustodians.map((custodian) => issueDemoPair(custodian)))
  const [first, next, others] = await Promise.all([working(), working(), Promise.all(failing)])
  return { first, next: [...next, ...others] }
}
