import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { Secret } from '../../../shared/secret.ts'
import { createApiForwarder, whoAmI } from '../remote/api-forwarder.ts'
import { createConnections } from '../remote/connections.ts'
import { defaultLimits } from '../remote/limits.ts'
import type { ForkServer } from './child.ts'
import { type CliOutcome, type CliTrouble, runCli } from './cli-process.ts'
import { folderArgs, type LocalFolder } from './folder.ts'

const name = 'desktop console'
const lifetime = '90d'
/** A token with less left is replaced at the start rather than left to expire while somebody works. */
const leastLeftMs = 14 * 24 * 3_600_000

export type OwnToken =
  | { readonly ok: true; readonly token: Secret }
  | { readonly ok: false; readonly trouble: CliTrouble }

type Place = { readonly fork: ForkServer; readonly folder: LocalFolder; readonly url: string }

/** Where the token is kept between two starts. */
export type TokenKeeper = {
  read(folder: LocalFolder): Promise<Secret | null>
  write(folder: LocalFolder, token: Secret): Promise<void>
}

const unclear: CliTrouble = {
  message: 'The server did not make a token for the console as it should',
  nextStep: 'Sign in with a token of "strongroom token create".',
}

const Created = z.object({ token: z.string() })

/** Whether the server takes the token and will for a while; where it does not say so, nothing speaks against it. */
async function isGood(token: Secret, url: string): Promise<boolean> {
  await using connections = createConnections(defaultLimits)
  const profile = { id: randomUUID(), url, caFile: null }
  const session = await whoAmI(createApiForwarder({ connections }), { profile, token })
  if (!session.ok) return session.error.code !== 'Unauthenticated'
  return Date.parse(session.value.expiresAt) - Date.now() > leastLeftMs
}

const run = ({ fork, folder }: Place, ...args: readonly string[]): Promise<CliOutcome> =>
  runCli(fork, { args: ['token', ...args, ...folderArgs(folder)] }).outcome

async function make(place: Place, keeper: TokenKeeper): Promise<OwnToken> {
  // Its older tokens are of no use to anybody any more: revoked in the same commit.
  const made = await run(place, 'create', '--name', name, '--all', '--expires-in', lifetime, '--replace')
  if (made.kind === 'trouble') return { ok: false, trouble: made.trouble }
  const created = made.kind === 'answer' ? Created.safeParse(made.value) : null
  if (!created?.success) return { ok: false, trouble: unclear }
  const token = new Secret(created.data.token)
  await keeper.write(place.folder, token)
  return { ok: true, token }
}

/**
 * The console's own token for the server of this machine: the kept one while it is good, else a new one, for which the
 * older ones are revoked. Its text goes from the command's pipe to the keeper and nowhere else.
 */
export async function ownToken(place: Place, keeper: TokenKeeper): Promise<OwnToken> {
  const kept = await keeper.read(place.folder)
  if (kept && (await isGood(kept, place.url))) return { ok: true, token: kept }
  return make(place, keeper)
}
