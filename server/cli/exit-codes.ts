/** What a command tells the shell that started it. */
export const exitCodes = {
  ok: 0,
  /** It could not be done. */
  failed: 1,
  /** It was asked wrongly. */
  usage: 2,
  /** It was not allowed. */
  access: 3,
  notFound: 4,
  /** The provider could not be asked or refused. */
  provider: 5,
} as const

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]
