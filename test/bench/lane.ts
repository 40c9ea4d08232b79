/** How much is measured: enough for the figures of docs/benchmarks.md, or only whether everything runs. */
export type Lane = {
  readonly rounds: number
  /** Of each subject before the first round: until the code that answers is compiled as far as it ever is. */
  readonly warmUpSeconds: number
  /** Of load, for each subject in each round. */
  readonly seconds: number
  readonly transactions: { readonly few: number; readonly many: number }
  readonly wallets: number
  /** Of the custodian with the longest listing that the console is shown. */
  readonly manyWallets: number
  /** How many answers of the growing report and builds of the long listing are timed. */
  readonly samples: number
}

export const lanes = {
  full: {
    rounds: 5,
    warmUpSeconds: 4,
    seconds: 2,
    transactions: { few: 10_000, many: 1_000_000 },
    wallets: 10_000,
    manyWallets: 100_000,
    samples: 200,
  },
  quick: {
    rounds: 1,
    warmUpSeconds: 0,
    seconds: 1,
    transactions: { few: 1_000, many: 20_000 },
    wallets: 1_000,
    manyWallets: 3_000,
    samples: 20,
  },
} as const satisfies Record<string, Lane>
