import { userInfo } from 'node:os'

/** The operating system's name for the user of this process, or its uid when it has no name, as in a container. */
function userName(): string {
  try {
    return userInfo().username
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`
  }
}

/** Who called sudo. Read only for root, since any other user could set the variable freely. */
function sudoCaller({ SUDO_USER: caller = '' }: NodeJS.ProcessEnv): string {
  return process.getuid?.() === 0 && /^[\w.@-]{1,64}$/.test(caller) ? `, sudo by ${caller}` : ''
}

/**
 * Who runs a command, as recorded in the audit log: `alice (strongroom import)` or `root, sudo by alice (strongroom
 * import)`.
 */
export const actorOf = (command: string, env = process.env): string =>
  `${userName()}${sudoCaller(env)} (strongroom ${command})`
