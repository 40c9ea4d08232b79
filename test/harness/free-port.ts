import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/**
 * Systems give none of these to connections, or to servers that take any port: Linux begins at 32768, others higher. Of
 * theirs, one that is free now may be taken before it is used, and a client that tries it may reach itself. The ports
 * that `fetch` refuses are lower.
 */
const range = { first: 10_240, end: 32_768 }

/** Whether nothing listens there on the loopback. */
export const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer().once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })

/** A port of the loopback for a server whose port must be known before it starts. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(range.first, range.end)
    if (await isFree(port)) return port
  }
}
