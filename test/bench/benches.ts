import type { Bench } from './bench.ts'
import { cachedReadsBench } from './cached-reads-bench.ts'
import { consoleBench } from './console-bench.ts'
import { consoleScrollBench } from './console-scroll-bench.ts'
import { consoleStartBench } from './console-start-bench.ts'
import { eventsBench } from './events-bench.ts'
import { firstBuildBench } from './first-build-bench.ts'
import { growthBench } from './growth-bench.ts'
import { importBench } from './import.ts'
import { loadBench } from './load-bench.ts'
import { peersBench } from './peers/peers-bench.ts'
import { postgresBench } from './postgres-bench.ts'
import { profilesBench } from './profiles-bench.ts'
import { requestCosts } from './request-costs.ts'
import { restMemoryBench } from './rest-memory-bench.ts'
import { rotationBench } from './rotation-bench.ts'
import { searchBench } from './search-bench.ts'
import { soakBench } from './soak.ts'
import { startBench } from './start-bench.ts'
import { tracesBench } from './traces-bench.ts'
import { writesBench } from './writes-bench.ts'

/** What `npm run bench` measures, in this order. */
export const benches: readonly Bench[] = [
  { name: 'reads', run: cachedReadsBench },
  { name: 'writes', run: writesBench },
  { name: 'growth', run: growthBench },
  { name: 'build', run: firstBuildBench },
  { name: 'search', run: searchBench },
  { name: 'start', run: startBench },
  { name: 'memory', run: restMemoryBench },
  { name: 'costs', run: requestCosts },
  { name: 'load', run: loadBench },
  { name: 'rotations', run: rotationBench },
  { name: 'events', run: eventsBench },
  { name: 'traces', run: tracesBench },
  { name: 'import', run: importBench },
  { name: 'profiles', run: profilesBench },
  { name: 'console', run: consoleBench },
  { name: 'console-start', run: consoleStartBench },
  { name: 'console-scroll', run: consoleScrollBench },
]

/** What takes longer or needs more than the project installs: run by name, `npm run bench -- peers`. */
export const benchesApart: readonly Bench[] = [
  { name: 'peers', run: peersBench },
  { name: 'soak', run: soakBench },
  { name: 'postgres', run: postgresBench },
]
