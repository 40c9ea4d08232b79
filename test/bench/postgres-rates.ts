import { interleave } from './interleave.ts'
import type { Load } from './load.ts'
import { extra, grouped, type Measure, median, ratioOf, required } from './measure.ts'
import { connections, loadOf, type Sample, type Scene, type Target } from './postgres-scene.ts'

/** Of a processor, for each server: two of them, the database and the load generators then fit on two processors. */
const heldShare = 0.3
/** Of its share, below which a server was not the limit. */
const saturated = 0.9

const rateOf = ({ requests, duration }: Load) => (requests * 1e6) / duration
const rates = (samples: readonly Sample[]) => samples.map(rateOf)
const middle = <Each>(samples: readonly Each[], pick: (sample: Each) => number) => median(samples.map(pick))

function textOf(samples: readonly Sample[]): string {
  const p50 = middle(samples, (sample) => sample.p50 / 1_000).toFixed(2)
  return `${grouped(middle(samples, rateOf))}/s, ${middle(samples, ({ cpu }) => cpu).toFixed(1)} µs CPU, p50 ${p50} ms`
}

/** Cached reads of one server and of two on PostgreSQL, against one on SQLite. */
export async function rateMeasures(scene: Scene): Promise<Measure[]> {
  const { lane, sqlite, single, both, groups } = scene
  const at = (target: Target) => () => loadOf(target, { seconds: lane.seconds, of: connections })
  const held = (target: Target) => async () => {
    for (const group of groups) group.limit(heldShare)
    try {
      return await loadOf(target, { seconds: lane.seconds, of: connections })
    } finally {
      for (const group of groups) group.limit(null)
    }
  }
  const subjects = { sqlite: at(sqlite), again: at(sqlite), single: at(single), both: at(both) }
  const free = await interleave(subjects, lane.rounds)
  const measures = freeMeasures(free)
  if (groups.length === 0) return measures
  const share = { one: held(single), again: held(single), two: held(both) }
  return [...measures, heldMeasure(await interleave(share, lane.rounds))]
}

function freeMeasures({
  sqlite,
  again,
  single,
  both,
}: Record<'sqlite' | 'again' | 'single' | 'both', readonly Sample[]>) {
  const control = ratioOf(rates(again), rates(sqlite))
  const cpus = (samples: readonly Sample[]) => samples.map(({ cpu }) => cpu)
  return [
    extra({
      name: `control: one server on SQLite against itself, ${connections} connections`,
      value: control,
      detail: textOf(sqlite),
    }),
    required('G21 reads', {
      value: [
        { of: 'requests/s', value: ratioOf(rates(single), rates(sqlite)), control },
        { of: 'CPU', value: ratioOf(cpus(sqlite), cpus(single)), control: ratioOf(cpus(again), cpus(sqlite)) },
      ],
      detail: `${textOf(single)} against ${textOf(sqlite)}`,
    }),
    extra({
      name: 'two servers on one database against one, all on one machine, whose two processors they share with the database and the load generators',
      value: [{ of: 'requests/s', value: ratioOf(rates(both), rates(single)), control }],
      detail: `${textOf(both)} against ${textOf(single)}`,
    }),
  ]
}

function heldMeasure({ one, again, two }: Record<'one' | 'again' | 'two', readonly Sample[]>): Measure {
  const used = Math.min(...[one, two].map((samples) => middle(samples, (sample) => sample.used))) / heldShare
  const percent = (used * 100).toFixed(0)
  return required('G21 two servers', {
    value: [
      {
        of: 'requests/s',
        value: ratioOf(rates(two), rates(one)),
        control: ratioOf(rates(again), rates(one)),
        ...(used < saturated && { notJudged: `a server used only ${percent} % of its share` }),
      },
    ],
    detail: `${textOf(two)} against ${textOf(one)}; each server is held to ${heldShare * 100} % of a processor and used ${percent} % of that`,
  })
}
