import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { err, ok, type Result } from '../../../shared/result.ts'
import { Secret } from '../../../shared/secret.ts'
import type { Problem } from '../../bridge/failures.ts'
import { t } from '../../words/words.ts'
import { createApiForwarder, fetchSession } from '../remote/api-forwarder.ts'
import { createConnections } from '../remote/connections.ts'
import { defaultRemoteLimits } from '../remote/limits.ts'
import type { ForkServer } from './child.ts'
import { runCli } from './cli-process.ts'
import { folderArgs, type LocalFolder } from './folder.ts'

const name = 'desktop console'
const lifetime = '90d'
/** A token that expires sooner is replaced at the start, rather than left to expire while the console is in use. */
const leastLeftMs = 14 * 24 * 3_600_000

type Place = { readonly fork: ForkServer; readonly folder: LocalFolder; readonly url: string }

/** Where the token is stored between two starts. */
export type TokenStore = {
  read(folder: LocalFolder): Promise<Secret | null>
  write(folder: LocalFolder, token: Secret): Promise<void>
}

const unclear = (): Problem => ({
  message: t('localServer:noToken.message'),
  nextStep: t('localServer:noToken.nextStep'),
})

const Created = z.object({ token: z.string() })

/** Whether the server accepts the token and will for a while. Where the server cannot tell, the token is kept. */
async function isGood(token: Secret, url: string): Promise<boolean> {
  await using connections = createConnections(defaultRemoteLimits)
  const profile = { id: randomUUID(), url, caFile: null }
  const session = await fetchSession(createApiForwarder({ connections }), { profile, token })
  if (!session.ok) return session.error.code !== 'Unauthenticated'
  return Date.parse(session.value.expiresAt) - Date.now() > leastLeftMs
}

/** `--replace` revokes the console's older tokens in the same commit. */
const creation = ['token', 'create', '--name', name, '--all', '--expires-in', lifetime, '--replace']

async function createToken({ fork, folder }: Place, store: TokenStore): Promise<Result<Secret, Problem>> {
  const printed = await runCli(fork, { args: [...creation, ...folderArgs(folder)] }).result
  if (!printed.ok) return printed
  const created = Created.safeParse(printed.value)
  if (!created.success) return err(unclear())
  const token = new Secret(created.data.token)
  await store.write(folder, token)
  return ok(token)
}

/**
 * The console's own token for the server of this machine: the stored one while it is good, else a new one, which revokes
 * the older ones. Its text goes from the command's pipe to the store and nowhere else.
 */
export async function ownToken(place: Place, store: TokenStore): Promise<Result<Secret, Problem>> {
  const stored = await store.read(place.folder)
  return stored && (await isGood(stored, place.url)) ? ok(stored) : createToken(place, store)
}
