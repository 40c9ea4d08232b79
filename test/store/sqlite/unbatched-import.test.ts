import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { furnish, openImportScene } from '../../import/import-scene.ts'
import { keptLedger, recountedLedger } from '../../import/ledger.ts'

test('control: without the transaction around a batch, a kill leaves totals that do not match', async () => {
  await using desk = await openImportScene()
  await furnish(desk)
  const child = spawn(process.execPath, [join(import.meta.dirname, 'unbatched-import-child.ts'), desk.dataDir], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = once(child, 'exit')
  await desk.data.truth.until('transactions', () => true)
  child.kill('SIGKILL')
  expect(await ended).toEqual([null, 'SIGKILL'])
  expect(await keptLedger(desk.data.truth)).not.toEqual(await recountedLedger(desk.data.truth))
})
