// @module-tag long
import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildImage } from '../../scripts/package/image/build-image.ts'
import { untilReady } from '../cli/serving.ts'
import { ended } from '../harness/cli.ts'
import { lacking } from './missing.ts'

const missing =
  lacking('buildah', 'unshare', 'chroot', 'dpkg-query') ??
  (process.getuid?.() === 0 ? null : 'building an image and changing users takes root')

type Config = {
  readonly config: {
    readonly User: string
    readonly Env: readonly string[]
    readonly Entrypoint: readonly string[]
    readonly Cmd: readonly string[]
    readonly WorkingDir: string
  }
}

let folder = ''
let archive = ''
let image: Config['config']
const below = (path: string) => join(folder, 'root', path)

beforeAll(async () => {
  if (missing) return
  folder = await mkdtemp(join(tmpdir(), 'strongroom-image-'))
  archive = await buildImage(folder)
  image = unpack(archive).config
}, 900_000)
beforeEach(({ skip }) => skip(missing !== null, missing ?? undefined))
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Reads the archive by the OCI image layout, without the tool that made it, and puts its layers into `root`. */
function unpack(file: string): Config {
  const layout = join(folder, 'layout')
  mkdirSync(layout)
  execFileSync('tar', ['-C', layout, '-xf', file])
  const blob = (digest: string) => join(layout, 'blobs', digest.replace(':', '/'))
  const parsed = (path: string) => JSON.parse(readFileSync(path, 'utf8'))
  const [first] = parsed(join(layout, 'index.json')).manifests as [{ readonly digest: string }]
  const { layers, config } = parsed(blob(first.digest)) as Record<'config', { digest: string }> & {
    readonly layers: readonly { readonly digest: string }[]
  }
  mkdirSync(below(''))
  for (const layer of layers) execFileSync('tar', ['-C', below(''), '-xzf', blob(layer.digest)])
  return parsed(blob(config.digest))
}

test('it runs the server as a numbered user without a shell', () => {
  expect(image.User).toBe('65532:65532')
  expect([...image.Entrypoint, ...image.Cmd]).toEqual([
    '/usr/lib/strongroom-server/node',
    '/usr/lib/strongroom-server/strongroom.js',
    'serve',
  ])
  const files = execFileSync('find', [below(''), '-type', 'f', '-perm', '/111', '-printf', '/%P\n'], {
    encoding: 'utf8',
  })
  const programs = files
    .split('\n')
    .filter((file) => file && !file.includes('/lib/x86_64-') && !file.includes('ld-linux'))
  expect(programs.filter((file) => !/\.so[.\d]*$/.test(file))).toEqual(['/usr/lib/strongroom-server/node'])
})

test('no file of it belongs to another user who could change it', () => {
  const found = execFileSync(
    'find',
    [below(''), '-not', '-user', 'root', '-o', '-perm', '/022', '-not', '-type', 'l'],
    {
      encoding: 'utf8',
    },
  )
  expect(found.trim().split('\n')).toEqual([below('var/lib/strongroom')])
})

test('each library in it has its copyright', () => {
  const documents = execFileSync('find', [below('usr/share/doc'), '-type', 'f', '-printf', '%P\n'], {
    encoding: 'utf8',
  })
  expect(documents.trim().split('\n').sort()).toEqual([
    'libc6/copyright',
    'libgcc-s1/copyright',
    'libstdc++6/copyright',
    'strongroom-server/LICENSE.node.txt',
    'strongroom-server/THIRD-PARTY-NOTICES.txt',
  ])
})

/** What an engine does with a read-only container: mounts, then the image's user and environment in its root. */
function runReadOnly(args: readonly string[]) {
  const root = below('')
  const mounts = [
    `mount --bind ${root} ${root}`,
    `mount -t proc proc ${below('proc')}`,
    `mount --bind ${join(folder, 'data')} ${below('var/lib/strongroom')}`,
    `mount --bind ${join(folder, 'credentials')} ${below('run/credentials')}`,
    `mount -o remount,ro,bind ${root}`,
    `exec chroot --userspec=${image.User} ${root} "$@"`,
  ]
  const env = Object.fromEntries(image.Env.map((line) => line.split(/=(.*)/s, 2)))
  return spawn('unshare', ['--mount', 'sh', '-ec', mounts.join('\n'), 'sh', ...image.Entrypoint, ...args], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

function mountPoints(): void {
  mkdirSync(below('proc'), { recursive: true })
  for (const name of ['data', 'credentials']) mkdirSync(join(folder, name), { recursive: true, mode: 0o755 })
  chownSync(join(folder, 'data'), 65_532, 65_532)
  // As Kubernetes mounts a secret for a pod with "fsGroup".
  const key = join(folder, 'credentials/kek')
  writeFileSync(key, `${Buffer.alloc(32, 7).toString('base64')}\n`)
  chownSync(key, 0, 65_532)
  chmodSync(key, 0o440)
}

test('it serves from a read-only root, with the key as a mounted secret, and ends on SIGTERM', async () => {
  mountPoints()
  await using server = await untilReady(runReadOnly(['serve', '--host', '127.0.0.1', '--port', '0', '--json']))
  const { url } = JSON.parse(server.greeting) as { url: string }
  expect((await fetch(`${url}/readyz`)).status).toBe(200)
  expect(await server.stop('SIGTERM')).toMatchObject({ status: 0, signal: null })
})

test('it refuses to serve other machines without TLS or a proxy', async () => {
  mountPoints()
  const refused = await ended(runReadOnly(['serve', '--port', '0']))
  expect(refused).toMatchObject({ status: 2, stderr: expect.stringContaining('--behind-proxy') })
})
