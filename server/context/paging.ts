import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto'
import { fail } from '../../shared/failure.ts'
import type { PageName, Parsed } from '../../shared/operations.ts'
import { largestPage, notACursor } from '../../shared/paging.ts'
import { ok, type Result } from '../../shared/result.ts'
import type { PageRequest, Position } from '../store/store.ts'

const macBytes = 16

type Seal = { readonly list: string; readonly salt: Uint8Array }

const macOf = (payload: Uint8Array, { list, salt }: Seal): Buffer =>
  createHmac('sha256', createSecretKey(salt))
    .update(`cursor of ${list}\n`)
    .update(payload)
    .digest()
    .subarray(0, macBytes)

function sealCursor(position: Position, seal: Seal): string {
  const payload = Buffer.from(JSON.stringify(position))
  return Buffer.concat([macOf(payload, seal), payload]).toString('base64url')
}

/** The position that was sealed for this very list; null for anything else, such as base64 written in another way. */
function openCursor(cursor: string, seal: Seal): Position | null {
  const bytes = Buffer.from(cursor, 'base64url')
  if (bytes.length <= macBytes || bytes.toString('base64url') !== cursor) return null
  const payload = bytes.subarray(macBytes)
  return timingSafeEqual(bytes.subarray(0, macBytes), macOf(payload, seal))
    ? (JSON.parse(payload.toString()) as Position)
    : null
}

/** What the store is to read for one page, and how the place where it ends becomes the cursor of the next. */
export type Pager = { readonly request: PageRequest; readonly nextCursor: (next: Position | null) => string | null }

type SealedPage = Exclude<PageName, 'audit.list'>

/**
 * Reads the paging members of an input. A cursor holds for the list and the filters it was made for, at this installation:
 * it names the last row that was answered, so rows that come or go meanwhile make no other row be missed or returned twice.
 */
export function pagerOf<Name extends SealedPage>(
  name: Name,
  { limit = largestPage, cursor, ...filters }: Pick<Parsed<SealedPage>, 'limit' | 'cursor'>,
  salt: Uint8Array,
): Result<Pager> {
  const seal = { list: JSON.stringify([name, filters]), salt }
  const after = cursor === undefined ? null : openCursor(cursor, seal)
  if (cursor !== undefined && !after) return fail('ValidationError', { info: [`cursor: ${notACursor}`] })
  return ok({ request: { after, limit }, nextCursor: (next) => next && sealCursor(next, seal) })
}

type Page<Item> = { readonly items: Item[] }

/** What answers the first page of a list as an array. */
export const firstPageOf =
  <Input extends unknown[], Item>(listPage: (...input: Input) => Promise<Result<Page<Item>>>) =>
  async (...input: Input): Promise<Result<Item[]>> => {
    const page = await listPage(...input)
    return page.ok ? ok(page.value.items) : page
  }
