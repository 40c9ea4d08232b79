import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

/** What to ask, over how many keep-alive connections, for how long. */
export type Job = {
  readonly url: string
  /** Asked in turn instead of the path of the URL. */
  readonly paths?: readonly string[]
  readonly headers: Readonly<Record<string, string>>
  readonly connections: number
  readonly seconds: number
}

/** Times in microseconds. */
export type Load = {
  readonly requests: number
  readonly duration: number
  readonly p50: number
  readonly p99: number
  readonly failures: number
}

export type Generator = { readonly name: string; run(job: Job): Promise<Load> }

/** wrk where it is installed, since nothing written in JavaScript can ask faster than the bare server answers; it takes whole seconds. */
export const chooseGenerator = ({ seconds }: { readonly seconds: number }): Generator =>
  seconds < 1 || spawnSync('wrk', ['-v']).error
    ? { name: 'test/bench/socket-load-child.ts', run: runSockets }
    : { name: 'wrk', run: runWrk }

async function runSockets(job: Job): Promise<Load> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'socket-load-child.ts')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  child.stdin.end(JSON.stringify(job))
  return JSON.parse(await text(child.stdout)) as Load
}

const done = `
done = function(summary, latency)
  local e = summary.errors
  io.write(string.format('\\n{"requests":%d,"duration":%d,"p50":%d,"p99":%d,"failures":%d}\\n', summary.requests,
    summary.duration, latency:percentile(50), latency:percentile(99), e.connect + e.read + e.write + e.status + e.timeout))
end`

/** The token goes to wrk in a file, since arguments can be read by everybody on the machine. */
async function runWrk({ url, paths = [], headers, connections, seconds }: Job): Promise<Load> {
  const folder = mkdtempSync(join(tmpdir(), 'strongroom-wrk-'))
  try {
    const script = join(folder, 'job.lua')
    const lines = Object.entries(headers).map(([name, value]) => `wrk.headers[${luaText(name)}] = ${luaText(value)}`)
    writeFileSync(script, [...lines, ...inTurn(paths), done].join('\n'), { mode: 0o600 })
    const args = ['-t1', '--timeout', '60s', `-c${connections}`, `-d${seconds}s`, '-s', script, url]
    const output = await text(spawn('wrk', args, { stdio: ['ignore', 'pipe', 'inherit'] }).stdout)
    return JSON.parse(output.trim().split('\n').at(-1) as string) as Load
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Each run of wrk begins somewhere else, or the first paths would be asked more often than the others. */
const inTurn = (paths: readonly string[]): readonly string[] =>
  paths.length === 0
    ? []
    : [
        `local paths = {${paths.map(luaText).join(',')}}`,
        `local at = ${Math.floor(Math.random() * paths.length)}`,
        'request = function() at = at % #paths + 1; return wrk.format(nil, paths[at]) end',
      ]

const luaText = (value: string) => `'${value.replace(/['\\]/g, '\\$&')}'`
