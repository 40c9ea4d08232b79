import { type Method, methods } from '../../../desktop/bridge/channels.ts'
import { createGate, type Gate, type Handlers } from '../../../desktop/main/gate.ts'
import { ok } from '../../../shared/result.ts'

export type Reached = { readonly name: Method; readonly payload: unknown }

export type SpiedGate = {
  readonly gate: Gate
  /** What reached a handler. */
  readonly reached: Reached[]
  readonly bugs: unknown[]
}

/** The real gate before handlers that only note what they are given. */
export function spiedGate({ isLocked = () => false }: { readonly isLocked?: () => boolean } = {}): SpiedGate {
  const reached: Reached[] = []
  const bugs: unknown[] = []
  const note = (name: Method) => async (payload: unknown) => {
    reached.push({ name, payload })
    return ok(null)
  }
  const handlers = Object.fromEntries(methods.map((name) => [name, note(name)])) as unknown as Handlers
  return { gate: createGate({ handlers, isLocked, onBug: (bug) => bugs.push(bug) }), reached, bugs }
}
