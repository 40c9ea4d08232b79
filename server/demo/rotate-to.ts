import { endpoints } from '../../shared/endpoints.ts'
import { demoCustodians } from './demo-data.ts'
import type { DemoPair } from './demo-pairs.ts'

const endpoint = endpoints['custodians.updateApiKeys']

/** Path of a custodian's rotation. */
export const rotationPath = (custodianId: string): string => endpoint.path.replace('{id}', custodianId)

/** What a rotation to this pair sends. */
export function rotationBody({ custodianId, apiKey, secretApiKey }: Omit<DemoPair, 'key' | 'simulatorMode'>): string {
  const tenantId = demoCustodians.find((custodian) => custodian.custodianId === custodianId)?.tenantId
  return JSON.stringify({ tenantId, apiKey, secretApiKey })
}

/** Rotates as an operator does: through the API. */
export async function rotateTo(pair: DemoPair, { url, token }: { url: string; token: string }): Promise<void> {
  const answer = await fetch(url + rotationPath(pair.custodianId), {
    method: endpoint.method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: rotationBody(pair),
  })
  if (!answer.ok) throw new Error(`custodian ${pair.custodianId} did not get its first pair: ${await answer.text()}`)
}
