import { createHash } from 'node:crypto'

/** The bearer token of a request as its SHA-256, as it stands in the table of tokens. */
export function hashOf(authorization = '') {
  const [scheme, token = ''] = authorization.split(' ')
  return scheme === 'Bearer' ? createHash('sha256').update(token).digest('hex') : ''
}

export const envelope = (value) => ({ isSuccess: true, isFailure: false, error: null, value })

/** Tells the benchmark where the server listens. */
export function announce(server) {
  server.on('listening', () => console.log(JSON.stringify({ url: `http://127.0.0.1:${server.address().port}` })))
  process.on('SIGTERM', () => process.exit())
}
