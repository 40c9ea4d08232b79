import { PassThrough, type Readable } from 'node:stream'

/** How long output may still be on its way after the end of its process. */
const patienceMs = 2_000

/**
 * What a child writes, to its end. Electron takes every listener off a child's streams when it exits, although its last
 * words may still be on their way; here they are listened for again.
 */
export function outputOf(stream: NodeJS.ReadableStream | null, exited: Promise<unknown>): Readable {
  const output = new PassThrough()
  if (!stream) return output.end()
  const take = (chunk: Buffer) => void (output.writableEnded || output.write(chunk))
  const finish = () => void output.end()
  const listen = () => void stream.off('data', take).off('end', finish).on('data', take).on('end', finish)
  listen()
  void exited.then(() => {
    listen()
    setTimeout(finish, patienceMs).unref()
  })
  return output
}
