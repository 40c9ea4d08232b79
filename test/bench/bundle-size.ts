import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { extra, type Measure } from './measure.ts'

/** What the page loads before its first screen is drawn: the entry and all that it imports at once. */
export function bundleSizeMeasure(bundle: string): Measure {
  const folder = join(bundle, 'out/renderer')
  const html = readFileSync(join(folder, 'index.html'), 'utf8')
  const scripts = [...html.matchAll(/(?:src|href)="\.\/(assets\/[^"]+\.js)"/g)].map(([, file]) => file as string)
  const sources = scripts.map((file) => readFileSync(join(folder, file)))
  if (sources.some((source) => source.includes('echarts'))) throw new Error('the charts are in the entry bundle')
  const kilobytes = sources.reduce((sum, source) => sum + gzipSync(source, { level: 9 }).length, 0) / 1_000
  return extra({
    name: "scripts of the console's entry, kB gzip",
    value: kilobytes,
    target: { atMost: 300 },
    detail: `${scripts.length} files; charts and screens come on demand`,
  })
}
