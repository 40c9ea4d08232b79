import { endpoints } from '../../shared/endpoints.ts'
import type { DemoCredentials } from './demo-credentials.ts'
import { demoCustodians } from './demo-data.ts'

const endpoint = endpoints['custodians.updateApiKeys']

/** Path of a custodian's rotation. */
export const rotationPath = (custodianId: string): string => endpoint.path.replace('{id}', custodianId)

/** The request body of a rotation to these credentials. */
export function rotationBody({
  custodianId,
  apiKey,
  secretApiKey,
}: Omit<DemoCredentials, 'key' | 'simulatorMode'>): string {
  const tenantId = demoCustodians.find((custodian) => custodian.custodianId === custodianId)?.tenantId
  return JSON.stringify({ tenantId, apiKey, secretApiKey })
}

/** Rotates as an operator does: through the API. */
export async function rotateTo(
  credentials: DemoCredentials,
  { url, token }: { url: string; token: string },
): Promise<void> {
  const answer = await fetch(url + rotationPath(credentials.custodianId), {
    method: endpoint.method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: rotationBody(credentials),
  })
  if (!answer.ok)
    throw new Error(`custodian ${credentials.custodianId} did not get its first credentials: ${await answer.text()}`)
}
