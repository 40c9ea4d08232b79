import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { administer, openCopy } from '../../../server/data-folder.ts'
import { parseDatabaseUrl } from '../../../server/store/database-place.ts'
import { openPostgresStore } from '../../../server/store/postgres/postgres-store.ts'
import { strongroom } from '../../harness/cli.ts'
import { id } from '../../harness/seed.ts'
import { temporaryFolder } from '../../harness/temporary-folder.ts'
import { begin, endOf, expiry, install, intentOf } from '../contract/installation.ts'
import { brokenInvariants } from '../contract/invariants.ts'
import { postgres } from '../engines/postgres.ts'
import { type Client, connect } from './client.ts'
import { noPostgres } from './programs.ts'

beforeEach(({ skip }) => skip(noPostgres !== null, noPostgres ?? undefined))

const password = randomBytes(12).toString('hex')

/** The same database as that user. */
function urlAs(url: string, user: string): string {
  const parsed = new URL(url)
  parsed.username = user
  parsed.password = password
  return parsed.href
}

/** As the owner of the database, who is a superuser on the server of the tests. */
async function migrate(ownerUrl: string, role: string) {
  const url = new URL(ownerUrl)
  const env = { PGPASSWORD: url.password }
  url.password = ''
  return strongroom(['store', 'migrate', '--store', url.href, '--service-role', role], { env })
}

describe('the role of the servers', () => {
  const open = new AsyncDisposableStack()
  const role = `service_${randomBytes(4).toString('hex')}`
  let place: Awaited<ReturnType<typeof install<ReturnType<typeof postgres.dataOf>>>>
  let ownerUrl: string
  let owner: Client
  let service: Client
  beforeAll(async () => {
    if (noPostgres !== null) return
    place = open.use(await install(postgres))
    ownerUrl = await place.data.url()
    owner = open.use(await connect(ownerUrl))
    await owner.run(`CREATE ROLE ${role} LOGIN PASSWORD '${password}'`)
    open.defer(async () => {
      await owner.run(`DROP OWNED BY ${role}`)
      await owner.run(`DROP ROLE ${role}`)
    })
    const { status, stderr } = await migrate(ownerUrl, role)
    expect(stderr).toBe('')
    expect(status).toBe(0)
    service = open.use(await connect(urlAs(ownerUrl, role)))
  })
  afterAll(() => open[Symbol.asyncDispose]())

  test('may not copy the database, for which every table is locked', async () => {
    await using folder = await temporaryFolder()
    const copying = (url: string) =>
      openCopy({ database: parseDatabaseUrl(url) }, { dataDir: join(folder.path, 'copy') })
    await expect(copying(urlAs(ownerUrl, role))).rejects.toThrow(`user "${role}" does not own the tables`)
    await place.store.close()
    await using copy = await copying(ownerUrl)
    expect(copy.tables.length, 'control').toBeGreaterThan(0)
    await place.reopen()
  })

  test('a role that may not read is refused at once, by commands that inspect the database', async () => {
    await using folder = await temporaryFolder()
    const stranger = `stranger_${randomBytes(4).toString('hex')}`
    await owner.run(`CREATE ROLE ${stranger} LOGIN PASSWORD '${password}'`)
    await using _ = { [Symbol.asyncDispose]: async () => void (await owner.run(`DROP ROLE ${stranger}`)) }
    const inspecting = (user: string) => administer(folder.path, parseDatabaseUrl(urlAs(ownerUrl, user))).inspect()
    await expect(inspecting(stranger)).rejects.toThrow(`user "${stranger}" may not do this there`)
    await using inspection = await inspecting(role)
    expect((await inspection.tokens()).length, 'control').toBeGreaterThan(0)
  })

  test('serves: it begins and ends rotations, issues tokens, and reads the audit', async () => {
    await using folder = await temporaryFolder()
    const settings = { place: parseDatabaseUrl(urlAs(ownerUrl, role)), anchorFile: `${folder.path}/audit.anchor` }
    const store = await openPostgresStore(settings)
    await using _ = { [Symbol.asyncDispose]: () => store.close() }
    const intent = intentOf(place.tokenId)
    await begin(store, intent)
    expect(await store.endRotation(endOf(intent.rotationId))).toBe(true)
    expect((await store.listAudit({ limit: 1 }, null)).records).toHaveLength(1)
    expect(await store.writeFault()).toBeNull()
    expect(await store.eraseExpired(expiry())).toBeDefined()
    expect(await brokenInvariants(place.data.truth)).toEqual([])
  })

  test.for([
    'UPDATE audit SET actor = actor',
    'DELETE FROM audit',
    'TRUNCATE audit',
    'TRUNCATE credentials CASCADE',
    'DROP TABLE audit',
    'ALTER TABLE audit DISABLE TRIGGER ALL',
    'ALTER TABLE audit ADD COLUMN more text',
    'CREATE TABLE more (one int)',
    'CREATE TEMPORARY TABLE audit (one int)',
    'CREATE FUNCTION more() RETURNS int LANGUAGE sql AS $$ SELECT 1 $$',
    'CREATE RULE more AS ON INSERT TO audit DO INSTEAD NOTHING',
    'CREATE TRIGGER more BEFORE INSERT ON audit FOR EACH ROW EXECUTE FUNCTION suppress_redundant_updates_trigger()',
    'CREATE INDEX more ON audit (at)',
    'DELETE FROM audit_head',
    'INSERT INTO schema_steps VALUES (99, $$more$$)',
    'DELETE FROM transaction_sources',
    'UPDATE transaction_sources SET source_id = DEFAULT',
    "SET session_replication_role = 'replica'",
    "COPY audit TO PROGRAM 'cat'",
    'CREATE EXTENSION file_fdw',
    'CREATE SCHEMA more',
  ])('may not: %s', async (sql) => {
    const before = await place.data.truth.read('audit')
    await expect(service.run(sql)).rejects.toThrow(/permission denied|must be owner|must have privileges/)
    expect(await place.data.truth.read('audit')).toEqual(before)
  })

  test('an import as this role adds its source; rows without one, which only SQL by hand stores, are reported', async () => {
    await using folder = await temporaryFolder()
    const settings = { place: parseDatabaseUrl(urlAs(ownerUrl, role)), anchorFile: `${folder.path}/audit.anchor` }
    const store = await openPostgresStore(settings)
    await using _ = { [Symbol.asyncDispose]: () => store.close() }
    const leg = { tokenId: id(1), fromAccountId: id(1), toAccountId: null, at: Date.now(), amount: '1' }
    const transactions = [{ ...leg, position: 1n, index: 0n, blockHash: '0xab' }]
    expect(await store.appendReserveTransactions({ source: 'new', transactions })).toMatchObject({ added: 1 })
    const dangling = async () => {
      await using inspection = await (await place.data.administration()).inspect()
      return await inspection.danglingReferences()
    }
    expect(await dangling()).toEqual([])
    await service.run("INSERT INTO blocks VALUES (999, 1, '0xab')")
    await service.run('INSERT INTO reserve_transactions VALUES (999, 1, 0, 1, 1, 1, NULL, 0)')
    expect(await dangling()).toEqual([
      '1 rows of reserve_transactions refer to rows of transaction_sources that do not exist',
      '1 rows of blocks refer to rows of transaction_sources that do not exist',
    ])
    await service.run('DELETE FROM blocks WHERE source_id = 999')
    await service.run('DELETE FROM reserve_transactions WHERE source_id = 999')
  })

  test('control: the owner may', async () => {
    await owner.run('BEGIN')
    for (const sql of ['UPDATE audit SET actor = actor', 'CREATE TABLE more (one int)', 'TRUNCATE audit'])
      expect(await owner.run(sql)).toBeDefined()
    await owner.run('ROLLBACK')
  })

  test('an owner of the tables, and a role that is not there, are refused with what to do', async () => {
    const itself = await migrate(ownerUrl, 'owner')
    expect(itself.status).toBe(1)
    expect(itself.stderr).toMatch(/role "owner" may change every table .* Create a role of its own for the servers/)
    const missing = await migrate(ownerUrl, `${role}_2`)
    expect(missing.status).toBe(1)
    expect(missing.stderr).toMatch(/there is no role .* Create it with CREATE ROLE/)
  })
})
