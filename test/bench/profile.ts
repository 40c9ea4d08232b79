import { readdirSync, readFileSync } from 'node:fs'
import type { Profiler } from 'node:inspector'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { root } from '../harness/cli.ts'
import type { Table } from './bench.ts'

const mostRows = 12

type Profiled = {
  readonly title: string
  readonly about: string
  readonly profiles: readonly Profiler.Profile[]
}

/** Where the time of a hot path goes, by source file, from V8's CPU profiles of all its threads. */
export function profileTable({ title, about, profiles }: Profiled): Table {
  const times = new Map<string, number>()
  for (const profile of profiles)
    for (const [place, time] of placesOf(profile)) times.set(place, (times.get(place) ?? 0) + time)
  const whole = [...times.values()].reduce((sum, time) => sum + time, 0)
  const rows = [...times].sort(([, a], [, b]) => b - a).slice(0, mostRows)
  return {
    title,
    about,
    heads: ['where', 'share'],
    rows: rows.map(([place, time]) => [place, `${((100 * time) / whole).toFixed(0)} %`]),
  }
}

/** The profiles that processes with --cpu-prof left in a folder. */
export const profilesIn = (folder: string): readonly Profiler.Profile[] =>
  readdirSync(folder).map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Profiler.Profile)

function* placesOf({ nodes, samples = [], timeDeltas = [] }: Profiler.Profile): Generator<readonly [string, number]> {
  const places = new Map(nodes.map(({ id, callFrame }) => [id, placeOf(callFrame)]))
  for (const [index, id] of samples.entries()) {
    const place = places.get(id)
    if (place) yield [place, timeDeltas[index] ?? 0]
  }
}

/** The file of a function; null for time in which the thread waited. */
function placeOf({ functionName, url }: Profiler.Profile['nodes'][number]['callFrame']): string | null {
  if (functionName === '(idle)' || functionName === '(root)') return null
  if (functionName === '(program)') return 'kernel and native code without a caller'
  if (functionName === '(garbage collector)') return 'garbage collection'
  if (url === '') return `native \`${functionName}\``
  if (url.startsWith('wasm:')) return 'types stripped as the process starts'
  if (url.startsWith('node:')) return url.startsWith('node:internal') ? 'node:internal' : url
  const path = relative(root, url.startsWith('file:') ? fileURLToPath(url) : url)
  const [, name] = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path) ?? []
  return name ? `package \`${name}\`` : `\`${path}\``
}
