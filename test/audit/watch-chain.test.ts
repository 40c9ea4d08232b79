import pino from 'pino'
import { expect } from 'vitest'
import { watchChain } from '../../server/audit/watch-chain.ts'
import { createReadiness } from '../../server/core/readiness.ts'
import type { Store } from '../../server/store/store.ts'
import { test } from '../harness/fixtures.ts'
import { startTestServer } from '../harness/server.ts'
import { until } from '../harness/until.ts'
import type { StoredFolder } from '../store/engine.ts'

/** The audit is longer than what is checked before the server listens. */
test.beforeEach(({ folder }) => folder.data.tamper.lengthenAudit(1_233))

/** A log whose lines can be read. */
function createLines() {
  const lines: string[] = []
  return { lines, log: pino({ level: 'error' }, { write: (line: string) => void lines.push(line) }) }
}

const readyz = async (url: string) => {
  const response = await fetch(`${url}/readyz`)
  const { error } = (await response.json()) as { error: { message: string; info: string[] } | null }
  return { status: response.status, error }
}

const change = ({ tamper }: StoredFolder, changed: number) =>
  tamper.change('audit', ({ sequence }) => sequence === changed, { actor: 'another' })

test('a server with a valid audit log is ready, and its check writes nothing', async ({ folder }) => {
  const { lines, log } = createLines()
  await using server = await startTestServer({ dataDir: folder.dataDir }, { log })
  using watch = await watchChain({ store: server.app.store, log })
  await watch.done
  expect(watch.fault()).toBeNull()
  expect((await readyz(server.url)).status).toBe(200)
  expect(lines).toEqual([])
})

test.for<[what: string, damage: (data: StoredFolder) => Promise<number>, found: string]>([
  ['changed', (data) => change(data, 1_100), '1100'],
  ['removed', ({ tamper }) => tamper.remove('audit', ({ sequence }) => sequence === 1_100), '1101'],
])(
  'a record near the end that was %s is found before the server listens: it serves, but is never ready',
  async ([, damage, sequence], { folder }) => {
    await damage(folder.data)
    const { lines, log } = createLines()
    await using server = await startTestServer({ dataDir: folder.dataDir }, { log })
    expect(await readyz(server.url)).toMatchObject({
      status: 503,
      error: {
        message: expect.stringContaining(`record ${sequence} of the audit is damaged`),
        info: ['reason=audit-damaged'],
      },
    })
    expect(lines.join()).toContain('strongroom audit verify')
    expect((await server.rest(await server.token(), '/platform/admin/custodians')).status).toBe(200)
  },
)

test('a damaged record far from the end is found while the server serves', async ({ folder }) => {
  await change(folder.data, 9)
  const { lines, log } = createLines()
  await using server = await startTestServer({ dataDir: folder.dataDir }, { log })
  await until(async () => (await readyz(server.url)).status === 503)
  expect((await readyz(server.url)).error?.message).toContain('record 9 of the audit')
  expect(lines.filter((line) => line.includes('the audit is damaged'))).toHaveLength(1)
})

test('an audit check that fails for another reason than damage is repeated, and the server is not ready until it succeeds', async ({
  folder,
}) => {
  const store = await folder.data.open()
  const { lines, log } = createLines()
  let isBroken = true
  const auditSlice: Store['auditSlice'] = async (slice) => {
    if (isBroken && slice.after === '0') throw Object.assign(new Error('disk I/O error'), { code: 'SQLITE_IOERR_READ' })
    return store.auditSlice(slice)
  }
  const flaky = { auditHead: store.auditHead, auditSlice }
  using watch = await watchChain({ store: flaky, log, retryAfter: 20 })
  const readiness = createReadiness({
    store,
    chain: watch,
    keys: { fault: () => null },
    changesRefused: () => null,
    broken: new Promise(() => {}),
    isDraining: () => false,
    storage: 'data folder',
  })
  await until(async () => (await readiness()) !== null)
  expect(await readiness()).toMatchObject({ code: 'NotReady', info: ['reason=audit-unchecked'] })
  expect(watch.fault()).toBeNull()
  isBroken = false
  await watch.done
  expect(await readiness()).toBeNull()
  expect(
    lines.filter((line) => line.includes('the audit check did not finish')),
    'however often it is tried',
  ).toHaveLength(1)
  await store.close()
})

test('an audit watch stops when it is closed', async ({ folder }) => {
  const store = await folder.data.open()
  const { lines, log } = createLines()
  const watch = await watchChain({ store, log })
  watch[Symbol.dispose]()
  await watch.done
  await store.close()
  expect(lines).toEqual([])
})
