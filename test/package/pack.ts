import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { extractAll } from '@electron/asar'
import { makeStubElectron } from './stub-electron.ts'

const run = promisify(execFile)

export type Packed = {
  /** The console as it was built, with all that is not to be in the package. */
  readonly app: string
  readonly output: string
  readonly electron: string
  /** The folder that a person would unpack. */
  readonly unpacked: string
  readonly resources: string
}

/** Builds and packages the console in a process of its own, around a stub of Electron. */
export async function pack(folder: string, targets: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Packed> {
  const [app, output, electron] = ['app', 'output', 'electron'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  await mkdir(app, { recursive: true })
  await makeStubElectron(electron)
  const child = join(import.meta.dirname, 'pack-child.ts')
  await run(process.execPath, [child, app, output, electron, ...targets], { env: { ...process.env, ...env } })
  const unpacked = join(output, process.arch === 'x64' ? 'linux-unpacked' : `linux-${process.arch}-unpacked`)
  return { app, output, electron, unpacked, resources: join(unpacked, 'resources') }
}

/** Lays out the payload as it runs on plain Node, the unpacked addons in their places. */
export function extractPayload({ resources }: Packed, folder: string): void {
  extractAll(join(resources, 'app.asar'), folder)
}

/** Packages the console and leaves in the folder what a person who installs it gets to run. */
export async function payloadOfPackage(folder: string): Promise<void> {
  const place = await mkdtemp(join(tmpdir(), 'strongroom-payload-'))
  try {
    extractPayload(await pack(place, ['dir']), folder)
  } finally {
    await rm(place, { recursive: true })
  }
}
