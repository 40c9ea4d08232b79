import { err, type Result } from '../../shared/result.ts'
import { type Method, methods } from '../bridge/channels.ts'
import { type ConsoleFailure, consoleFailure } from '../bridge/failures.ts'
import { type ParsedPayload, type ReplyOf, schema } from '../bridge/schema.ts'
import { t } from '../words/words.ts'

export type Handlers = { readonly [Name in Method]: (payload: ParsedPayload<Name>) => Promise<ReplyOf<Name>> }

/** What may be asked while the console is locked. */
const openWhenLocked: ReadonlySet<Method> = new Set(['state', 'lock', 'signOut'])

type GateParts = {
  readonly handlers: Handlers
  readonly isLocked: () => boolean
  /** Receives what no handler expected; the renderer gets only that it happened, and the system's error code if any. */
  readonly onBug: (error: unknown) => void
}

export type GateRequest = { readonly name: string; readonly payload: unknown; readonly isOurs: boolean }

export type Gate = (asked: GateRequest) => Promise<Result<unknown, ConsoleFailure>>

const isMethod = (name: string): name is Method => (methods as readonly string[]).includes(name)

/** The one way from the renderer into main: from our own window, by a known method, with a payload that fits its schema. */
export const createGate =
  ({ handlers, isLocked, onBug }: GateParts): Gate =>
  async ({ name, payload, isOurs }) => {
    if (!isOurs || !isMethod(name)) return err(consoleFailure('NotAllowed'))
    const parsed = schema[name].payload.safeParse(payload)
    if (!parsed.success) return err(consoleFailure('NotAllowed', { info: parsed.error.issues.slice(0, 3).map(lineOf) }))
    const isShut = () => isLocked() && !openWhenLocked.has(name)
    if (isShut()) return err(consoleFailure('Locked'))
    try {
      const given = await (handlers[name] as (payload: unknown) => Promise<Result<unknown, ConsoleFailure>>)(
        parsed.data,
      )
      return isShut() ? err(consoleFailure('LockedMeanwhile')) : given
    } catch (error) {
      onBug(error)
      return err(consoleFailure('ConsoleFailed', { info: codeIn(error) }))
    }
  }

/** The text of an error may repeat a secret; a code such as EACCES does not. */
function codeIn(error: unknown): readonly string[] {
  const { code } = (error ?? {}) as { readonly code?: unknown }
  return typeof code === 'string' && /^[A-Z][A-Z0-9_]{1,60}$/.test(code) ? [t('system:errorCode', { code })] : []
}

const lineOf = ({ path, message }: { readonly path: readonly PropertyKey[]; readonly message: string }) =>
  `${path.map(String).join('.') || 'payload'}: ${message}`
