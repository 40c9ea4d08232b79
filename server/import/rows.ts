import type { Block } from './blocks.ts'

/** What a reader finds; `line` is where the row begins, from 1, and `raw` is its text. */
export type RowSink = {
  row(cells: readonly string[], line: number, raw: string): void
  fault(reason: string, line: number, raw: string): void
}

/** Turns blocks into rows; keeps what a block left unfinished. */
export type RowSource = {
  read(block: Block): void
  end(): void
}
