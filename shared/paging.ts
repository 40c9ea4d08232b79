import { z } from 'zod'
import { LimitInput, requiredOr } from './primitives.ts'

/** The most rows of one page; what is answered where a cursor comes without a limit. */
export const largestPage = 1_000

/** The rule for a cursor that does not belong to the list. */
export const notACursor =
  'is damaged, or belongs to another list or other filters; omit it to start from the first page'

/** Where a page starts, as the previous page stated. */
export const CursorInput = z.string({ error: requiredOr(notACursor) }).regex(/^[\w-]{1,4096}$/, notACursor)

/** The paging members of an operation's input. */
export const pageInput = {
  limit: LimitInput(largestPage)
    .optional()
    .describe(`maximum number; ${largestPage} if only a cursor is given. Without both, the whole list is returned`),
  cursor: CursorInput.optional().describe('cursor of the next page, copied unchanged from its link'),
}

export const NextCursor = z.string().nullable().describe('cursor of the next page; null on the last page')

/** One page of a list. */
export const pageOf = <Item extends z.core.$ZodType>(item: Item) =>
  z.strictObject({ items: z.array(item), nextCursor: NextCursor })
