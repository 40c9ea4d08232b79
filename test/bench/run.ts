import { keptReadsBench } from './cached-reads-bench.ts'
import { consoleBench } from './console-bench.ts'
import { firstBuildBench } from './first-build-bench.ts'
import { growthBench } from './growth-bench.ts'
import { importBench } from './import.ts'
import { type Lane, lanes } from './lane.ts'
import { chooseGenerator } from './load.ts'
import { isMet, type Measure, ratioText, targetText } from './measure.ts'
import { requestCosts } from './request-costs.ts'
import { restMemoryBench } from './rest-memory-bench.ts'
import { writeReport } from './write-report.ts'

const isQuick = process.argv.includes('--quick')
const lane: Lane = isQuick ? lanes.quick : lanes.full
const benches: readonly (() => Promise<Measure[]>)[] = [
  () => keptReadsBench(lane),
  () => growthBench(lane),
  () => firstBuildBench(lane),
  () => restMemoryBench(),
  () => consoleBench(lane),
  // Has one size, which is beyond the quick lane.
  ...(isQuick ? [] : [importBench]),
]

function print(measure: Measure): void {
  const verdict = isQuick || isMet(measure) ? '' : '  MISSED'
  console.log(`${ratioText(measure).padStart(7)}  ${measure.name} (target ${targetText(measure)})${verdict}`)
  console.log(`         ${measure.detail}`)
}

const measures: Measure[] = []
for (const bench of benches)
  for (const measure of await bench()) {
    print(measure)
    measures.push(measure)
  }
const costs = await requestCosts(lane)
for (const { step, microseconds } of [...costs.whole, ...costs.parts])
  console.log(`${microseconds.toFixed(2).padStart(7)}  µs ${step}`)
if (!isQuick) {
  writeReport({ measures, ...costs, generator: chooseGenerator().name })
  if (!measures.every(isMet)) process.exitCode = 1
}
