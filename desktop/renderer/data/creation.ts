import { t } from '../../words/words.ts'
import { BridgeError, failureFrom } from '../session/failure.ts'

type Identified = { readonly id: string }

/** How an object is created, and found again where the answer is lost. */
export type Creation<Made extends Identified> = {
  /** IDs that there are; undefined where they are not loaded. */
  readonly known: readonly string[] | undefined
  /** Only tokens without a tenant may choose an ID: it would show others which ones are taken. */
  readonly mayChooseId: boolean
  /** Without an ID, the server chooses it. */
  readonly send: (id: string | undefined) => Promise<Made>
  readonly read: (id: string) => Promise<Made>
  /** The IDs that there are by now, where a token of one tenant may create. */
  readonly idsNow?: () => Promise<readonly string[]>
  /** Whether an object has the values that were sent. */
  readonly isWanted: (made: Made) => boolean
}

/** What identifies a creation whose answer is lost: its ID, or that its object was not there before. */
type Mark = { readonly id: string | undefined; readonly before: ReadonlySet<string> }

/** Outlives a try, so that the next one neither repeats a creation nor takes another ID for it. */
export type CreationAttempt = { mark: Mark | null; isLost: boolean }

export const firstAttempt = (): CreationAttempt => ({ mark: null, isLost: false })

const largestId = 2n ** 63n - 1n

const idAfter = (id: bigint): string | undefined => (id < largestId ? `${id + 1n}` : undefined)

type Known = Pick<Creation<never>, 'known' | 'mayChooseId' | 'idsNow'>

function markOf({ known, mayChooseId }: Known): Mark {
  const before = new Set(known)
  if (known === undefined || !mayChooseId) return { id: undefined, before }
  const last = known.reduce((most, each) => (BigInt(each) > most ? BigInt(each) : most), 0n)
  return { id: idAfter(last), before }
}

/**
 * Creates an object once. The console chooses the ID, so that a lost answer can be looked up and a repetition is safe
 * (0086, 0092). Throws the failure of the server otherwise; one that stays unknown says how to go on.
 */
export async function createFindable<Made extends Identified>(
  creation: Creation<Made>,
  attempt: CreationAttempt,
  pauseMs = 1_000,
): Promise<Made> {
  const earlier = attempt.isLost && attempt.mark ? await find(creation, attempt.mark) : null
  if (earlier) return earlier
  let mark = attempt.mark ?? markOf(creation)
  for (;;) {
    attempt.mark = mark
    try {
      return await creation.send(mark.id)
    } catch (error) {
      // The ID may be taken, or its object deleted; without an ID, what exists already is the name or address.
      if (mark.id !== undefined && failureFrom(error).code === 'AlreadyExists') {
        mark = { ...mark, id: undefined }
        continue
      }
      return await recovered(creation, attempt, { error, mark, pauseMs })
    }
  }
}

type Lost = { readonly error: unknown; readonly mark: Mark; readonly pauseMs: number }

/** The object that a creation without an answer made. */
async function recovered<Made extends Identified>(
  creation: Creation<Made>,
  attempt: CreationAttempt,
  { error, mark, pauseMs }: Lost,
): Promise<Made> {
  const failure = failureFrom(error)
  attempt.isLost ||= failure.changed !== 'nothing'
  if (failure.changed === 'nothing') {
    if (!attempt.isLost) attempt.mark = null
    throw error
  }
  const found = await look(creation, mark, pauseMs)
  if (found) return found
  const next = mark.id === undefined ? t('administration:lost.look') : t('administration:lost.again', { id: mark.id })
  throw new BridgeError({ ...failure, info: [...failure.info, next] })
}

/** A request on a connection that is closed by now either arrived long before, or does not. */
const mostLooks = 5

async function look<Made extends Identified>(
  creation: Creation<Made>,
  mark: Mark,
  pauseMs: number,
): Promise<Made | null> {
  for (let looks = 1; ; looks += 1) {
    const found = await find(creation, mark)
    if (found || looks === mostLooks) return found
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
}

async function find<Made extends Identified>(creation: Creation<Made>, mark: Mark): Promise<Made | null> {
  const { read, isWanted } = creation
  for (const id of await candidates(creation, mark)) {
    const made = await read(id).catch(() => null)
    if (made && isWanted(made)) return made
  }
  return null
}

async function candidates({ known, idsNow }: Known, { id, before }: Mark): Promise<readonly string[]> {
  if (id !== undefined) return [id]
  // Without the IDs from before, an older object with the same values could pass for the new one.
  if (known === undefined) return []
  const now = await idsNow?.().catch(() => [])
  return now?.filter((each) => !before.has(each)) ?? []
}
