/** How much is measured: enough for the figures of docs/benchmarks.md, or only whether everything runs. */
export type Lane = {
  /** Whether the figures count: judged, and written to the page. */
  readonly isFull: boolean
  readonly rounds: number
  /** Servers under load: more rounds that are short even out a busy machine better than a few long ones. */
  readonly load: {
    readonly rounds: number
    /** Of each server before the first round: until the code that answers is compiled as far as it ever is. */
    readonly warmUpSeconds: number
    /** For each server in each round. */
    readonly seconds: number
  }
  readonly transactions: { readonly few: number; readonly many: number }
  /** Rows of the files that are imported: in each round, and once. */
  readonly imported: { readonly rows: number; readonly longRows: number }
  /** Requests at a steady rate: over many connections, and for `besides` seconds next to an import of `rows` and others. */
  readonly open: {
    readonly connections: number
    readonly perSecond: number
    readonly seconds: number
    readonly besides: number
    readonly rows: number
  }
  readonly wallets: number
  /** Of the custodian with the longest listing that the console is shown. */
  readonly manyWallets: number
  /** How many answers of the growing report and builds of the long listing are timed. */
  readonly samples: number
  /** How often a part of a request is repeated to be timed. */
  readonly repetitions: number
  /** Of mixed load, in which memory is watched. */
  readonly soakMinutes: number
}

export const lanes = {
  full: {
    isFull: true,
    rounds: 5,
    load: { rounds: 9, warmUpSeconds: 4, seconds: 1 },
    transactions: { few: 1_000_000, many: 10_000_000 },
    imported: { rows: 1_000_000, longRows: 10_000_000 },
    open: { connections: 10_000, perSecond: 1_000, seconds: 60, besides: 5, rows: 2_000_000 },
    wallets: 10_000,
    manyWallets: 100_000,
    samples: 200,
    repetitions: 20_000,
    soakMinutes: 60,
  },
  quick: {
    isFull: false,
    rounds: 1,
    load: { rounds: 1, warmUpSeconds: 0, seconds: 0.2 },
    transactions: { few: 500, many: 2_000 },
    imported: { rows: 5_000, longRows: 20_000 },
    open: { connections: 100, perSecond: 50, seconds: 1, besides: 1, rows: 20_000 },
    wallets: 500,
    manyWallets: 1_500,
    samples: 10,
    repetitions: 100,
    soakMinutes: 0.05,
  },
} as const satisfies Record<string, Lane>
