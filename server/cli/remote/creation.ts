import type { Id } from '../../../shared/primitives.ts'
import type { Result } from '../../../shared/result.ts'
import { CommandError } from '../command-error.ts'
import { exitCodes } from '../exit-codes.ts'
import { listenForInterruption } from '../interruption.ts'
import type { Api, CallOptions, RemoteFailure } from './api.ts'
import type { Subject, Versioned } from './change.ts'
import { readUntil } from './lost-answer.ts'
import { remoteError } from './remote-error.ts'

type Answer<Value> = Promise<Result<Value, RemoteFailure>>

type Unknown = {
  readonly what: string
  readonly failure: RemoteFailure
  readonly why?: string
  readonly nextStep: string
}

const unknownCreation = ({ what, failure, why, nextStep }: Unknown, facts: object = {}) =>
  new CommandError(`it is not known whether ${what} was created: ${failure.message}${why ? `, and ${why}` : ''}`, {
    nextStep,
    exitCode: exitCodes.unknown,
    facts: { code: failure.code, changed: 'unknown', ...facts, requestId: failure.requestId },
  })

type Creation<Item> = {
  /** `the token "nightly"`. */
  readonly what: string
  readonly send: (options: CallOptions) => Answer<Item>
  /** What to do when it is not known whether it was created. */
  readonly afterLoss: string
}

/** Creates once what is read nowhere again, as the text of a token. A creation whose answer is lost stays unknown. */
export async function createOnce<Item>(api: Api, { what, send, afterLoss }: Creation<Item>): Promise<Item> {
  using interruption = listenForInterruption()
  const result = await send({ signal: interruption.signal })
  if (result.ok) return result.value
  const { error } = result
  if (error.changed === 'nothing') throw remoteError(`${what} is not created`, error, api.server)
  throw unknownCreation({ what, failure: error, nextStep: afterLoss })
}

type ItemCreation<Item extends Versioned> = {
  readonly subject: Subject<Item>
  /** `the tenant "First Trust"`. */
  readonly what: string
  /** The ID that the person chose. */
  readonly id: Id | undefined
  /** The command that lists all: `tenants list`. */
  readonly lists: string
  /** The IDs that there are. */
  readonly ids: () => Answer<readonly Id[]>
  readonly send: (id: Id | undefined, options: CallOptions) => Answer<Item>
  /** Whether an object has the values that were sent. */
  readonly isWanted: (item: Item) => boolean
}

/** What identifies a creation whose answer is lost: its ID, or that its object was not there before. */
type Mark = { readonly id: Id | undefined; readonly before: ReadonlySet<Id> | null }

const largestId = 2n ** 63n - 1n

const idAfter = (id: bigint): Id | undefined => (id < largestId ? (`${id + 1n}` as Id) : undefined)

/** Only a token without a tenant may choose an ID, and only one that may list knows a free one. */
async function markOf<Item extends Versioned>(api: Api, { id, ids }: ItemCreation<Item>): Promise<Mark> {
  if (id !== undefined) return { id, before: null }
  const [session, listed] = await Promise.all([api.call('session.whoAmI', {}), ids()])
  if (!session.ok || !listed.ok) return { id: undefined, before: null }
  if (session.value.tenant !== null) return { id: undefined, before: new Set(listed.value) }
  const last = listed.value.reduce((most, each) => (BigInt(each) > most ? BigInt(each) : most), 0n)
  return { id: idAfter(last), before: null }
}

/** Others create too, and IDs that were deleted are not used again. */
const isIdTaken = ({ code, info }: RemoteFailure) => code === 'AlreadyExists' && info.some((line) => /^id: /.test(line))

const mostTries = 20

/** The object, and whether its answer was lost. */
export type Created<Item> = { readonly item: Item; readonly isLost: boolean }

/**
 * Creates an object once. Without a chosen ID, the command takes the next one itself, so that a lost answer can be
 * looked up and a repetition is safe. What stays unknown is reported as unknown.
 */
export async function createIdentified<Item extends Versioned>(
  api: Api,
  creation: ItemCreation<Item>,
): Promise<Created<Item>> {
  using interruption = listenForInterruption()
  const { signal } = interruption
  let mark = await markOf(api, creation)
  for (let tries = 1; ; tries += 1) {
    const result = await creation.send(mark.id, { signal })
    if (result.ok) return { item: result.value, isLost: false }
    const { error } = result
    const taken = creation.id === undefined && isIdTaken(error) ? mark.id : undefined
    if (taken === undefined) return recovered(api, creation, { mark, failure: error, signal })
    mark = { ...mark, id: tries < mostTries ? idAfter(BigInt(taken)) : undefined }
  }
}

type Lost = { readonly mark: Mark; readonly failure: RemoteFailure; readonly signal: AbortSignal }

/** The object that a creation without an answer made. */
async function recovered<Item extends Versioned>(
  api: Api,
  creation: ItemCreation<Item>,
  { mark, failure, signal }: Lost,
): Promise<Created<Item>> {
  const { what, lists } = creation
  if (failure.changed === 'nothing') throw remoteError(`${what} is not created`, failure, api.server)
  const found = signal.aborted ? null : await look(api, creation, { mark, failure, signal })
  if (found) return { item: found, isLost: true }
  const { id } = mark
  const why = signal.aborted ? 'it was not looked up' : 'the server does not show it'
  const nextStep =
    id === undefined
      ? `See "strongroom ${lists}" before you create it again: it could be there twice then.`
      : `See "strongroom ${lists}". The same command with --id ${id} is safe: an ID can be created once only.`
  throw unknownCreation({ what, failure, why, nextStep }, id === undefined ? {} : { id })
}

/** Looks until the object is there, or a request on its way would have arrived. */
async function look<Item extends Versioned>(api: Api, creation: ItemCreation<Item>, { mark, signal }: Lost) {
  const { subject, ids, isWanted } = creation
  const { id, before } = mark
  const wantedOf = async (all: readonly Id[]): Promise<Item | null> => {
    for (const each of all) {
      const read = await subject.read(api, each)
      if (read.ok && isWanted(read.value)) return read.value
    }
    return null
  }
  if (id === undefined && !before) return null
  const candidates = async (): Promise<readonly Id[]> => {
    if (id !== undefined) return [id]
    const listed = await ids()
    return listed.ok ? listed.value.filter((each) => !before?.has(each)) : []
  }
  const found = await readUntil(async () => ({ ok: true, value: await wantedOf(await candidates()) }) as const, {
    isSettled: ({ value }) => value !== null,
    signal,
  })
  return found.value
}
