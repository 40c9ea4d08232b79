import { type Answer, refuse } from '../bridge/answer.ts'
import { type Method, methods } from '../bridge/channels.ts'
import { type AnswerOf, type Parsed, schema } from '../bridge/schema.ts'

export type Handlers = { readonly [Name in Method]: (payload: Parsed<Name>) => Promise<AnswerOf<Name>> }

/** What may be asked while the console is locked. */
const openWhenLocked: ReadonlySet<Method> = new Set(['state', 'lock', 'signOut'])

type GateParts = {
  readonly handlers: Handlers
  readonly isLocked: () => boolean
  /** Told of what no handler expected; the renderer hears that it happened and the code of the system, if there is one. */
  readonly onBug: (error: unknown) => void
}

export type Asked = { readonly name: string; readonly payload: unknown; readonly isOurs: boolean }

export type Gate = (asked: Asked) => Promise<Answer<unknown>>

const isMethod = (name: string): name is Method => (methods as readonly string[]).includes(name)

/** The one way from the renderer into main: from our own window, by a known method, with a payload that fits its schema. */
export const createGate =
  ({ handlers, isLocked, onBug }: GateParts): Gate =>
  async ({ name, payload, isOurs }) => {
    if (!isOurs || !isMethod(name)) return refuse('NotAllowed')
    const parsed = schema[name].payload.safeParse(payload)
    if (!parsed.success) return refuse('NotAllowed', { info: parsed.error.issues.slice(0, 3).map(lineOf) })
    const isShut = () => isLocked() && !openWhenLocked.has(name)
    if (isShut()) return refuse('Locked')
    try {
      const given = await (handlers[name] as (payload: unknown) => Promise<Answer<unknown>>)(parsed.data)
      return isShut() ? refuse('LockedMeanwhile') : given
    } catch (error) {
      onBug(error)
      return refuse('ConsoleFailed', { info: codeIn(error) })
    }
  }

/** The text of an error may repeat what nobody else should read; a code such as EACCES does not. */
function codeIn(error: unknown): readonly string[] {
  const { code } = (error ?? {}) as { readonly code?: unknown }
  return typeof code === 'string' && /^[A-Z][A-Z0-9_]{1,60}$/.test(code) ? [`The system says ${code}.`] : []
}

const lineOf = ({ path, message }: { readonly path: readonly PropertyKey[]; readonly message: string }) =>
  `${path.map(String).join('.') || 'payload'}: ${message}`
