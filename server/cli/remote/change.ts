import { type Command, InvalidArgumentError } from 'commander'
import type { Id } from '../../../shared/primitives.ts'
import type { Result } from '../../../shared/result.ts'
import { CommandError } from '../command-error.ts'
import { exitCodes } from '../exit-codes.ts'
import { listenForInterruption } from '../interruption.ts'
import { say } from '../output.ts'
import { answerValue } from './answer-rows.ts'
import type { Api, CallOptions, RemoteFailure } from './api.ts'
import { changesOf, type History } from './changes-by-others.ts'
import { readUntil } from './lost-answer.ts'
import { remoteError, requireValue } from './remote-error.ts'
import { assertConfirmed } from './secret-input.ts'
import type { GivenServer } from './target.ts'

/** What the API changes by version. */
export type Versioned = { readonly id: Id; readonly version: number }

type Answer<Item> = Promise<Result<Item, RemoteFailure>>

/** A kind of object that administrators change. */
export type Subject<Item extends Versioned> = {
  readonly noun: string
  /** By what sentences name one in addition to its ID. */
  readonly nameOf: (item: Item) => string
  /** The command that shows one: `tenants show 7`. */
  readonly shows: (id: Id) => string
  readonly read: (api: Api, id: Id) => Answer<Item>
  readonly history: (id: Id) => History
}

/** One change, as it is sent and as it is recognized after a lost answer. */
export type Change<Item> = {
  /** What the object is afterward: `disabled`. */
  readonly done: string
  readonly send: (api: Api, base: { readonly id: Id; readonly version: number }, options: CallOptions) => Answer<Item>
  /** Whether the object is as this change leaves it. Without one, the object is gone afterward. */
  readonly isDone?: (item: Item) => boolean
  /** Asked where it cannot be undone; null where it can. */
  readonly question?: (item: Item) => string | null
}

export type GivenChange = GivenServer & { readonly version?: number; readonly yes?: boolean }

function parseVersion(text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new InvalidArgumentError('It must be a whole number from 1.')
  return Number(text)
}

export const withVersion = (command: Command): Command =>
  command.option(
    '--version <number>',
    'change it only if this is its version; the current one is read if omitted',
    parseVersion,
  )

/** `tenant 7 "First Trust"`, as sentences name it. */
export const itemName = <Item extends Versioned>({ noun, nameOf }: Subject<Item>, item: Item): string =>
  `${noun} ${item.id} "${nameOf(item)}"`

export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

type Attempt<Item extends Versioned> = {
  readonly subject: Subject<Item>
  readonly change: Change<Item>
  readonly id: Id
  readonly version: number
}

/** Someone else was first: says who changed what, so that the person can decide again. */
async function conflict<Item extends Versioned>(api: Api, { subject, change, id, version }: Attempt<Item>) {
  const failed = `${subject.noun} ${id} is not ${change.done}`
  const now = requireValue(await subject.read(api, id), `${failed}, and it cannot be read`, api)
  const { texts, records } = await changesOf(api, subject.history(id), now.version - version)
  return new CommandError(`${failed}: its version is ${now.version}, not ${version}; ${texts.join('; ')}`, {
    nextStep: `See "strongroom ${subject.shows(id)}". If your change is still right, add --version ${now.version}.`,
    exitCode: exitCodes.failed,
    facts: { code: 'PreconditionFailed', changed: 'nothing', current: now, changes: records },
  })
}

function unknownOutcome<Item extends Versioned>(
  { subject, change, id, version }: Attempt<Item>,
  failure: RemoteFailure,
  why: string,
): CommandError {
  return new CommandError(
    `it is not known whether ${subject.noun} ${id} is ${change.done}: ${failure.message}, and ${why}`,
    {
      nextStep:
        `See "strongroom ${subject.shows(id)}". The same command with --version ${version} is safe: ` +
        'it takes effect once at most.',
      exitCode: exitCodes.unknown,
      facts: { code: failure.code, changed: 'unknown', version, requestId: failure.requestId },
    },
  )
}

/** The object as it is now, if the change whose answer was lost is in it; null if the object is gone, as it should be. */
async function recover<Item extends Versioned>(
  api: Api,
  attempt: Attempt<Item>,
  { failure, signal }: { readonly failure: RemoteFailure; readonly signal: AbortSignal },
): Promise<Item | null> {
  if (signal.aborted) throw unknownOutcome(attempt, failure, 'it was not looked up')
  const { subject, change, id, version } = attempt
  const isGone = ({ code }: RemoteFailure) => code === 'NotFound' && !change.isDone
  const found = await readUntil(() => subject.read(api, id), {
    isSettled: (read) => (read.ok ? change.isDone?.(read.value) || read.value.version !== version : isGone(read.error)),
    signal,
  })
  if (!found.ok && isGone(found.error)) return null
  if (!found.ok) throw unknownOutcome(attempt, failure, `it cannot be read: ${found.error.message}`)
  if (change.isDone?.(found.value)) return found.value
  const isOther = found.value.version !== version
  const why = isOther ? `its version is ${found.value.version} now` : `its version is still ${version}`
  throw unknownOutcome(attempt, failure, why)
}

type Wanted = { readonly api: Api; readonly id: Id; readonly given: GivenChange }

/**
 * Changes one object once, based on the version that is given or current. A lost answer is looked up; what stays unknown
 * is reported as unknown.
 */
export async function changeItem<Item extends Versioned>(
  subject: Subject<Item>,
  change: Change<Item>,
  { api, id, given }: Wanted,
): Promise<void> {
  const failed = `${subject.noun} ${id} is not ${change.done}`
  const isAsked = change.question !== undefined && !given.yes
  const before = given.version === undefined || isAsked ? requireValue(await subject.read(api, id), failed, api) : null
  const question = before && change.question?.(before)
  if (question) await assertConfirmed(question, given)
  const attempt = { subject, change, id, version: given.version ?? (before?.version as number) }
  using interruption = listenForInterruption()
  const { signal } = interruption
  const result = await change.send(api, attempt, { signal })
  if (!result.ok && result.error.code === 'PreconditionFailed') throw await conflict(api, attempt)
  if (!result.ok && result.error.changed === 'nothing') throw remoteError(failed, result.error, api.server)
  const item = result.ok ? result.value : await recover(api, attempt, { failure: result.error, signal })
  answerItem(item, { ...attempt, given, isLost: !result.ok })
}

function answerItem<Item extends Versioned>(
  item: Item | null,
  { subject, change, id, version, given, isLost }: Attempt<Item> & { given: GivenChange; isLost: boolean },
): void {
  if (given.json) {
    answerValue(item)
    return
  }
  const name = capitalized(item ? itemName(subject, item) : `${subject.noun} ${id}`)
  const said = item && change.isDone && item.version === version ? 'unchanged' : change.done
  const now = item && change.isDone ? `; its version is ${item.version}` : ''
  say(`${name} is ${said}${now}.${isLost ? ' The answer was lost; this is what the server shows.' : ''}`)
}
