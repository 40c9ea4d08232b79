import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Child, type ForkServer, forkOf } from '../../../desktop/main/local/child.ts'
import { createLocalServer, type LocalServerControl } from '../../../desktop/main/local/local-server.ts'
import type { TokenStore } from '../../../desktop/main/local/own-token.ts'
import type { Secret } from '../../../shared/secret.ts'
import { temporaryFolder } from '../../harness/temporary-folder.ts'
import { forkWithNode } from './fork-with-node.ts'

/** A console's local part without its windows: a folder of its own, the real bundle, and all children it ever had. */
export type LocalConsole = AsyncDisposable & {
  readonly dataRoot: string
  readonly server: LocalServerControl
  readonly fork: ForkServer
  readonly children: readonly Child[]
  readonly commandLines: readonly (readonly string[])[]
  readonly statuses: readonly string[]
  readonly tokens: TokenStore & { readonly kept: Map<boolean, Secret> }
}

function createTokenStore(): LocalConsole['tokens'] {
  const kept = new Map<boolean, Secret>()
  return {
    kept,
    read: async ({ isDemo }) => kept.get(isDemo) ?? null,
    write: async ({ isDemo }, token) => void kept.set(isDemo, token),
  }
}

type Given = { readonly folder?: Awaited<ReturnType<typeof temporaryFolder>>; readonly uid?: number | undefined }

export async function openLocalConsole(entry: string, { folder: given, uid }: Given = {}): Promise<LocalConsole> {
  const folder = given ?? (await temporaryFolder())
  const children: Child[] = []
  const commandLines: (readonly string[])[] = []
  const statuses: string[] = []
  const forkServer = forkOf((module, args, options) => forkWithNode(module, args, { ...options, uid }), entry)
  const fork: ForkServer = (args, options) => {
    const child = forkServer(args, options)
    children.push(child)
    commandLines.push(args)
    return child
  }
  const onChange = () => void statuses.push(server.state().status)
  const server = createLocalServer({ fork, dataRoot: folder.path, onChange })
  return {
    dataRoot: folder.path,
    server,
    fork,
    children,
    commandLines,
    statuses,
    tokens: createTokenStore(),
    async [Symbol.asyncDispose]() {
      await server.stop()
      await folder[Symbol.asyncDispose]()
    },
  }
}

/** All that the files of a folder hold. */
export const contentOf = (folder: string): string =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'latin1'))
    .join('\n')

export const last = <Item>(items: readonly Item[]): Item => {
  const item = items.at(-1)
  if (item === undefined) throw new Error('there is none')
  return item
}
