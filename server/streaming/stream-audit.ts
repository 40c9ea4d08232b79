import { randomInt } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import { authoritiesOf } from '../platform/authorities.ts'
import type { Store } from '../store/store.ts'
import type { Destination, StreamSettings } from './destination.ts'
import { fileSink } from './file-sink.ts'
import { httpSink } from './http-sink.ts'
import { toSecurityEvent } from './security-event.ts'
import type { AuditSink } from './sink.ts'
import { syslogSink } from './syslog-sink.ts'

/** A destination that does not take what it is sent. */
export type StreamFault = { readonly destination: string; readonly reason: string }

export type AuditStreams = AsyncDisposable & {
  /** The first required destination for which records have waited too long; null while there is none. */
  requiredFault(): StreamFault | null
  /** Each destination, and how often sending to it failed since the start. */
  counts(): readonly { readonly destination: Destination; readonly failures: number }[]
}

/** Milliseconds. */
export type Paces = {
  /** Between two looks for new records. */
  readonly look: number
  /** The longest pause after failures. */
  readonly retry: number
}

const usualPaces: Paces = { look: 1_000, retry: 60_000 }

const batch = 500

type Parts = {
  readonly store: Pick<Store, 'auditSlice' | 'auditStreamPosition' | 'moveAuditStream'>
  readonly log: Logger
  readonly paces?: Paces
}

function openSink({ url }: Destination, { caFile, tokenFile }: StreamSettings): AuditSink {
  if (url.protocol === 'file:') return fileSink(fileURLToPath(url))
  const authorities = authoritiesOf(caFile)
  return url.protocol === 'syslog+tls:' ? syslogSink(url, authorities) : httpSink(url, { authorities, tokenFile })
}

type Sent = 'nothing' | 'all' | 'a part' | 'by another'

/** Sends the next records behind what the destination has. The position moves after they were sent, never before. */
async function sendNext(
  name: string,
  { store, sink }: Pick<Parts, 'store'> & { readonly sink: AuditSink },
): Promise<Sent> {
  const from = await store.auditStreamPosition(name)
  const links = await store.auditSlice({ after: from, limit: batch })
  const last = links.at(-1)
  if (!last) return 'nothing'
  await sink.send(links.map(toSecurityEvent))
  if (!(await store.moveAuditStream({ destination: name, from, to: last.sequence }))) return 'by another'
  return links.length < batch ? 'all' : 'a part'
}

/** Servers of one store look at different moments; one that finds another at work leaves it to that one for a while. */
function waitAfter(sent: Sent | 'failed', failures: number, { look, retry }: Paces): number {
  const usual = (look * randomInt(750, 1_250)) / 1_000
  if (sent === 'failed') return Math.min(retry, usual * 2 ** Math.min(failures, 10))
  return { nothing: usual, all: usual, 'a part': 0, 'by another': 10 * usual }[sent]
}

type Stream = Disposable & {
  fault(): StreamFault | null
  failures(): number
  readonly ended: Promise<void>
}

function startStream(
  destination: Destination,
  settings: StreamSettings,
  { store, log, paces = usualPaces }: Parts,
): Stream {
  const name = destination.url.href
  const sink = openSink(destination, settings)
  const stop = new AbortController()
  let failures = 0
  let allFailures = 0
  let waitingSince: number | null = null
  let reason = 'it has not answered'

  const succeed = (sent: Sent): Sent => {
    if (failures > 0) log.info({ destination: name, failures }, 'the audit is sent to this destination again')
    failures = 0
    waitingSince = null
    return sent
  }
  const fail = (error: Error): 'failed' => {
    reason = error.message
    failures += 1
    allFailures += 1
    if (failures === 1) log.error({ err: error, destination: name, isRequired: destination.isRequired }, notSent)
    return 'failed'
  }
  const run = async () => {
    while (!stop.signal.aborted) {
      waitingSince ??= performance.now()
      const sent = await sendNext(name, { store, sink }).then(succeed, fail)
      await pause(waitAfter(sent, failures, paces), undefined, { signal: stop.signal, ref: false }).catch(() => {})
    }
  }
  return {
    fault: () =>
      waitingSince !== null && performance.now() - waitingSince > settings.patienceMs
        ? { destination: name, reason }
        : null,
    failures: () => allFailures,
    ended: run(),
    [Symbol.dispose]: () => {
      stop.abort()
      sink.close()
    },
  }
}

const notSent = 'the audit could not be sent to this destination; it is tried again, and no record is left out'

/** Sends every audit record to each destination, from where it ended the last time; a slow one delays no other. */
export function streamAudit(settings: StreamSettings, parts: Parts): AuditStreams {
  const streams = settings.destinations.map((destination) => ({
    destination,
    ...startStream(destination, settings, parts),
  }))
  const required = streams.filter(({ destination }) => destination.isRequired)
  return {
    requiredFault: () => required.map(({ fault }) => fault()).find((fault) => fault !== null) ?? null,
    counts: () => streams.map(({ destination, failures }) => ({ destination, failures: failures() })),
    [Symbol.asyncDispose]: async () => {
      for (const stream of streams) stream[Symbol.dispose]()
      await Promise.all(streams.map(({ ended }) => ended))
    },
  }
}
