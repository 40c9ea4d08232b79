/** Exit codes of the commands. */
export const exitCodes = {
  ok: 0,
  /** The command failed. */
  failed: 1,
  /** The command line is wrong. */
  usage: 2,
  /** Not permitted. */
  access: 3,
  notFound: 4,
  /** The provider could not be reached, or rejected the request. */
  provider: 5,
  /** It is not known whether the change took effect. */
  unknown: 6,
} as const

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]
