import { run } from './cli/run.ts'

type Port = Pick<NodeJS.EventEmitter, 'on'>

/** The channel to the parent: Electron's in a utility process, Node's in a forked one. */
const { parentPort = process as Port } = process as { parentPort?: Port }

/** Any message requests a stop, like SIGTERM: Windows has no signals, and Electron kills two seconds after its own. */
parentPort.on('message', () => {
  if (!process.emit('SIGTERM')) process.exit(143)
})

/**
 * Electron only warns of a rejection in a utility process; a server in an unknown state must end and be started again.
 */
process.on('unhandledRejection', (reason) => {
  throw reason
})

const written = (stream: NodeJS.WriteStream) => new Promise<void>((resolve) => stream.write('', () => resolve()))

async function runToEnd(): Promise<never> {
  await run(process.argv.slice(2))
  await Promise.all([written(process.stdout), written(process.stderr)])
  // A utility process does not exit on its own (electron/electron#47228).
  process.exit()
}

void runToEnd()
