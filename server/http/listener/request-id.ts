import { randomBytes } from 'node:crypto'

/** Ids that are unique across restarts and cheap to make: a random part of this process, and a count. */
export function createRequestIds(): () => string {
  const thisProcess = randomBytes(9).toString('base64url')
  let requests = 0
  return () => `${thisProcess}-${(requests++).toString(36)}`
}
