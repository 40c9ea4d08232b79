import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { createKeyFile } from '../../../server/vault/key-file.ts'
import { serving } from '../../cli/serving.ts'
import { root, strongroom } from '../../harness/cli.ts'
import { temporaryFolder } from '../../harness/temporary-folder.ts'
import { postgres } from '../engines/postgres.ts'
import { noPostgres } from './programs.ts'

type Service = {
  readonly command?: readonly string[]
  readonly environment: Readonly<Record<string, string>>
  readonly secrets?: readonly ({ readonly source: string; readonly target: string } | string)[]
  readonly volumes?: readonly string[]
  readonly depends_on?: object
  readonly read_only?: boolean
}
type Compose = {
  readonly services: Readonly<Record<string, Service>>
  readonly volumes: object
  readonly secrets: Readonly<Record<string, { readonly file: string }>>
}

const read = (name: string) => readFileSync(join(root, 'docs/deploy/compose', name), 'utf8')
const compose = parse(read('compose.yaml'), { merge: true }) as Compose
const services = Object.entries(compose.services)

test('each volume, secret and service that is named is declared', () => {
  for (const [name, { secrets = [], volumes = [], depends_on = {} }] of services) {
    const named = volumes.map((volume) => volume.split(':')[0] ?? '').filter((volume) => !volume.startsWith('.'))
    expect(Object.keys(compose.volumes), name).toEqual(expect.arrayContaining(named))
    const sources = secrets.map((secret) => (typeof secret === 'string' ? secret : secret.source))
    expect(Object.keys(compose.secrets), name).toEqual(expect.arrayContaining(sources))
    const others = Array.isArray(depends_on) ? depends_on : Object.keys(depends_on)
    expect(Object.keys(compose.services), name).toEqual(expect.arrayContaining(others))
  }
  const upstreams = [...read('nginx.conf').matchAll(/server (desk-\d):8420/g)].map(([, name]) => name)
  expect(upstreams).toEqual(Object.keys(compose.services).filter((name) => name.startsWith('desk-')))
})

/** The database as the file that PostgreSQL runs at its first start leaves it. */
async function createRole(ownerUrl: string, { role, password }: { role: string; password: string }): Promise<void> {
  const [, statement = ''] = /^(CREATE ROLE .*);$/m.exec(read('roles.sql')) ?? []
  expect(statement).toContain(':')
  await using client = Object.assign(new pg.Client(ownerUrl), {
    [Symbol.asyncDispose](this: pg.Client) {
      return this.end()
    },
  })
  await client.connect()
  await client.query(statement.replace('strongroom', role).replace(":'password'", `'${password}'`))
}

test('the commands and settings of the services make a database, and two servers serve it', async ({ skip }) => {
  skip(noPostgres !== null, noPostgres ?? undefined)
  await using folder = await temporaryFolder()
  const ownerUrl = new URL(await postgres.dataOf(join(folder.path, 'truth')).url())
  const role = `compose_${randomBytes(4).toString('hex')}`
  const password = randomBytes(12).toString('hex')
  await createRole(ownerUrl.href, { role, password })
  writeFileSync(join(folder.path, 'owner-password'), ownerUrl.password, { mode: 0o400 })
  writeFileSync(join(folder.path, 'service-password'), password, { mode: 0o400 })
  createKeyFile(join(folder.path, 'kek'))

  /** As the containers see their database and secrets, but for where those are. */
  const here = (value: string) =>
    value
      .replace('/run/credentials/', `${folder.path}/`)
      .replace(/@database\/strongroom\?host=.*/, `@${ownerUrl.host}${ownerUrl.pathname}`)
      .replace('//strongroom@', `//${role}@`)
      .replace(/\$\{STRONGROOM_NAME:.*\}/, 'desk.example')
  const envOf = (name: string) =>
    Object.fromEntries(
      Object.entries(compose.services[name]?.environment ?? {}).map(([key, value]) => [key, here(value)]),
    )

  const args = compose.services.migrate?.command?.map((word) => (word === 'strongroom' ? role : word)) ?? []
  expect(await strongroom(args, { env: envOf('migrate') })).toMatchObject({ status: 0, stderr: '' })

  await using started = new AsyncDisposableStack()
  for (const name of ['desk-1', 'desk-2']) {
    const data = join(folder.path, name)
    mkdirSync(data, { mode: 0o700 })
    const env = { ...envOf(name), STRONGROOM_DATA: data, STRONGROOM_KEY_FILE: join(folder.path, 'kek') }
    const server = started.use(await serving(['serve', '--port', '0', '--json'], { env }))
    const { url } = JSON.parse(server.greeting) as { url: string }
    expect((await fetch(`${url}/readyz`)).status, name).toBe(200)
  }
  expect(compose.services['desk-1']?.read_only, 'as a template gives it').toBe(true)
})
