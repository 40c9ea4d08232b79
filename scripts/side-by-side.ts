import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'

/** Runs one of package.json's scripts to its end; what it prints is kept, so that no two of them mix their lines. */
async function run(script: string): Promise<{ readonly code: number | null; readonly output: string }> {
  const env = { ...process.env, ...(process.stdout.isTTY && { FORCE_COLOR: '1' }) }
  const child = spawn(process.execPath, ['--run', script], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text))
  const [code] = await once(child, 'close')
  return { code, output }
}

const failed: string[] = []

/** Takes one script after the other, and prints what each said when it has ended. */
async function work(names: Iterable<string>): Promise<void> {
  for (const script of names) {
    const { code, output } = await run(script)
    process.stdout.write(output)
    if (code !== 0) failed.push(script)
  }
}

// As many at a time as there are cores, from one list. All of them run, so that one run shows every fault.
const scripts = process.argv.slice(2).values()
await Promise.all(Array.from({ length: availableParallelism() }, () => work(scripts)))
if (failed.length > 0) {
  process.stderr.write(`\nFailed: ${failed.join(', ')}. Each runs alone with "npm run NAME".\n`)
  process.exitCode = 1
}
