import { ok, type Result } from '../../../shared/result.ts'
import { Secret } from '../../../shared/secret.ts'
import type { ConsoleFailure } from '../../bridge/failures.ts'
import type { ParsedPayload } from '../../bridge/schema.ts'
import { t } from '../../words/words.ts'
import type { Handlers } from '../gate.ts'
import type { Lock } from '../lock/lock.ts'
import { notUnlocked } from '../lock/unlock.ts'
import type { Clipboard, Dialogs, TouchId } from '../platform.ts'
import { clearClipboard, takeToken } from '../tokens/token-source.ts'

type Parts = {
  readonly lock: Lock
  readonly dialogs: Dialogs
  readonly clipboard: Clipboard
  readonly touchId: TouchId | null
}
type Source = Extract<ParsedPayload<'lock'>, { do: 'unlock-with' }>['source']

const secretOf = (text: string | null): Secret | null => (text === null ? null : new Secret(text))

export function lockHandler({ lock, touchId, ...sources }: Parts): Handlers['lock'] {
  async function unlockWith(source: Source): Promise<Result<null, ConsoleFailure>> {
    if (source === 'button') return lock.unlock({ with: 'button' })
    if (source === 'system') return unlockWithTouchId()
    const taken = await takeToken(source, sources)
    if (!taken?.ok) return taken ?? ok(null)
    const unlocked = await lock.unlock({ with: 'token', token: taken.value })
    if (unlocked.ok && source === 'clipboard') await clearClipboard(sources.clipboard, taken.value)
    return unlocked
  }

  async function unlockWithTouchId(): Promise<Result<null, ConsoleFailure>> {
    if (!touchId?.isAvailable()) return notUnlocked(t('lock:still.noTouchId'))
    return lock.unlockBySystem(() => touchId.confirm(t('lock:touchIdReason')))
  }

  return async (request) => {
    if (request.do === 'unlock') return lock.unlock({ with: 'passphrase', passphrase: new Secret(request.passphrase) })
    if (request.do === 'unlock-with') return unlockWith(request.source)
    if (request.do === 'set-passphrase')
      return lock.setPassphrase(secretOf(request.passphrase), secretOf(request.current ?? null))
    lock.lock('asked')
    return ok(null)
  }
}
