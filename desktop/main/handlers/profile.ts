import { randomUUID } from 'node:crypto'
import { err, ok, type Result } from '../../../shared/result.ts'
import { type ConsoleFailure, consoleFailure } from '../../bridge/failures.ts'
import type { Profile, ProfileDraft } from '../../bridge/profiles.ts'
import { t } from '../../words/words.ts'
import type { Handlers } from '../gate.ts'
import type { Mutex } from '../mutex.ts'
import type { Dialogs } from '../platform.ts'
import type { Authorities } from '../profiles/authorities.ts'
import type { ConsoleFile } from '../profiles/console-file.ts'
import { isSameServer } from '../profiles/same-server.ts'
import { failureOfFault } from '../remote/fault.ts'
import { trustOf } from '../remote/trust.ts'
import type { OperatorTokens } from '../tokens/operator-tokens.ts'

type Parts = {
  readonly file: ConsoleFile
  readonly tokens: OperatorTokens
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

const idOnly = (id: string | null) => ok({ id, caFile: null })

export function profileHandler({
  file,
  tokens,
  dialogs,
  authorities,
  runExclusive,
  ...events
}: Parts): Handlers['profile'] {
  const find = (id: string | null) => file.current().profiles.find((profile) => profile.id === id)

  const replace = (profile: Profile) => {
    const { profiles, activeProfileId } = file.current()
    const isNew = !find(profile.id)
    file.change({
      profiles: isNew ? [...profiles, profile] : profiles.map((each) => (each.id === profile.id ? profile : each)),
      activeProfileId: activeProfileId ?? profile.id,
    })
  }

  async function save({ id, ...draft }: ProfileDraft) {
    const old = find(id)
    if (id !== null && !old) return err(consoleFailure('NoSuchProfile'))
    if (!authorities.isChosen(draft.caFile)) return err(consoleFailure('NotAllowed'))
    const kind = old?.kind ?? 'server'
    // The form cannot change where this machine's own server listens.
    const url = old?.kind === 'local' ? old.url : draft.url
    const profile: Profile = { ...draft, url, kind, id: id ?? randomUUID() }
    // A token is valid only for the server, and the trust in it, that it was given for.
    const erased = old && !isSameServer(old, profile) ? await tokens.erase(old.id) : ok(null)
    if (!erased.ok) return erased
    replace(profile)
    await events.disconnect(profile.id)
    return idOnly(profile.id)
  }

  async function remove(id: string) {
    const erased = await tokens.erase(id)
    if (!erased.ok) return erased
    await events.disconnect(id)
    await events.onSignedOut()
    const { profiles, activeProfileId } = file.current()
    const left = profiles.filter((profile) => profile.id !== id)
    file.change({ profiles: left, activeProfileId: activeProfileId === id ? null : activeProfileId })
    return idOnly(null)
  }

  function select(profile: Profile) {
    file.change({ activeProfileId: profile.id })
    events.onSelect(profile)
    return idOnly(profile.id)
  }

  async function pickAuthority(): Promise<Result<{ id: null; caFile: string | null }, ConsoleFailure>> {
    const caFile = await dialogs.pickFile(t('system:dialog.authority'), [
      { name: t('system:dialog.certificates'), extensions: ['pem', 'crt', 'cer'] },
    ])
    const trust = await trustOf(caFile)
    if (!trust.ok) return err(failureOfFault(trust.error, 'query'))
    if (caFile !== null) authorities.choose(caFile)
    return ok({ id: null, caFile })
  }

  return async (request) => {
    if (request.do === 'save') return runExclusive(() => save(request.profile))
    if (request.do === 'pick-ca') return pickAuthority()
    const profile = find(request.id)
    if (!profile) return err(consoleFailure('NoSuchProfile'))
    return request.do === 'remove' ? runExclusive(() => remove(profile.id)) : select(profile)
  }
}
