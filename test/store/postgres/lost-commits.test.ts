import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { parseDatabaseUrl } from '../../../server/store/database-place.ts'
import { openPostgresStore } from '../../../server/store/postgres/postgres-store.ts'
import type { Store } from '../../../server/store/store.ts'
import { temporaryFolder } from '../../harness/temporary-folder.ts'
import { by, checkOf, install, intentOf, tokenOf } from '../contract/installation.ts'
import { brokenInvariants } from '../contract/invariants.ts'
import { postgres } from '../engines/postgres.ts'
import { type Cut, type CuttingProxy, cutCommits } from './cut-commits.ts'
import { noPostgres } from './programs.ts'

beforeEach(({ skip }) => skip(noPostgres !== null, noPostgres ?? undefined))

describe('commits over connections that break', () => {
  const open = new AsyncDisposableStack()
  let place: Awaited<ReturnType<typeof install<ReturnType<typeof postgres.dataOf>>>>
  let proxy: CuttingProxy
  let store: Store
  let anchorFile: string
  beforeAll(async () => {
    if (noPostgres !== null) return
    place = open.use(await install(postgres))
    const folder = open.use(await temporaryFolder())
    anchorFile = join(folder.path, 'audit.anchor')
    proxy = open.use(await cutCommits(await place.data.url()))
    store = open.adopt(await openPostgresStore({ place: parseDatabaseUrl(proxy.url), anchorFile }), (opened) =>
      opened.close(),
    )
    // From its first intent on, a server says that it lives.
    const { checkId } = checkOf(place.tokenId)
    await store.beginCheck(checkOf(place.tokenId, { checkId }))
    await store.endCheck({ checkId, verdict: null, reason: '', refusedBy: null, ...by() })
  })
  afterAll(() => open[Symbol.asyncDispose]())

  const recordsOf = async (actor: string) =>
    (await place.data.truth.read('audit')).filter((record) => record.actor === actor)

  test.each<Cut>(['answered', 'never', 'late'])('a write whose COMMIT is %s is stored once', async (how) => {
    proxy.cut(how, 1)
    await store.recordAudit({ kind: 'data.imported', ...by(`sent ${how}`) })
    expect(proxy.toCut(), 'control: it was cut').toBe(0)
    await sleep(500)
    expect(await recordsOf(`sent ${how}`)).toHaveLength(1)
    const created = await store.createToken(tokenOf({ name: `of ${how}` }))
    expect(created.kind).toBe('created')
    expect(await brokenInvariants(place.data.truth)).toEqual([])
  })

  test.each<Cut>(['answered', 'never', 'late'])(
    'an intent whose COMMIT is %s is decided before its end is stored',
    async (how) => {
      const intent = intentOf(place.tokenId)
      proxy.cut(how, 1)
      await expect(store.beginRotation(intent)).rejects.toMatchObject({ cause: 'unknown-outcome' })
      const end = {
        rotationId: intent.rotationId,
        outcome: 'failed',
        verdict: null,
        reason: '',
        refusedBy: null,
      } as const
      expect(await store.endRotation({ ...end, answer: null, ...by() })).toBe(how === 'answered')
      await sleep(500)
      const begun = (await place.data.truth.read('rotations')).filter(({ outcome }) => outcome === null)
      expect(begun, 'nothing begins later').toEqual([])
      expect(await brokenInvariants(place.data.truth)).toEqual([])
    },
  )

  test('a connection that breaks again and again is given up, and nothing was stored', async () => {
    proxy.cut('never', 1_000)
    await expect(store.recordAudit({ kind: 'data.imported', ...by('in vain') })).rejects.toMatchObject({
      cause: 'unreachable',
    })
    proxy.cut('never', 0)
    expect(await recordsOf('in vain')).toEqual([])
  })

  test('the anchor names the last record that was acknowledged', async () => {
    await store.recordAudit({ kind: 'data.imported', ...by('anchored') })
    const head = await store.auditHead()
    expect(readFileSync(anchorFile, 'utf8')).toBe(`${head?.sequence} ${head?.hash}\n`)
  })

  test('a database that lost an acknowledged record is refused, by its number', async () => {
    const [last] = (await place.data.truth.read('audit')).slice(-1)
    await place.data.tamper.remove('audit', ({ sequence }) => sequence === last?.sequence)
    await expect(openPostgresStore({ place: parseDatabaseUrl(proxy.url), anchorFile })).rejects.toThrow(
      `the database does not have record ${last?.sequence} of the audit`,
    )
  })
})
