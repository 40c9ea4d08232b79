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
  /** Ctrl+C at a prompt, as shells report it. */
  interrupted: 130,
} as const

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]

/** What each of them means to the person or program that ran a command. */
export const exitCodeMeanings: Readonly<Record<ExitCode, string>> = {
  0: 'The command succeeded.',
  1: 'The command failed.',
  2: 'The command line or the environment is invalid.',
  3: 'Access was denied.',
  4: 'A named item does not exist.',
  5: 'The provider rejected the request or could not be reached.',
  6: 'It is not known whether the change took effect.',
  130: 'The command was interrupted by Ctrl+C.',
}
