import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Run, start, strongroom } from '../../harness/cli.ts'
import { temporaryFolder } from '../../harness/temporary-folder.ts'

type Options = { readonly env?: NodeJS.ProcessEnv; readonly input?: string }

/** The command line of a user with settings of their own. */
export type Shell = AsyncDisposable & {
  /** A folder of this user. */
  readonly home: string
  /** Its settings, for what is started in another way. */
  readonly env: NodeJS.ProcessEnv
  run(args: readonly string[], options?: Options): Promise<Run>
  /** Starts a command without waiting for it. */
  start(args: readonly string[], options?: Options): ReturnType<typeof start>
  /** What a command prints with `--json`, also one that fails. */
  json(args: readonly string[], options?: Options): Promise<{ readonly status: number | null; readonly value: never }>
  /** Writes a file and gives its path. */
  file(name: string, text: string): string
}

export async function openShell(env: NodeJS.ProcessEnv = {}): Promise<Shell> {
  const folder = await temporaryFolder()
  // Without a session bus there is no keychain to find.
  const own = { XDG_CONFIG_HOME: join(folder.path, 'config'), DBUS_SESSION_BUS_ADDRESS: '', ...env }
  const optionsOf = (options: Options = {}) => ({ ...options, env: { ...own, ...options.env } })
  const shell: Shell = {
    home: folder.path,
    env: own,
    run: (args, options) => strongroom(args, optionsOf(options)),
    start: (args, options) => start(args, optionsOf(options)),
    json: async (args, options) => {
      const { status, stdout, stderr } = await shell.run([...args, '--json'], options)
      if (!stdout) throw new Error(`strongroom ${args.join(' ')} printed nothing: ${stderr}`)
      return { status, value: JSON.parse(stdout) as never }
    },
    file: (name, text) => {
      writeFileSync(join(folder.path, name), text, { mode: 0o600 })
      return join(folder.path, name)
    },
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  }
  return shell
}

type Access = { readonly server: { readonly url: string }; readonly token: string }

/** The command line of an administrator at a server. */
export async function administrator({ server, token }: Access): Promise<Shell> {
  const folder = await openShell()
  const env = { STRONGROOM_URL: server.url, STRONGROOM_TOKEN_FILE: folder.file('token', token) }
  const shell = await openShell(env)
  return {
    ...shell,
    [Symbol.asyncDispose]: async () =>
      void (await Promise.all([folder, shell].map((each) => each[Symbol.asyncDispose]()))),
  }
}

/** The error that a command prints with `--json`. */
export const facts = (value: unknown) => (value as { error: Record<string, unknown> }).error
