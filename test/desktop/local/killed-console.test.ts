import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../harness/temporary-folder.ts'
import { bundleForTests } from './bundle.ts'
import { openLocalConsole } from './local-console.ts'

const bundle = bundleForTests()

test('the local server exits soon after its console is killed, and the next console serves the same folder', async () => {
  await using folder = await temporaryFolder()
  const script = join(import.meta.dirname, 'console-child.ts')
  const killed = spawn(process.execPath, [script, bundle.entry, folder.path], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = await once(killed.stdout, 'data')
  const { url } = (JSON.parse(String(line)) as { value: { url: string } }).value
  const isServed = () =>
    fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  expect(await isServed()).toBe(true)
  killed.kill('SIGKILL')
  await expect.poll(isServed).toBe(false)
  await using desk = await openLocalConsole(bundle.entry, { folder })
  await expect.poll(async () => (await desk.server.start({ withDemo: false })).ok).toBe(true)
})
