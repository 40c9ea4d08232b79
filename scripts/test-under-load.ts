import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'

/** What runs many processes and waits for them: there a busy machine shows what else is only rare. */
const suites = ['test/faults', 'test/desktop/journeys', 'test/desktop/screens', 'test/desktop/security']
const vitest = fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url))

const [given, ...files] = process.argv.slice(2)
const rounds = Number(given ?? 5)
if (!Number.isInteger(rounds) || rounds < 1) {
  process.stderr.write('test:load: the first argument is not a number of rounds. Run "npm run test:load -- 5 FILES".\n')
  process.exit(2)
}

// Busy threads of this process end with it, however that ends.
for (let core = 0; core < availableParallelism(); core += 1) new Worker('for (;;);', { eval: true })

for (let round = 1; round <= rounds; round += 1) {
  process.stdout.write(`round ${round} of ${rounds}\n`)
  const args = ['run', '--mode', 'packaged', '--tags-filter', 'not long', ...(files.length > 0 ? files : suites)]
  const [status] = await once(spawn(process.execPath, [vitest, ...args], { stdio: 'inherit' }), 'close')
  if (status === 0) continue
  process.stderr.write(`test:load: round ${round} of ${rounds} failed. Its failures are listed above.\n`)
  process.exit(1)
}
process.stdout.write(`${rounds} rounds passed\n`)
process.exit(0)
