import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { vi } from 'vitest'
import { keyFileIn } from '../../../server/config.ts'
import { demoCustodians } from '../../../server/demo/demo-data.ts'
import { fillDemo } from '../../../server/demo/fill-demo.ts'
import { startTestServer, type TestServer } from '../../harness/server.ts'

const day = 24 * 60 * 60 * 1000
type DemoCustodian = (typeof demoCustodians)[number]

/** Fills the demo as if it were so many days ago. */
async function fillDaysAgo(days: number, dataDir: string): Promise<void> {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - days * day })
  try {
    await fillDemo({ dataDir, keyFile: keyFileIn(dataDir) })
  } finally {
    vi.useRealTimers()
  }
}

/** A pair of the account that the custodian has at the provider. */
export const credentialsFor = ({ credentials }: TestServer, { provider, account }: DemoCustodian) =>
  credentials(provider, { account })

/** A server with the data of the demo, whose keys are of different ages and one of which the provider refuses. */
export async function startDemoDesk(): Promise<TestServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'strongroom-demo-desk-'))
  await fillDaysAgo(126, dataDir)
  let daysBack = 0
  const server = await startTestServer({ dataDir }, { clock: { now: () => Date.now() - daysBack * day } })
  const [, trading, treasury, settlement] = demoCustodians
  const operator = server.trpc(await server.token({ name: 'grace.hopper' }))
  const rotate = async (custodian: DemoCustodian, days: number) => {
    daysBack = days
    const credentials = await credentialsFor(server, custodian)
    const { tenantId, custodianId } = custodian
    await operator.custodians.updateApiKeys.mutate({ tenantId, custodianId, ...credentials })
    daysBack = 0
    return credentials
  }
  await rotate(treasury, 41)
  const { apiKey } = await rotate(settlement, 12)
  await rotate(trading, 3)
  server.simulator.setMode(apiKey, 'unknown-key')
  await operator.custodians.checkApiKeys.mutate({ custodianId: settlement.custodianId })
  return {
    ...server,
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]()
      await rm(dataDir, { recursive: true })
    },
  }
}
