import { createApp } from '../../server/app.ts'
import { configOf } from '../../server/config.ts'
import { createJudge } from '../../server/providers/judge.ts'
import type { ChildSettings } from './child.ts'

/** A server in a process of its own, so that a test may kill it; it says where it listens in one line of JSON. */
const { dataDir, simulatorUrl, logLevel, probeMs } = JSON.parse(process.argv[2] as string) as ChildSettings
const judge = createJudge({ resolveBaseUrl: () => simulatorUrl, limits: { totalMs: probeMs } })
const app = await createApp(configOf({ dataDir, port: 0, logLevel }), { judge })

async function stop(code: number): Promise<void> {
  await app[Symbol.asyncDispose]()
  process.exit(code)
}

process.once('SIGTERM', () => void stop(0))
void app.broken.then(() => stop(1))
process.stdout.write(`${JSON.stringify({ url: app.url, pid: process.pid })}\n`)
