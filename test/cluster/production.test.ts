import { execFile } from 'node:child_process'
import { chmod, copyFile, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeEach, describe, expect, test } from 'vitest'
import { serving } from '../cli/serving.ts'
import { type Block, readPage } from '../docs/pages.ts'
import { environment, main, strongroomJson } from '../harness/cli.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { startTlsCluster, type TlsCluster } from '../store/postgres/cluster.ts'
import { debianPrograms } from '../store/postgres/programs.ts'

const run = promisify(execFile)

const page = readPage('docs/production.md')
const isRunHere = ({ remarks }: Block) => remarks.includes('tested by: test/cluster/production.test.ts')

/** The block of the page that has this text; those that this test runs are all found, once each. */
function blockWith(text: string): Block {
  const [block, ...others] = page.blocks.filter((each) => each.text.includes(text))
  if (!block || others.length > 0) throw new Error(`${1 + others.length} blocks have "${text}"`)
  return block
}

/** A machine of the page: its folders are below `home`, and the database is the one of the test. */
type Machine = {
  readonly home: string
  /** What the page says, for this machine. */
  here(text: string): string
  /** Runs a block in a shell; answers what it prints. */
  run(block: Block): Promise<string>
}

async function openMachine(home: string, work: string, { port, password }: TlsCluster): Promise<Machine> {
  const bin = join(home, 'bin')
  for (const folder of [bin, join(home, 'etc'), join(home, 'var')])
    await mkdir(folder, { recursive: true, mode: 0o700 })
  await writeFile(join(bin, 'strongroom'), `#!/bin/sh\nexec '${process.execPath}' '${main}' "$@"\n`)
  await chmod(join(bin, 'strongroom'), 0o755)
  const administrator = { PGHOST: '127.0.0.1', PGPORT: `${port}`, PGUSER: 'owner', PGPASSWORD: password }
  const path = `${bin}:${debianPrograms?.folder}:${process.env.PATH}`
  const env = environment({ HOME: home, PATH: path, PGDATABASE: 'postgres', ...administrator })
  const here = (text: string) =>
    text
      .replaceAll('db.example', `localhost:${port}`)
      .replaceAll('db-1.example', 'localhost:1')
      .replaceAll('db-2.example', `localhost:${port}`)
      .replaceAll('/etc/strongroom', join(home, 'etc'))
      .replaceAll('/var/lib/strongroom', join(home, 'var'))
      .replaceAll('sudo -u postgres ', '')
      .replaceAll('STRONGROOM_HOST=0.0.0.0', 'STRONGROOM_HOST=127.0.0.1')
  return {
    home,
    here,
    run: async ({ text }) => (await run('bash', ['-euo', 'pipefail', '-c', here(text)], { cwd: work, env })).stdout,
  }
}

const noDebian = "Debian's postgresql, whose pg_dump the page uses, is not installed"

beforeEach(({ skip }) => skip(debianPrograms === null, noDebian))

describe('docs/production.md', () => {
  test('its commands, as printed, lead to two servers, a verified restore, a move there and back, and certificates that are checked', async () => {
    await using folder = await temporaryFolder()
    if (!debianPrograms) throw new Error(noDebian)
    await using cluster = await startTlsCluster(folder.path, debianPrograms)
    const work = join(folder.path, 'work')
    await mkdir(work)
    const first = await openMachine(join(folder.path, 'first'), work, cluster)
    const second = await openMachine(join(folder.path, 'second'), work, cluster)
    const ran: Block[] = []
    const runs = (machine: Machine, text: string) => {
      const block = blockWith(text)
      ran.push(block)
      return machine.run(block)
    }

    await copyFile(cluster.certificateFile, join(first.home, 'etc/db-ca.pem'))
    await copyFile(cluster.certificateFile, join(second.home, 'etc/db-ca.pem'))
    await runs(first, 'CREATE DATABASE')
    expect(await runs(first, 'strongroom store migrate')).toMatch(/has schema \d+\. Role "strongroom" may serve it/)

    await fillDesk(first)
    expect(await runs(first, 'strongroom/desk')).toContain('Each table has the same rows there')

    const start = async ({ home, here }: Machine) => {
      await copyFile(join(work, 'service.password'), join(home, 'etc/service.password'))
      const settings = here(blockWith('STRONGROOM_PROXY_ADDRESS').text).replace('DRAIN=10', 'DRAIN=0')
      await writeFile(join(home, 'etc/strongroom.env'), settings)
      const env = Object.fromEntries(settings.split('\n').map((line) => line.split(/=(.*)/s).slice(0, 2)))
      return serving(['serve', '--port', '0', '--json'], { env })
    }
    ran.push(blockWith('strongroom.env\nstrongroom serve'))
    await using one = await start(first)
    await mkdir(join(second.home, 'var/key'), { mode: 0o700 })
    await copyFile(join(first.home, 'var/key/kek'), join(second.home, 'var/key/kek'))
    await using other = await start(second)
    const printed = await runs(first, 'strongroom token create')
    expect(printed).toContain('ok: ')
    const [token = ''] = /srt_\w+/.exec(printed) ?? []
    for (const { greeting } of [one, other]) {
      const { url } = JSON.parse(greeting) as { url: string }
      const answer = await fetch(`${url}/platform/admin/custodians`, { headers: { authorization: `Bearer ${token}` } })
      expect(answer.status).toBe(200)
    }

    expect(await runs(first, 'db-1.example'), 'the first host does not answer').toMatch(/localhost:1,localhost:\d+/)
    await runs(first, 'pg_dump')
    expect(await runs(first, 'pg_restore')).toContain('ok: ')
    await expect(runs(first, 'strongroom keys rotate')).rejects.toThrow(/1 of its servers cannot use the new key/)
    await rotateKey(first, second)
    for (const server of [one, other]) await server.stop()
    expect(await runs(first, 'strongroom/single')).toMatch(/Each table has the same rows there.*\nok +audit/s)
    expect(await tokensOf(first, 'single')).toEqual(['before the move', 'ada'])
    expect(new Set(ran)).toEqual(new Set(page.blocks.filter(isRunHere)))
    await expect(first.run(withUrl('127.0.0.1', cluster))).rejects.toThrow(/certificate is not valid for 127\.0\.0\.1/)
    await expect(first.run(withUrl('localhost', cluster, ''))).rejects.toThrow(/certificate is not valid for localhost/)
    expect(await first.run(withUrl('localhost', cluster)), 'control').toContain('ada')
  })
})

/** After the first try, which made the new key. */
async function rotateKey(first: Machine, second: Machine): Promise<void> {
  await copyFile(join(first.home, 'var/key/kek.next'), join(second.home, 'var/key/kek.next'))
  const rotate = blockWith('strongroom keys rotate')
  for (const machine of [first, second]) expect(await machine.run(rotate)).toContain('is active and wraps all')
}

/** The data folder of a server before it moves to the database. */
const fillDesk = ({ home }: Machine) =>
  strongroomJson(['token', 'create', '--name', 'before the move', '--all', '--data', join(home, 'var/desk')])

async function tokensOf({ home }: Machine, folder: string): Promise<readonly string[]> {
  const list = ['token', 'list', '--data', join(home, 'var', folder)]
  return (await strongroomJson<readonly { readonly name: string }[]>(list)).map(({ name }) => name)
}

/** Lists the tokens over a connection to that name. */
function withUrl(host: string, { port }: TlsCluster, authority = '&sslrootcert=/etc/strongroom/db-ca.pem'): Block {
  const url = `postgres://strongroom@${host}:${port}/strongroom?sslmode=verify-full${authority}`
  const text = `set -a; . /etc/strongroom/strongroom.env; strongroom token list --store '${url}'`
  return { line: 0, language: 'sh', text, remarks: [] }
}
