import type { Block } from './blocks.ts'

/** A row as read; `line` is where it begins, from 1, and `raw` is its text. */
export type RowSink = {
  row(cells: readonly string[], line: number, raw: string): void
  fault(reason: string, line: number, raw: string): void
}

/** Splits blocks into rows; keeps the unfinished rest of a block. */
export type RowSource = {
  read(block: Block): void
  end(): void
}
