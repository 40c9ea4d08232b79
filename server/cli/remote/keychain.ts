import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { isWellFormedToken } from '../../../shared/operator-token.ts'
import { Secret } from '../../../shared/secret.ts'

/** The keychain of the operating system, used through the program that belongs to it. */
export type SystemKeychain = {
  /** null where it has none, or is locked or missing. */
  read(profile: string): Promise<Secret | null>
  /** Whether the token was stored. */
  write(profile: string, token: Secret): Promise<boolean>
  erase(profile: string): Promise<void>
}

type Program = { readonly file: string; readonly args: readonly string[]; readonly input?: string }

/** Its user may have to type a password first. */
const timeLimitMs = 60_000
const service = 'strongroom-cli'

/** What a program printed, or null where it failed or is missing. What it is given goes through its standard input. */
async function run({ file, args, input = '' }: Program): Promise<string | null> {
  const child = spawn(file, args, { stdio: ['pipe', 'pipe', 'ignore'], timeout: timeLimitMs })
  const ended = new Promise<boolean>((resolve) => {
    child.once('error', () => resolve(false))
    child.once('close', (code) => resolve(code === 0))
  })
  child.stdin.on('error', () => {}) // of a program that ended without reading
  child.stdin.end(input)
  const [isDone, output] = await Promise.all([ended, text(child.stdout).catch(() => '')])
  return isDone ? output : null
}

type Programs = {
  read(profile: string): Program
  write(profile: string, token: Secret): Program
  erase(profile: string): Program
}

const attributes = (profile: string) => ['service', service, 'profile', profile]

/** libsecret's own program, for GNOME Keyring, KWallet and KeePassXC. */
const secretTool: Programs = {
  read: (profile) => ({ file: 'secret-tool', args: ['lookup', ...attributes(profile)] }),
  write: (profile, token) => ({
    file: 'secret-tool',
    args: ['store', `--label=Strongroom operator token (${profile})`, ...attributes(profile)],
    input: token.reveal(),
  }),
  erase: (profile) => ({ file: 'secret-tool', args: ['clear', ...attributes(profile)] }),
}

const entry = (profile: string) => ['-a', profile, '-s', service]

/** With `-i` it reads its commands from standard input, so that the token is in no list of processes. */
const security: Programs = {
  read: (profile) => ({ file: '/usr/bin/security', args: ['find-generic-password', ...entry(profile), '-w'] }),
  write: (profile, token) => ({
    file: '/usr/bin/security',
    args: ['-i'],
    input: `add-generic-password -U ${entry(profile).join(' ')} -w ${token.reveal()}\n`,
  }),
  erase: (profile) => ({ file: '/usr/bin/security', args: ['delete-generic-password', ...entry(profile)] }),
}

function programs(): Programs | null {
  if (process.platform === 'darwin') return security
  // Without a session bus there is no keychain, and libsecret would try to start one.
  return process.platform === 'linux' && process.env.DBUS_SESSION_BUS_ADDRESS ? secretTool : null
}

/** The keychain of this session, or null where there is none. */
export function systemKeychain(): SystemKeychain | null {
  const system = programs()
  if (!system) return null
  const read = async (profile: string) => {
    const found = (await run(system.read(profile)))?.trim()
    return found ? new Secret(found) : null
  }
  return {
    read,
    async write(profile, token) {
      if (!isWellFormedToken(token.reveal())) return false
      const written = await run(system.write(profile, token))
      // A keychain without a collection answers as if it had stored the token.
      return written !== null && (await read(profile))?.reveal() === token.reveal()
    },
    erase: async (profile) => void (await run(system.erase(profile))),
  }
}
