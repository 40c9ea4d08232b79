import { cpSync, existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { buildDesktop } from '../build-desktop.ts'
import { givenReleaseKeys } from '../build-server-bundle.ts'
import { packageConsole } from './package-console.ts'
import { buildServerPackage } from './server/build-server-package.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const output = join(root, 'dist')
const { ELECTRON_OVERRIDE_DIST_PATH: electronDist, STRONGROOM_KEEP_DEBUGGING_PORT: keepsPort } = process.env
const { values } = parseArgs({
  options: { dir: { type: 'boolean', default: false }, also: { type: 'string' } },
})

const isUnreachable = (error: unknown) =>
  ['ENOTFOUND', 'EAI_AGAIN', 'ECONNREFUSED', 'ECONNRESET', 'ENETUNREACH', 'ETIMEDOUT'].includes(
    (error as { code?: string }).code ?? '',
  )

/** Copies what was built by itself, such as the image, to what is released: each file of a folder, where there is one. */
function copyAlso(folder: string | undefined): readonly string[] {
  if (folder === undefined || !existsSync(folder)) return []
  cpSync(folder, output, { recursive: true })
  return readdirSync(folder).map((name) => join(output, name))
}

async function main(): Promise<void> {
  if (keepsPort === 'true' && !values.dir)
    throw new Error(
      'No installer is made of a console that keeps its debugging port: STRONGROOM_KEEP_DEBUGGING_PORT is true. ' +
        'Unset it, or add --dir.',
    )
  if (!givenReleaseKeys())
    process.stderr.write(
      'These packages carry no public key of releases, so they cannot verify an update: ' +
        'STRONGROOM_RELEASE_PUBLIC_KEY is not set.\n',
    )
  rmSync(output, { recursive: true, force: true })
  await buildDesktop(root)
  const packaging = { app: root, output, targets: values.dir ? ['dir'] : [], ...(electronDist && { electronDist }) }
  const others = process.platform === 'linux' && !values.dir ? [await buildServerPackage(output)] : []
  others.push(...copyAlso(values.also))
  for (const file of [...(await packageConsole(packaging, others)), ...others]) console.log(file)
}

main().catch((error: unknown) => {
  if (!isUnreachable(error)) throw error
  process.stderr.write(
    `Electron or a tool of electron-builder could not be fetched (${(error as Error).message}), so the console was not ` +
      'packaged, and there is no SHA256SUMS.\n' +
      'Run it on a connected machine, or with --dir and a folder of Electron in ELECTRON_OVERRIDE_DIST_PATH; ' +
      '"npm run package:server" needs neither.\n',
  )
  // Hooks of electron-builder exit with 0 once nothing is left to do, also if the exit code is set.
  process.exit(1)
})
