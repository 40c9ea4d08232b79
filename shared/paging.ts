import { z } from 'zod'
import { LimitInput, requiredOr } from './primitives.ts'

/** The most rows of one page; what is answered where a cursor comes without a limit. */
export const largestPage = 1_000

/** What is said of text that cannot be a cursor of the list it was sent for. */
export const notACursor =
  'is damaged, or belongs to another list or other filters; leave it out to start from the first page'

/** Where a page starts, as the page before it said. */
export const CursorInput = z.string({ error: requiredOr(notACursor) }).regex(/^[\w-]{1,4096}$/, notACursor)

/** What an operation that answers a list page by page takes beside its filters. */
export const pageInput = {
  limit: LimitInput(largestPage)
    .optional()
    .describe(`how many at most; ${largestPage} if only a cursor is given. Without both, the answer is the whole list`),
  cursor: CursorInput.optional().describe('the page after this one; taken from the link to it as it stands'),
}

export const NextCursor = z.string().nullable().describe('send it as cursor for the next page; null on the last page')

/** One page of a list. */
export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.strictObject({ items: z.array(item), nextCursor: NextCursor })
