/** What the console bears from a server; times in milliseconds. */
export type RemoteLimits = {
  /** For the name to be found, TCP and TLS. */
  readonly connectMs: number
  /** From the request to the last byte of the answer; a rotation waits for its provider, which may take ten seconds and more. */
  readonly answerMs: number
  /** The same for a listing of wallets, which may be of hundreds of megabytes. */
  readonly listingMs: number
  /** Without a byte of the answer. */
  readonly idleMs: number
  /** Bytes of an answer once it is unpacked; of a listing, what is kept of it. */
  readonly answerBytes: number
  /** Bytes of a listing once it is unpacked, icons and all. */
  readonly listingBytes: number
  /** Bytes of one row of a listing. */
  readonly rowBytes: number
}

export const defaultRemoteLimits: RemoteLimits = {
  connectMs: 10_000,
  answerMs: 60_000,
  listingMs: 600_000,
  idleMs: 45_000,
  answerBytes: 64 * 1024 * 1024,
  listingBytes: 1024 * 1024 * 1024,
  rowBytes: 1024 * 1024,
}
