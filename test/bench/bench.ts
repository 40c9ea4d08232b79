import type { FigureName } from './figures.ts'
import type { Lane } from './lane.ts'
import type { Measure } from './measure.ts'

/** Shows where the time of a hot path goes. */
export type Table = {
  readonly title: string
  readonly about: string
  readonly heads: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

export type Outcome = {
  readonly measures: readonly Measure[]
  readonly tables?: readonly Table[]
  /** Required figures that could not be measured here, and why. */
  readonly notMeasured?: Partial<Readonly<Record<FigureName, string>>>
  /** What was compared beyond Strongroom and Node: name and version. */
  readonly versions?: Readonly<Record<string, string>>
}

/** One subject of `npm run bench`, to be named after `--only`. */
export type Bench = {
  readonly name: string
  run(lane: Lane): Promise<Outcome>
}
