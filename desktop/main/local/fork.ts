/** A child as Electron's `utilityProcess.fork` gives it, as far as it is used here. */
export type Child = {
  readonly pid: number | undefined
  readonly stdout: NodeJS.ReadableStream | null
  readonly stderr: NodeJS.ReadableStream | null
  postMessage(message: unknown): void
  kill(): boolean
  once(event: 'exit', listener: (code: number) => void): unknown
  on(event: 'error', listener: () => void): unknown
}

export type ForkOptions = {
  readonly stdio: 'pipe' | 'inherit'
  readonly serviceName: string
  /** That of this process unless given. */
  readonly env?: NodeJS.ProcessEnv
}

/** This process's environment without settings of the server: the window gives its own, as options. */
export const environmentWithoutSettings = (): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('STRONGROOM_')))

/** Starts a command of the server's bundle in a process of its own. */
export type ForkServer = (args: readonly string[], options: ForkOptions) => Child

type ForkModule = (module: string, args: string[], options: ForkOptions) => Child

/** Binds `utilityProcess.fork` to the bundle's entry. */
export const forkOf =
  (fork: ForkModule, module: string): ForkServer =>
  (args, options) => {
    const child = fork(module, [...args], options)
    // Without a listener it would throw here; the exit that follows is what counts.
    child.on('error', () => {})
    return child
  }
