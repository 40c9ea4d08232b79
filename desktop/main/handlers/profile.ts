import { randomUUID } from 'node:crypto'
import { err, ok, type Result } from '../../../shared/result.ts'
import { type ConsoleFailure, consoleFailure } from '../../bridge/failures.ts'
import type { Profile, ProfileDraft } from '../../bridge/profiles.ts'
import type { ProfileAnswer } from '../../bridge/schema.ts'
import { t } from '../../words/words.ts'
import type { Handlers } from '../gate.ts'
import type { Mutex } from '../mutex.ts'
import type { Dialogs } from '../platform.ts'
import type { Authorities } from '../profiles/authorities.ts'
import type { ConsoleFile } from '../profiles/console-file.ts'
import { isSameServer } from '../profiles/same-server.ts'
import { failureOfFault } from '../remote/fault.ts'
import { trustOf } from '../remote/trust.ts'
import type { ProviderSessions } from '../tokens/provider-sessions.ts'

type Parts = {
  readonly file: ConsoleFile
  readonly sessions: Pick<ProviderSessions, 'signOut'>
  readonly dialogs: Dialogs
  readonly authorities: Authorities
  /** For changes of which token belongs to which server. */
  readonly runExclusive: Mutex
  readonly onSelect: (profile: Profile) => void
  /** Drops what was read from the server of a profile and closes its connections. */
  readonly disconnect: (profileId: string) => Promise<void>
  /** To be called after a token was erased. */
  readonly onSignedOut: () => Promise<void>
}

type Reply = Result<ProfileAnswer, ConsoleFailure>

const idOnly = (id: string | null): Reply => ok({ id, caFile: null, openUntil: null })

const profileIn = (file: ConsoleFile, id: string | null) => file.current().profiles.find((profile) => profile.id === id)

function put(file: ConsoleFile, profile: Profile): void {
  const { profiles, activeProfileId } = file.current()
  const isNew = !profileIn(file, profile.id)
  file.change({
    profiles: isNew ? [...profiles, profile] : profiles.map((each) => (each.id === profile.id ? profile : each)),
    activeProfileId: activeProfileId ?? profile.id,
  })
}

async function save(
  { file, sessions, authorities, disconnect }: Parts,
  { id, ...draft }: ProfileDraft,
): Promise<Reply> {
  const old = profileIn(file, id)
  if (id !== null && !old) return err(consoleFailure('NoSuchProfile'))
  if (!authorities.isChosen(draft.caFile)) return err(consoleFailure('NotAllowed'))
  const kind = old?.kind ?? 'server'
  // The form cannot change where this machine's own server listens.
  const url = old?.kind === 'local' ? old.url : draft.url
  const profile: Profile = { ...draft, url, kind, id: id ?? randomUUID() }
  // A token is valid only for the server, and the trust in it, that it was given for.
  const signedOut = old && !isSameServer(old, profile) ? await sessions.signOut(old) : ok(null)
  if (!signedOut.ok) return signedOut
  put(file, profile)
  await disconnect(profile.id)
  return idOnly(profile.id)
}

async function remove({ file, sessions, disconnect, onSignedOut }: Parts, profile: Profile): Promise<Reply> {
  const { id } = profile
  const signedOut = await sessions.signOut(profile)
  if (!signedOut.ok) return signedOut
  await disconnect(id)
  await onSignedOut()
  const { profiles, activeProfileId } = file.current()
  const left = profiles.filter((each) => each.id !== id)
  file.change({ profiles: left, activeProfileId: activeProfileId === id ? null : activeProfileId })
  return ok({ id: null, caFile: null, openUntil: signedOut.value.openUntil })
}

function select({ file, onSelect }: Parts, profile: Profile): Reply {
  file.change({ activeProfileId: profile.id })
  onSelect(profile)
  return idOnly(profile.id)
}

async function pickAuthority({ dialogs, authorities }: Parts): Promise<Reply> {
  const caFile = await dialogs.pickFile(t('system:dialog.authority'), [
    { name: t('system:dialog.certificates'), extensions: ['pem', 'crt', 'cer'] },
  ])
  const trust = await trustOf(caFile)
  if (!trust.ok) return err(failureOfFault(trust.error, 'query'))
  if (caFile !== null) authorities.choose(caFile)
  return ok({ id: null, caFile, openUntil: null })
}

export const profileHandler =
  (parts: Parts): Handlers['profile'] =>
  async (request) => {
    const { file, runExclusive } = parts
    if (request.do === 'save') return runExclusive(() => save(parts, request.profile))
    if (request.do === 'pick-ca') return pickAuthority(parts)
    const profile = profileIn(file, request.id)
    if (!profile) return err(consoleFailure('NoSuchProfile'))
    return request.do === 'remove' ? runExclusive(() => remove(parts, profile)) : select(parts, profile)
  }
