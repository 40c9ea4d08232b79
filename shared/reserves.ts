import { z } from 'zod'
import { pageInput, pageOf } from './paging.ts'
import { BooleanInput, Decimal, Timestamp } from './primitives.ts'

/** Reserves report row. */
export const ReportReservesModel = z
  .strictObject({
    tokenSymbol: z.string().describe('symbol of the token'),
    reserveAmount: Decimal.describe("current reserve balance for the token, in the reserve token's native units"),
    transactionCount: z.int().min(0).describe('number of reserve transactions'),
    lastTransactionDate: Timestamp.describe('timestamp of the most recent reserve transaction'),
    blockchain: z.string().describe('blockchain network where the reserves are held'),
    contractAddress: z
      .string()
      .nullable()
      .optional()
      .describe('contract of the token, null for a native coin; only with contracts=true'),
    isLookAlike: z
      .boolean()
      .optional()
      .describe(
        'another token on the blockchain has a symbol that looks the same, or the symbol contains invisible characters; only with contracts=true',
      ),
    disabled: z.boolean().optional().describe('whether the token or its network is disabled; only with contracts=true'),
  })
  .meta({ id: 'ReportReservesModel' })
export type ReportReservesModel = z.infer<typeof ReportReservesModel>

/** One row per token on a chain that has reserve transactions, by tokenSymbol, then blockchain. */
export const ReservesReport = z.array(ReportReservesModel)
export type ReservesReport = z.infer<typeof ReservesReport>

export const ReservesPage = pageOf(ReportReservesModel)
export type ReservesPage = z.infer<typeof ReservesPage>

export const ReadReserves = z.strictObject({
  contracts: BooleanInput.optional().meta({
    description:
      'when true, each row also has contractAddress and isLookAlike, to distinguish tokens that look the same, and disabled',
    default: false,
  }),
})
export const ReadReservesPage = ReadReserves.extend(pageInput)
