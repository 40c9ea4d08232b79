import { randomBytes } from 'node:crypto'
import { Agent, type RequestOptions, request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { reservesPath, walletsPath, walletsRequest } from './fill.ts'

type Target = { readonly url: string; readonly token: string; readonly signal: AbortSignal }

/** How many requests were answered as expected, and what the others were answered. */
export type Traffic = { readonly answered: number; readonly failed: readonly string[] }

type Kind = {
  readonly path: string
  /** What may be answered. */
  readonly status: number | readonly number[]
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  body?(): string
}

const trpc = (procedure: string, input: unknown) =>
  `/trpc/${procedure}?input=${encodeURIComponent(JSON.stringify(input))}`

const { tenantId, custodianId } = walletsRequest
const rotate: Kind = {
  path: `/platform/admin/custodians/${custodianId}/update_api_keys`,
  status: 200,
  method: 'PUT',
  headers: { 'content-type': 'application/json' },
  body: () =>
    JSON.stringify({
      tenantId,
      apiKey: randomBytes(18).toString('base64url'),
      secretApiKey: randomBytes(48).toString('base64url'),
    }),
}

/** Reads in every form, with refusals between them. */
const reads: readonly Kind[] = [
  { path: walletsPath, status: 200 },
  { path: walletsPath, status: 200, headers: { 'accept-encoding': 'zstd' } },
  { path: walletsPath, status: 200, headers: { 'accept-encoding': 'gzip' } },
  { path: reservesPath, status: 200 },
  { path: reservesPath, status: 200, headers: { 'accept-encoding': 'br' } },
  { path: trpc('custodians.wallets', walletsRequest), status: 200 },
  { path: trpc('reports.reserves', {}), status: 200 },
  { path: '/livez', status: 200 },
  { path: '/no/such/path', status: 404 },
  // After some of them the address has to wait.
  { path: walletsPath, status: [401, 429], headers: { authorization: 'Bearer unknown' } },
  { path: `/tenant/${tenantId}/custodians/999/wallets`, status: 404 },
]

const readers = 16

/** Some hundred reads and a few rotations a second, until the signal. */
export async function mixedLoad({ url, token, signal }: Target): Promise<Traffic> {
  const agent = new Agent({ keepAlive: true })
  const failed: string[] = []
  let answered = 0
  const ask = async (kind: Kind) => {
    const status = await statusOf(url, kind, { agent, headers: { authorization: `Bearer ${token}`, ...kind.headers } })
    if ([kind.status].flat().includes(status)) answered += 1
    else failed.push(`${status} for ${kind.method ?? 'GET'} ${kind.path}`)
  }
  const repeat = async (kinds: readonly Kind[], pause: number) => {
    for (let turn = 0; !signal.aborted; turn += 1) {
      await ask(kinds[turn % kinds.length] as Kind)
      await wait(pause)
    }
  }
  const reading = Array.from({ length: readers }, () => repeat(reads, 40))
  await Promise.all([...reading, repeat([rotate], 250)])
  agent.destroy()
  return { answered, failed }
}

function statusOf(url: string, { path, method = 'GET', body }: Kind, options: RequestOptions): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(url + path, { ...options, method }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode ?? 0))
      answer.on('error', reject)
    })
    sent.on('error', reject).end(body?.())
  })
}
