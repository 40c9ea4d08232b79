import { emptyDatabase } from '../copy/scene.ts'
import { strongroomJson } from '../harness/cli.ts'
import { dataToCopy } from '../harness/copied-data.ts'

export type DemoAnswer = {
  readonly tokens: Readonly<Record<'platformAdmin' | 'operator' | 'tenantReader' | 'otherTenantReader', string>>
  readonly tenants: readonly { readonly id: number; readonly name: string }[]
  readonly custodians: readonly {
    readonly id: number
    readonly tenantId: number
    readonly name: string
    readonly provider: string
  }[]
  readonly credentials: readonly {
    readonly custodianId: number
    readonly apiKey: string
    readonly secretApiKey: string
    readonly simulatorMode: string
  }[]
}

/** `place` names a database, where it is in none of its folder. */
export const makeDemo = (dataDir: string, place: readonly string[] = []): Promise<DemoAnswer> =>
  strongroomJson(['demo', '--data', dataDir, ...place])

/** Puts a demo that was made before into an empty folder. */
export const putDemo = dataToCopy((dataDir) => makeDemo(dataDir))

/** Options that name a new database. */
export async function newDatabase(folder: string): Promise<readonly string[]> {
  const { url, passwordFile } = await emptyDatabase(folder, 'demo')
  return ['--store', url, '--store-password-file', passwordFile]
}

/** A client of a served demo. */
export function clientOf(url: string, token: string) {
  const authorization = `Bearer ${token}`
  return {
    get: (path: string) => fetch(url + path, { headers: { authorization } }),
    rotate: (
      demo: DemoAnswer,
      credentials: DemoAnswer['credentials'][number],
      headers: Readonly<Record<string, string>> = {},
    ) =>
      fetch(`${url}/platform/admin/custodians/${credentials.custodianId}/update_api_keys`, {
        method: 'PUT',
        headers: { ...headers, authorization, 'content-type': 'application/json' },
        body: JSON.stringify({
          tenantId: demo.custodians.find(({ id }) => id === credentials.custodianId)?.tenantId,
          apiKey: credentials.apiKey,
          secretApiKey: credentials.secretApiKey,
        }),
      }),
  }
}
