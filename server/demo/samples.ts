import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Id } from '../../shared/primitives.ts'
import { issueCredentials } from '../providers/simulator/issue-credentials.ts'
import type { Store } from '../store/store.ts'
import { type DemoCredentials, issueDemoCredentials } from './demo-credentials.ts'
import { demoCustodians } from './demo-data.ts'
import { type DemoTokens, demoHolders } from './demo-tokens.ts'
import { writePrivateFile } from './private-file.ts'
import { rotationBody } from './rotate-to.ts'
import { addSimulatorKeys } from './simulator-keys.ts'

/** Folder with the sample files: request bodies, and headers with tokens. */
export const samplesIn = (dataDir: string): string => join(dataDir, 'try')

/** The custodian of the sample rotation: its keys are generated quickly. */
export const sampleCustodian = demoCustodians[1]

/** Files for one rotation that succeeds, one that fails, and the headers of a platform administrator. */
export type Samples = { readonly headers: string; readonly good: string; readonly bad: string }

const bodyFile = (dataDir: string, custodianId: Id, what: string) =>
  join(samplesIn(dataDir), `rotate-${custodianId}-${what}.json`)

export function writeBodies(dataDir: string, pairs: readonly DemoCredentials[]): void {
  for (const credentials of pairs)
    writePrivateFile(bodyFile(dataDir, credentials.custodianId, credentials.simulatorMode), rotationBody(credentials))
}

/** An unused sample is kept, so that repeated starts leave nothing behind. */
async function offerGoodCredentials(dataDir: string, store: Store): Promise<string> {
  const custodians = await store.listCustodians(sampleCustodian.tenantId)
  const version = custodians.find(({ id }) => id === sampleCustodian.custodianId)?.credentialVersion ?? 0
  const file = bodyFile(dataDir, sampleCustodian.custodianId, `to-version-${version + 1}`)
  if (existsSync(file)) return file
  for (const name of readdirSync(samplesIn(dataDir)).filter((other) => other.includes('-to-version-')))
    rmSync(join(samplesIn(dataDir), name))
  const credentials = await issueDemoCredentials(sampleCustodian)
  addSimulatorKeys(dataDir, [credentials.key])
  writePrivateFile(file, rotationBody(credentials))
  return file
}

/** Always a new one: a key that was rejected often is not sent to the provider again for a while. */
async function offerBadCredentials(dataDir: string): Promise<string> {
  const { custodianId, provider } = sampleCustodian
  const { credentials } = await issueCredentials(provider)
  const file = bodyFile(dataDir, custodianId, 'unknown-key')
  writePrivateFile(file, rotationBody({ custodianId, ...credentials }))
  return file
}

const headersFile = (dataDir: string, holder: keyof DemoTokens) =>
  join(samplesIn(dataDir), `${demoHolders[holder].name}.headers`)

function writeHeaders(dataDir: string, tokens: Partial<DemoTokens>): void {
  for (const [holder, token] of Object.entries(tokens))
    writePrivateFile(
      headersFile(dataDir, holder as keyof DemoTokens),
      `Authorization: Bearer ${token}\nContent-Type: application/json\n`,
    )
}

/** Writes the files that the printed commands need, readable only by the owner. */
export async function writeSamples(
  dataDir: string,
  { store, tokens }: { readonly store: Store; readonly tokens: Partial<DemoTokens> },
): Promise<Samples> {
  writeHeaders(dataDir, tokens)
  return {
    headers: headersFile(dataDir, 'platformAdmin'),
    good: await offerGoodCredentials(dataDir, store),
    bad: await offerBadCredentials(dataDir),
  }
}
