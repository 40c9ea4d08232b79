import { userInfo } from 'node:os'

/** As the operating system names the user of this process; a user without a name, as in a container, by its number. */
function userName(): string {
  try {
    return userInfo().username
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`
  }
}

/** Who called sudo. Only root is believed: whoever runs as root could write anything, all others could set it freely. */
function sudoCaller({ SUDO_USER: caller = '' }: NodeJS.ProcessEnv): string {
  return process.getuid?.() === 0 && /^[\w.@-]{1,64}$/.test(caller) ? `, sudo by ${caller}` : ''
}

/** Who runs a command, as the audit tells it: `alice (strongroom import)` or `root, sudo by alice (strongroom import)`. */
export const actorOf = (command: string, env = process.env): string =>
  `${userName()}${sudoCaller(env)} (strongroom ${command})`
