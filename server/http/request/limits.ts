/** What the listener bears before it refuses; times in milliseconds, as Node and Fastify name them. */
export type Limits = {
  /** For all headers of a request to arrive. */
  readonly headersTimeout: number
  /** For the whole request to arrive. */
  readonly requestTimeout: number
  /** Without a byte either way while a request is answered; longer than the slowest provider is waited for. */
  readonly connectionTimeout: number
  /** Bytes a second that a caller must read of an answer on average, once it has had `connectionTimeout`. */
  readonly minReadRate: number
  /** How often slow requests are looked for. */
  readonly connectionsCheckingInterval: number
  /** How late the event loop may be on the average before requests are answered 503; with 0 they never are. */
  readonly maxEventLoopDelay: number
  /** What that average is of. A single turn of the loop as long as this counts as pressure, a shorter one does not. */
  readonly pressureInterval: number
  /** Failed authentications a minute from one address before they are answered 429. */
  readonly failedAuthentications: number
  /** Calls that a token may begin in a second, and at once after a pause; 0 is no limit. */
  readonly tokenRate: number
  /** Calls of a token that may be open at once; 0 is no limit. */
  readonly tokenInFlight: number
}

export const defaultLimits: Limits = {
  headersTimeout: 5_000,
  requestTimeout: 10_000,
  connectionTimeout: 30_000,
  minReadRate: 8 * 1024,
  connectionsCheckingInterval: 1_000,
  maxEventLoopDelay: 2_000,
  pressureInterval: 5_000,
  failedAuthentications: 30,
  tokenRate: 1_000,
  tokenInFlight: 256,
}

/** In bytes. */
export const largestBody = 64 * 1024
/** In bytes, with the request line. */
export const largestHeaders = 16 * 1024

/**
 * Connections that may wait until the event loop accepts them; the system may allow fewer. Beyond them the system answers
 * no caller, who tries again after a second and more, and is reset in the end.
 */
export const mostWaitingConnections = 4_096

/** Calls that one request may carry; stated in README and in the client package. */
export const mostCalls = 10
