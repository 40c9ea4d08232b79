import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { ended, start, strongroom, temporaryFolder } from './command.ts'

test('serve --while-runs stops gracefully soon after that process has ended, and not before', async () => {
  await using folder = await temporaryFolder()
  const owner = spawn('sleep', ['600'])
  await once(owner, 'spawn')
  const args = ['--data', folder.path, '--port', '0', '--json', '--while-runs', `${owner.pid}`]
  const server = start(['serve', ...args])
  const [line] = await once(server.stdout as NodeJS.ReadableStream, 'data')
  await setTimeout(2_500)
  expect((await fetch(`${JSON.parse(String(line)).url}/readyz`)).status).toBe(200)
  const end = ended(server)
  owner.kill('SIGKILL')
  expect((await end).status).toBe(0)
})

test('what is no number of a process is a mistake of usage', async () => {
  for (const wrong of ['0', '-1', 'self', '1.5'])
    expect(await strongroom('serve', `--while-runs=${wrong}`)).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('number of a process'),
    })
})
