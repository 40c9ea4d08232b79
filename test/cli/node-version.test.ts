import { execFile } from 'node:child_process'
import { cp, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { packagedNode } from '../../server/platform/packaged-node.mjs'
import { main } from '../harness/cli.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { pretence } from './older-node.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

const run = (...args: readonly string[]) =>
  promisify(execFile)(process.execPath, args).then(
    ({ stdout, stderr }) => ({ status: 0, stdout, stderr }),
    ({ code, stdout, stderr }) => ({ status: code as number, stdout: String(stdout), stderr: String(stderr) }),
  )

/** The entry point alone, as in a clone without its packages. */
async function bareClone(folder: string): Promise<string> {
  const platform = ['compiled-program.mjs', 'packaged-node.mjs'].map((name) => `server/platform/${name}`)
  for (const file of ['package.json', 'server/main.mjs', ...platform]) await cp(join(root, file), join(folder, file))
  return join(folder, 'server', 'main.mjs')
}

test('an older Node hands over to the packaged one, with arguments, output and exit code', async ({ skip }) => {
  skip(packagedNode() === null, 'the packages bring no Node for this platform')
  const version = await run('--import', pretence, main, '--version')
  expect(version).toEqual({ status: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/), stderr: '' })
  const wrong = await run('--import', pretence, main, 'serve', '--prot')
  expect(wrong).toEqual({ status: 2, stdout: '', stderr: expect.stringContaining("'--prot'") })
})

test('an older Node without the packaged one says what is needed', async () => {
  await using folder = await temporaryFolder()
  const answer = await run('--import', pretence, await bareClone(folder.path), '--version')
  expect(answer.stderr).toMatch(/^strongroom: Node 24 is required, and this is Node 20\.20\.2\. [^\n]+\n$/)
  expect(answer).toMatchObject({ status: 1, stdout: '' })
})

test('a clone without its packages says how to get them', async () => {
  await using folder = await temporaryFolder()
  await bareClone(folder.path)
  await cp(join(root, 'server'), join(folder.path, 'server'), { recursive: true })
  const answer = await run(join(folder.path, 'server', 'main.mjs'), '--version')
  expect(answer).toEqual({
    status: 1,
    stdout: '',
    stderr:
      'strongroom: its packages are not installed. Run "npm start", or "npm ci --ignore-scripts", in its folder.\n',
  })
})

test('an empty NODE_COMPILE_CACHE does not fill the current folder with compiled code', async () => {
  await using folder = await temporaryFolder()
  const env = { ...process.env, NODE_COMPILE_CACHE: '' }
  await promisify(execFile)(process.execPath, [main, '--version'], { cwd: folder.path, env })
  expect(await readdir(folder.path)).toEqual([])
})
