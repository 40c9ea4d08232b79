import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { openConsole } from '../harness/console.ts'

const root = join(import.meta.dirname, '../../..')
const switches = ['remote-debugging-port', 'remote-debugging-pipe']
const how = { packaged: true, args: switches.map((name) => `--${name}=0`) }

/** The console as it is built for tests that drive the packaged program. */
async function buildTwin(folder: string): Promise<void> {
  const build = `import('./scripts/build-desktop.ts').then(({ buildDesktop }) => buildDesktop(${JSON.stringify(folder)}))`
  const env = { ...process.env, STRONGROOM_KEEP_DEBUGGING_PORT: 'true' }
  await promisify(execFile)(process.execPath, ['--eval', build], { cwd: root, env })
}

test('the shipped package removes the debugging port; only the test package keeps it', { tags: ['long'] }, async () => {
  const folder = await mkdtemp(join(root, 'node_modules/.cache/twin-'))
  try {
    await buildTwin(folder)
    await using shipped = await openConsole(how)
    expect((await shipped.electron.app.about()).switches).toEqual([])
    await using twin = await openConsole({ ...how, bundle: folder })
    expect((await twin.electron.app.about()).switches).toEqual(switches)
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('no installer is built from the test package', async () => {
  const env = { ...process.env, STRONGROOM_KEEP_DEBUGGING_PORT: 'true' }
  const made = promisify(execFile)(process.execPath, ['scripts/package/package.ts'], { cwd: root, env })
  await expect(made).rejects.toThrow('No installer is made of a console that keeps its debugging port')
})
