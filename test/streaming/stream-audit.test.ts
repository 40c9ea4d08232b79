import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { pino } from 'pino'
import { describe, expect } from 'vitest'
import { chainHash, chainStart } from '../../server/audit/chain.ts'
import type { Store } from '../../server/store/store.ts'
import { type Destination, noStreams, type StreamSettings } from '../../server/streaming/destination.ts'
import { type AuditStreams, streamAudit } from '../../server/streaming/stream-audit.ts'
import { createAuthority } from '../desktop/remote/certificates.ts'
import { test as base } from '../harness/fixtures.ts'
import { until } from '../harness/until.ts'
import { eventsIn, sequencesOf, startReceiver } from './receivers.ts'

const test = base.extend('store', async ({ folder }, { onCleanup }) => {
  const store = await folder.data.open()
  onCleanup(() => store.close())
  return store
})

const paces = { look: 5, retry: 20 }
const by = { actor: 'tester', at: Date.now() }

const toUrl = (url: URL, isRequired = false): Destination => ({ url, isRequired })

function stream(store: Store, destinations: readonly Destination[], more: Partial<StreamSettings> = {}): AuditStreams {
  const log = pino({ level: 'silent' })
  return streamAudit({ ...noStreams, ...more, destinations }, { store, log, paces })
}

async function write(store: Store, count: number): Promise<void> {
  for (let at = 0; at < count; at += 1)
    await store.recordAudit({ kind: 'data.imported', ...by, details: { file: `${at}` } })
}

const headOf = async (store: Store): Promise<number> => Number((await store.auditHead())?.sequence ?? 0)
const upTo = (head: number) => Array.from({ length: head }, (_, at) => at + 1)

describe('a file', () => {
  test('gets every record once and in order, over restarts, and so that the chain can be checked', async ({
    folder,
    store,
  }) => {
    const file = join(folder.path, 'audit.jsonl')
    const destination = toUrl(pathToFileURL(file))
    const written = () => eventsIn(statSync(file, { throwIfNoEntry: false }) ? readFileSync(file, 'utf8') : '')
    for (let round = 1; round <= 3; round += 1) {
      await write(store, 20)
      const head = await headOf(store)
      await using _ = stream(store, [destination])
      await until(() => written().length >= head)
    }
    expect(sequencesOf(written())).toEqual(upTo(await headOf(store)))
    let previous = chainStart
    for (const { unmapped, metadata, time, actor } of written()) {
      const { tenantId = null, custodianId = null, rotationId = null, details } = unmapped
      const record = { sequence: `${metadata.sequence}`, at: time, kind: metadata.event_code, actor: actor.user.name }
      expect(unmapped.previousHash).toBe(previous)
      previous = chainHash(previous, { ...record, tenantId, custodianId, rotationId, details: details ?? '' })
      expect(metadata.uid).toBe(previous)
    }
    expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  test('that ends with half a line is continued on a new one, with the whole record', async ({ folder, store }) => {
    const file = join(folder.path, 'audit.jsonl')
    writeFileSync(file, '{"half":')
    await using _ = stream(store, [toUrl(pathToFileURL(file))])
    const head = await headOf(store)
    await until(() => eventsIn(readFileSync(file, 'utf8')).length >= head)
    expect(readFileSync(file, 'utf8').split('\n')[0]).toBe('{"half":')
    expect(sequencesOf(eventsIn(readFileSync(file, 'utf8')))).toEqual(upTo(head))
  })
})

describe('an HTTP receiver', () => {
  test('that answers errors after it has read gets the same records again, and none is left out', async ({ store }) => {
    await write(store, 30)
    const head = await headOf(store)
    await using receiver = await startReceiver()
    receiver.status = 503
    await using _ = stream(store, [toUrl(receiver.url)])
    await until(() => receiver.events.length >= 2 * head)
    expect(await store.auditStreamPosition(receiver.url.href), 'control: nothing counts as sent').toBe('0')
    receiver.status = 200
    await until(async () => (await store.auditStreamPosition(receiver.url.href)) === `${head}`)
    const seen = new Map(receiver.events.map(({ metadata }) => [metadata.uid, metadata.sequence]))
    expect([...seen.values()].sort((one, other) => one - other)).toEqual(upTo(head))
  })

  test('is reached over TLS with its own authority and a bearer token, which is in no event', async ({
    folder,
    store,
  }) => {
    await using authority = await createAuthority()
    await using receiver = await startReceiver(await authority.sign())
    const tokenFile = join(folder.path, 'token')
    writeFileSync(tokenFile, 'hunter2\n')
    {
      await using _ = stream(store, [toUrl(receiver.url)], { tokenFile })
      await write(store, 1)
      await new Promise((resolve) => setTimeout(resolve, 100))
      expect(receiver.events, 'control: an authority that is not trusted gets nothing').toEqual([])
    }
    await using _ = stream(store, [toUrl(receiver.url)], { tokenFile, caFile: authority.caFile })
    const head = await headOf(store)
    await until(() => receiver.events.length >= head)
    expect(receiver.headers[0]).toMatchObject({
      authorization: 'Bearer hunter2',
      'content-type': 'application/x-ndjson',
    })
    expect(JSON.stringify(receiver.events)).not.toContain('hunter2')
  })

  test('that redirects is not followed', async ({ store }) => {
    await using receiver = await startReceiver()
    receiver.status = 307
    await using streams = stream(store, [toUrl(receiver.url, true)], { patienceMs: 0 })
    await until(() => streams.requiredFault()?.reason === 'it answered HTTP 307')
    expect(await store.auditStreamPosition(receiver.url.href)).toBe('0')
  })

  test('that hangs delays no other destination', async ({ store }) => {
    await using receiver = await startReceiver()
    await using other = await startReceiver()
    receiver.status = 503
    await using streams = stream(store, [toUrl(receiver.url, true), toUrl(other.url)], { patienceMs: 0 })
    const head = await headOf(store)
    await until(() => other.events.length >= head)
    expect(sequencesOf(other.events)).toEqual(upTo(head))
    await until(() => streams.requiredFault()?.destination === receiver.url.href)
    receiver.status = 200
    await until(() => streams.requiredFault() === null)
  })
})

test('two servers of one store send each record at least once', async ({ store }) => {
  await using receiver = await startReceiver()
  await using _one = stream(store, [toUrl(receiver.url)])
  await using _other = stream(store, [toUrl(receiver.url)])
  await write(store, 200)
  const head = await headOf(store)
  await until(async () => (await store.auditStreamPosition(receiver.url.href)) === `${head}`)
  expect([...new Set(sequencesOf(receiver.events))].sort((one, other) => one - other)).toEqual(upTo(head))
})
