import type { IncomingHttpHeaders } from 'node:http'
import type { ProviderId } from '../../../shared/providers.ts'
import type { Mode } from './modes.ts'
import type { SimulatorKey } from './state.ts'

/** A request as it arrived. */
export type Received = {
  readonly method: string
  /** Path and query. */
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

export type Reply = {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as JSON, unless it is text already. */
  readonly body: unknown
}

/** What a verifier needs besides the request and the key. */
export type RequestContext = {
  readonly nowMs: number
  /** True the first time for a token; remembered until the given time. */
  readonly isFresh: (token: string, untilMs: number) => boolean
}

/** One provider's protocol from the provider's side; independent of the adapters. */
export type ProviderApi = {
  readonly provider: ProviderId
  readonly prefix: string
  readonly apiKeyOf: (headers: IncomingHttpHeaders) => string
  /** The rejection, or null if the signature is valid. */
  readonly verify: (received: Received, key: SimulatorKey, context: RequestContext) => Promise<Reply | null>
  /** The answer to an accepted request, for the given account. */
  readonly serve: (received: Received, account: string) => Reply
  /** Rejections that a mode selects by name. */
  readonly refusals: Readonly<Partial<Record<Mode, (received: Received) => Reply>>>
}
