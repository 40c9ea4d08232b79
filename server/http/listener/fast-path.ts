import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import type { TokenUses } from '../../access/token-uses.ts'
import type { VerifiedTokens } from '../../access/verified-tokens.ts'
import type { FastPath } from '../../context/parts.ts'
import type { Store } from '../../store/store.ts'
import type { TokenLimiter } from '../request/token-limits.ts'
import type { Recall, Remembered } from '../response/recall.ts'
import type { CachedResponse } from '../response/response-cache.ts'
import { type CachedForm, choose, type Sent, sentHeaders } from '../response/send.ts'
import { commonHeaders } from './common-headers.ts'
import { isAllowed, repeatedHeader } from './gate.ts'
import type { RequestLog } from './request-log.ts'
import type { RequestMeter } from './request-meter.ts'

/** What the routes share with the fast path. */
export type FastPathParts = {
  readonly store: Pick<Store, 'isUnchanged' | 'refresh'>
  readonly recall: Pick<Recall, 'find' | 'addressOf'>
  readonly tokens: Pick<VerifiedTokens, 'find'>
  readonly tokenUses: Pick<TokenUses, 'note'>
  readonly tokenLimiter: TokenLimiter
  readonly log: Logger
}

type Uses = FastPathParts & {
  readonly nextRequestId: () => string
  readonly requestLog: RequestLog
  readonly meter: RequestMeter | null
  readonly allowedHosts: ReadonlySet<string>
  /** Whether the framework must see every request: it is overloaded, or stopping. */
  readonly isPaused: () => boolean
}

/** The headers of a response in the form that Node takes without copying; the request's ID is set before each use. */
type Head = string[]

const idAt = 1

function createHeads() {
  const heads = new WeakMap<CachedResponse, Map<Sent, Head>>()

  function make(form: CachedForm, { response, sent, body }: Chosen, { socket }: ServerResponse): Head {
    const headers = {
      ...commonHeaders('', socket as NonNullable<typeof socket>),
      ...sentHeaders(form, response, sent),
      ...(body && { 'content-length': `${body.length}` }),
    }
    return Object.entries(headers).flat()
  }

  return (form: CachedForm, chosen: Chosen, to: ServerResponse): Head => {
    const ofResponse = heads.get(chosen.response) ?? new Map<Sent, Head>()
    const head = ofResponse.get(chosen.sent) ?? make(form, chosen, to)
    heads.set(chosen.response, ofResponse.set(chosen.sent, head))
    return head
  }
}

type Chosen = { readonly response: CachedResponse; readonly sent: Sent; readonly body: Buffer | null }

/** What is sent of a remembered answer; null where its bytes are not whole yet. */
function chosenFor({ form }: Remembered, value: object, headers: IncomingHttpHeaders): Chosen | null {
  const response = form.responseOf(value)
  const sent = choose(form, response, headers)
  if (sent === 'not-modified') return { response, sent, body: null }
  const body = response.bytes(sent)
  return Buffer.isBuffer(body) ? { response, sent, body } : null
}

/**
 * Repeats an answer of the framework from the response cache, if nothing that it depends on changed: the target and all
 * headers that it reads, the caller's token, and the value. Limits and the request log are the framework's own.
 */
export function createFastPath({ recall, tokens, tokenUses, store, tokenLimiter, ...uses }: Uses): FastPath {
  const { log, requestLog, meter, nextRequestId, isPaused } = uses
  const headOf = createHeads()
  const isKnownHost = createHostCheck(uses.allowedHosts)

  /** What an answer may repeat, as far as the store need not be asked. */
  function candidateFor(request: IncomingMessage) {
    const { headers, url = '' } = request
    const remembered = recall.find(url, headers.accept)
    const address = recall.addressOf(request)
    if (!remembered || address === undefined || !isKnownHost(headers.host)) return null
    if (isUnusual(headers) || repeatedHeader(request) || isPaused()) return null
    return { remembered, address }
  }

  function find({ headers }: IncomingMessage, { remembered, address }: Candidate) {
    const principal = tokens.find({ authorization: headers.authorization, address })
    if (!principal || !remembered.principals.has(principal)) return null
    const value = remembered.value.deref()
    const chosen = value && store.isUnchanged(value) ? chosenFor(remembered, value, headers) : null
    return chosen && { remembered, principal, chosen, address }
  }

  type Candidate = NonNullable<ReturnType<typeof candidateFor>>

  function answer(request: IncomingMessage, response: ServerResponse, asked: Candidate & { readonly from: number }) {
    const { from } = asked
    const found = attempt(() => find(request, asked))
    if (!found || tokenLimiter(found.principal.tokenId, 1, response)) return false
    const { remembered, principal, chosen, address } = found
    tokenUses.note(principal.tokenId, address)
    const id = nextRequestId()
    const logged = { id, ...remembered.route, principal, refusedToken: null, refusedRoute: null, failureCode: null }
    if (requestLog.followsAll) requestLog.follow(logged, { response, socket: request.socket, address, from })
    const head = headOf(remembered.form, chosen, response)
    head[idAt] = id
    log.debug({ operation: remembered.form.operation, requestId: id, outcome: 'done' }, 'an operation ended')
    const status = chosen.body ? 200 : 304
    response.writeHead(status, head).end(chosen.body)
    // A request that is followed is counted at its end.
    if (meter && !requestLog.followsAll)
      meter.count({ operation: remembered.form.operation, status, seconds: (performance.now() - from) / 1_000 })
    return true
  }

  return (request, response) => {
    if (request.method !== 'GET') return false
    const from = requestLog.followsAll || meter ? performance.now() : 0
    const candidate = attempt(() => candidateFor(request))
    if (!candidate) return false
    const refreshing = store.refresh()
    const repeat = () => answer(request, response, { ...candidate, from })
    // What the store does not tell is for the framework to report.
    return refreshing ? refreshing.then(repeat, () => false) : repeat()
  }
}

/** Headers of a body, and those that only the framework or Node looks at. */
const isUnusual = (headers: IncomingHttpHeaders): boolean =>
  headers['content-length'] !== undefined ||
  headers['transfer-encoding'] !== undefined ||
  headers['content-type'] !== undefined ||
  headers['idempotency-key'] !== undefined ||
  headers['trpc-accept'] !== undefined ||
  headers.expect !== undefined ||
  headers.upgrade !== undefined

/** What cannot be read is for the framework to report. */
function attempt<Value>(work: () => Value): Value | null {
  try {
    return work()
  } catch {
    return null
  }
}

const mostHosts = 100

/** Remembers how allowed hosts were written. */
function createHostCheck(allowedHosts: ReadonlySet<string>): (host: string | undefined) => boolean {
  const known = new Set<string | undefined>()
  return (host) => {
    if (known.has(host)) return true
    if (host === undefined || !isAllowed(host, allowedHosts)) return false
    if (known.size < mostHosts) known.add(host)
    return true
  }
}
