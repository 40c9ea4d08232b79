import { expect, test } from 'vitest'
import { parseDatabaseUrl } from '../../../server/store/database-place.ts'
import { openPool } from '../../../server/store/postgres/connection.ts'
import type { Store } from '../../../server/store/store.ts'
import { strongroom } from '../../harness/cli.ts'
import { codeOf, install, intentOf, tokenOf } from '../contract/installation.ts'
import { brokenInvariants } from '../contract/invariants.ts'
import { postgres } from '../engines/postgres.ts'
import { connect } from './client.ts'
import { noPostgres } from './programs.ts'

const setting = (name: string) => `SELECT current_setting('${name}') AS value`

test('a commit is durable before it is answered, and tables are found, regardless of what a database sets', async ({
  skip,
}) => {
  skip(noPostgres !== null, noPostgres ?? undefined)
  await using place = await install(postgres)
  const url = await place.data.url()
  const name = new URL(url).pathname.slice(1)
  {
    await using client = await connect(url)
    await client.run(`ALTER DATABASE ${name} SET synchronous_commit = off`)
    await client.run(`ALTER DATABASE ${name} SET search_path = nowhere`)
  }
  await using other = await connect(url)
  const control = await other.run(setting('synchronous_commit'))
  expect(control.rows, 'control').toEqual([{ value: 'off' }])
  const database = openPool(parseDatabaseUrl(url))
  expect(await database.read(setting('synchronous_commit'))).toEqual([{ value: 'on' }])
  await database.close()
  expect(await (await place.reopen()).auditHead()).not.toBeNull()
})

test.for(['LATIN1', 'SQL_ASCII'])(
  'a database whose encoding is %s is refused before anything is stored',
  async (encoding, { skip }) => {
    skip(noPostgres !== null, noPostgres ?? undefined)
    await using place = await install(postgres)
    const url = new URL(await place.data.url())
    const name = `${url.pathname.slice(1)}_${encoding.toLowerCase()}`
    await using client = await connect(url.href)
    await client.run(`CREATE DATABASE ${name} ENCODING '${encoding}' TEMPLATE template0`)
    url.pathname = name
    const { status, stderr } = await strongroom(['store', 'migrate', '--store', withoutPassword(url)], {
      env: { PGPASSWORD: url.password },
    })
    expect({ status, stderr }).toMatchObject({ status: 1, stderr: expect.stringContaining('its encoding is not UTF8') })
    {
      await using other = await connect(url.href)
      expect((await other.run("SELECT to_regclass('audit') AS audit")).rows).toEqual([{ audit: null }])
    }
    await client.run(`DROP DATABASE ${name}`)
  },
)

test('what one of two servers may do once is done once where transactions are serializable by default, too', {
  timeout: 120_000,
}, async ({ skip }) => {
  skip(noPostgres !== null, noPostgres ?? undefined)
  await using place = await install(postgres)
  const url = await place.data.url()
  {
    await using client = await connect(url)
    await client.run(
      `ALTER DATABASE ${new URL(url).pathname.slice(1)} SET default_transaction_isolation = serializable`,
    )
  }
  const stores = [await place.reopen(), await place.anotherStore()]
  const store = (at: number) => stores[at % 2] as Store
  const tokens = await Promise.all(
    Array.from({ length: 20 }, (_, at) => store(at).createToken(tokenOf({ name: `token ${at % 10}` }))),
  )
  expect(tokens.filter(({ kind }) => kind === 'created')).toHaveLength(10)
  const begun = await Promise.all(
    Array.from({ length: 20 }, (_, at) => store(at).beginRotation(intentOf(place.tokenId))),
  )
  expect(begun.map(codeOf).sort()).toEqual([...Array(19).fill('RotationInProgress'), null])
  await using client = await connect(url)
  expect((await client.run(setting('default_transaction_isolation'))).rows, 'control').toEqual([
    { value: 'serializable' },
  ])
  expect(await brokenInvariants(place.data.truth)).toEqual([])
})

function withoutPassword(url: URL): string {
  const text = new URL(url)
  text.password = ''
  return text.href
}
