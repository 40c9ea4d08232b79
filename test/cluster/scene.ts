import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { PlainCredentials } from '../../server/providers/provider.ts'
import { issueCredentials } from '../../server/providers/simulator/issue-credentials.ts'
import type { Mode } from '../../server/providers/simulator/modes.ts'
import { createKeyFile } from '../../server/vault/key-file.ts'
import { type ServingProcess, serving } from '../cli/serving.ts'
import { type Run, strongroom } from '../harness/cli.ts'
import { custodians, seed, tenants } from '../harness/seed.ts'
import type { StoredData } from '../store/engine.ts'
import { postgres, postgresAt } from '../store/engines/postgres.ts'

export type ClusterServer = ServingProcess & {
  readonly url: string
  fetch(path: string, token: string, init?: RequestInit): Promise<Response>
  /** Offers credentials for the custodian at Copper; answers the status. */
  rotate(token: string, credentials: PlainCredentials): Promise<number>
}

/** Servers of the command line on one database; each has a folder of its own, and all have the key. */
export type ClusterScene = AsyncDisposable & {
  readonly data: StoredData
  /** The URL of the database with the password of its owner. */
  readonly ownerUrl: string
  /** Its key-encryption key. */
  readonly keyFile: string
  /** The data folder of that server. */
  folderOf(name: string): string
  /** Options by which a command reaches the database with the folder of that server. */
  optionsOf(name: string): readonly string[]
  start(name: string, ...more: readonly string[]): Promise<ClusterServer>
  /** Starts one in another environment. */
  startIn(env: NodeJS.ProcessEnv, name: string, ...more: readonly string[]): Promise<ClusterServer>
  /** Runs a command with the folder of that server to its end; later options win over those that it gets here. */
  run(name: string, command: string, ...args: readonly string[]): Promise<Run>
  token(role?: string): Promise<string>
  /** New credentials that the provider simulator of each server knows. */
  credentials(mode?: Mode): Promise<PlainCredentials>
  /** So many of them. */
  offers(count: number): Promise<readonly PlainCredentials[]>
}

/** As commands take it. */
export function withoutPassword(url: string): { readonly url: string; readonly password: string } {
  const parsed = new URL(url)
  const { password } = parsed
  parsed.password = ''
  return { url: parsed.href, password }
}

type Starting = { readonly env?: NodeJS.ProcessEnv; readonly more?: readonly string[] }

async function serveWith(args: readonly string[], env?: NodeJS.ProcessEnv): Promise<ClusterServer> {
  const server = await serving(args, { env })
  const { url } = JSON.parse(server.greeting) as { url: string }
  return { ...server, url, ...clientOf(url) }
}

async function seedAt(data: StoredData): Promise<void> {
  const store = await data.open()
  await seed(store)
  await store.close()
}

/** In the database of that URL; else in one of its own. */
export async function setCluster(databaseUrl?: string): Promise<ClusterScene> {
  const folder = await mkdtemp(join(tmpdir(), 'strongroom-cluster-'))
  // The name of a database follows from that of its folder.
  const dataDir = join(folder, basename(folder))
  const data = databaseUrl ? await postgresAt(databaseUrl, dataDir) : postgres.dataOf(dataDir)
  const ownerUrl = await data.url()
  const { url, password } = withoutPassword(ownerUrl)
  const passwordFile = join(folder, 'password')
  const keyFile = join(folder, 'kek')
  await writeFile(passwordFile, password, { mode: 0o600 })
  createKeyFile(keyFile)
  await seedAt(data)
  const issued: object[] = []
  let tokens = 0
  const folders = new Set<string>()
  const writeKeys = async (of: string) => writeFile(join(of, 'simulator.json'), JSON.stringify({ keys: issued }))
  const issue = async (count: number, mode: Mode) => {
    const made = await Promise.all(
      Array.from({ length: count }, () => issueCredentials('copper', { account: 'one', mode })),
    )
    issued.push(...made.map(({ key }) => key))
    for (const of of folders) await writeKeys(of)
    return made.map(({ credentials }) => credentials)
  }
  const folderOf = (name: string) => join(folder, name)
  const optionsOf = (name: string) => [
    `--data=${folderOf(name)}`,
    `--key-file=${keyFile}`,
    `--store=${url}`,
    `--store-password-file=${passwordFile}`,
  ]
  const startServer = async (name: string, { env, more = [] }: Starting) => {
    await mkdir(folderOf(name), { recursive: true, mode: 0o700 })
    folders.add(folderOf(name))
    await writeKeys(folderOf(name))
    return serveWith(['serve', ...optionsOf(name), '--port', '0', '--json', ...more], env)
  }
  return {
    data,
    ownerUrl,
    keyFile,
    folderOf,
    optionsOf,
    start: (name, ...more) => startServer(name, { more }),
    startIn: (env, name, ...more) => startServer(name, { env, more }),
    run: (name, command, ...args) => strongroom([...command.split(' '), ...optionsOf(name), ...args]),
    async token(role = 'platform-administrator') {
      tokens += 1
      const command = ['token', 'create', '--name', `operator ${tokens}`, '--role', role]
      const { stdout, stderr } = await strongroom([...command, ...optionsOf('admin')])
      if (!stdout) throw new Error(stderr)
      return stdout.trim()
    },
    credentials: async (mode = 'ok') => (await issue(1, mode))[0] as PlainCredentials,
    offers: (count) => issue(count, 'ok'),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  }
}

function clientOf(origin: string): Pick<ClusterServer, 'fetch' | 'rotate'> {
  const send = (path: string, token: string, init?: RequestInit) =>
    fetch(origin + path, {
      ...init,
      headers: {
        ...init?.headers,
        authorization: `Bearer ${token}`,
        ...(init?.body && { 'content-type': 'application/json' }),
      },
    })
  // A busy machine makes a server answer that nothing was changed and that it can be asked again.
  const call: ClusterServer['fetch'] = async (path, token, init) => {
    for (;;) {
      const answer = await send(path, token, init)
      if (answer.status !== 503) return answer
      await sleep(200)
    }
  }
  return {
    fetch: call,
    async rotate(token, credentials) {
      const body = JSON.stringify({ tenantId: tenants.first, ...credentials })
      const path = `/platform/admin/custodians/${custodians.copper}/update_api_keys`
      const { status } = await call(path, token, { method: 'PUT', body })
      return status
    },
  }
}
