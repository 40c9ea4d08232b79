import { chmod, mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { strongroom } from '../harness/cli.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { dataOf } from '../store/engines.ts'
import { serveFolder } from './serving.ts'

const oneLine = /^strongroom: [^\n]+\n$/

/** What keeps a folder from being served, and the two things the line must say: the cause and the next step. */
async function refusal(dataDir: string, ...more: readonly string[]): Promise<string> {
  const { status, stdout, stderr } = await strongroom(['serve', '--data', dataDir, '--port', '0', ...more])
  expect(stderr).toMatch(oneLine)
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
  return stderr
}

async function newFolder(path: string): Promise<void> {
  const { status } = await strongroom(['token', 'create', '--name', 'first', '--all', '--data', path])
  expect(status).toBe(0)
}

test('a folder with files of another program is refused and not changed', async () => {
  await using folder = await temporaryFolder()
  await writeFile(join(folder.path, 'thesis.odt'), 'x')
  expect(await refusal(folder.path)).toMatch(/thesis\.odt.*empty folder with --data/)
  expect(await readdir(folder.path)).toEqual(['thesis.odt'])
})

/** Stored credentials, which only their key opens. */
const storeSealed = (dataDir: string) =>
  dataOf(dataDir).tamper.add('credentials', [
    {
      custodianId: '1',
      version: 1,
      keyId: 'a key',
      wrappedKey: Buffer.alloc(1),
      ciphertext: Buffer.alloc(1),
      storedAt: 1,
      apiKeyId: null,
      retiredAt: null,
    },
  ])

test('a missing key file is named', async () => {
  await using folder = await temporaryFolder()
  await newFolder(folder.path)
  await storeSealed(folder.path)
  await rm(join(folder.path, 'keys', 'kek'))
  expect(await refusal(folder.path)).toMatch(/key file is missing.*--key-file/)
})

test('a key file that others may read is refused', async () => {
  await using folder = await temporaryFolder()
  await newFolder(folder.path)
  await chmod(join(folder.path, 'keys', 'kek'), 0o444)
  expect(await refusal(folder.path)).toMatch(/key file permissions are too open.*chmod 0400/)
})

test('a key file of another folder can be used', async () => {
  await using folder = await temporaryFolder()
  await using safe = await temporaryFolder()
  const keyFile = join(safe.path, 'kek')
  await using server = await serveFolder(folder.path, '--key-file', keyFile)
  expect((await fetch(`${server.addresses.url}/readyz`)).status).toBe(200)
  expect(await readdir(folder.path)).not.toContain('keys')
  await server.stop()
  await storeSealed(folder.path)
  expect(await refusal(folder.path)).toMatch(/key file is missing/)
})

test('simulator keys that cannot be read are named', async () => {
  await using folder = await temporaryFolder()
  await writeFile(join(folder.path, 'simulator.json'), '{"keys":7}')
  expect(await refusal(folder.path)).toMatch(/simulator\.json.*Fix/)
})

test('a file instead of a data folder is refused', async () => {
  await using folder = await temporaryFolder()
  await writeFile(join(folder.path, 'file'), '')
  expect(await refusal(join(folder.path, 'file'))).toMatch(/is not a folder.*--data/)
  expect(await refusal(join(folder.path, 'file', 'below'))).toMatch(
    /cannot use .*: a part of its path is no folder\. Correct the path\./,
  )
})

test('a port in use is reported with a next step', async () => {
  await using folder = await temporaryFolder()
  const other = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => other.once('listening', resolve))
  const { port } = other.address() as { port: number }
  expect(await refusal(folder.path, '--port', `${port}`)).toMatch(new RegExp(`port ${port} .*in use.*--port`))
  await new Promise((resolve) => other.close(resolve))
})

test('a folder is served by one server at a time, and commands on it still work', async () => {
  await using folder = await temporaryFolder()
  await using _server = await serveFolder(folder.path)
  expect(await refusal(folder.path)).toMatch(/another Strongroom server is using it.*--data/)
  expect((await strongroom(['token', 'list', '--data', folder.path])).status).toBe(0)
})

test('a read-only command creates no folder', async () => {
  await using folder = await temporaryFolder()
  const nowhere = join(folder.path, 'nowhere')
  const { status, stderr } = await strongroom(['token', 'list', '--data', nowhere])
  expect(stderr).toMatch(/no strongroom\.db in .*--data/)
  expect(status).toBe(1)
  expect(await readdir(folder.path)).toEqual([])
})

test('a folder without write permission is named', async ({ skip }) => {
  skip(process.getuid?.() === 0, 'root may write anywhere')
  await using folder = await temporaryFolder()
  await mkdir(join(folder.path, 'closed'), { mode: 0o500 })
  const { status, stderr } = await strongroom(['serve', '--data', join(folder.path, 'closed', 'data'), '--port', '0'])
  expect(stderr).toMatch(oneLine)
  expect({ status, named: stderr.includes('closed') }).toEqual({ status: 3, named: true })
})
