import { run } from './cli/run.ts'

type Port = Pick<NodeJS.EventEmitter, 'on'>

/** Electron's way to whoever started a utility process; Node's own where it was forked. */
const { parentPort = process as Port } = process as { parentPort?: Port }

/** Any message asks for the end, as SIGTERM does: Windows has no signals, and Electron kills two seconds after its own. */
parentPort.on('message', () => {
  if (!process.emit('SIGTERM')) process.exit(143)
})

/** Electron only warns of a rejection in a utility process; a server in an unknown state must end and be started again. */
process.on('unhandledRejection', (reason) => {
  throw reason
})

const written = (stream: NodeJS.WriteStream) => new Promise<void>((resolve) => stream.write('', () => resolve()))

await run(process.argv.slice(2))
await Promise.all([written(process.stdout), written(process.stderr)])
// A utility process does not end by itself (electron/electron#47228).
process.exit()
