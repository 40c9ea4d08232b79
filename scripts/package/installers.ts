import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { archFromString, build, type Configuration, Platform } from 'electron-builder'

export type Packaging = {
  /** Folder of the console's package.json, `out/` and `node_modules/`. */
  readonly app: string
  /** Where the installers go. */
  readonly output: string
  /** Of electron-builder; none stands for those that electron-builder.yml has for this system. */
  readonly targets: readonly string[]
  /** An unpacked Electron; without it electron-builder fetches its own. */
  readonly electronDist?: string
}

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Debian has no fpm; what takes its place runs on the Node that runs this. */
function prepareEnvironment(): void {
  process.env.CUSTOM_FPM_PATH = join(import.meta.dirname, 'fpm.ts')
  process.env.PATH = [dirname(process.execPath), process.env.PATH].join(delimiter)
}

const extraResources = (output: string) => [
  { from: join(output, 'THIRD-PARTY-NOTICES.txt'), to: 'THIRD-PARTY-NOTICES.txt' },
  { from: join(root, 'LICENSE'), to: 'LICENSE' },
]

/** Runs electron-builder for the system that this runs on, and answers the files that it made. */
export function buildInstallers({ app, output, targets, electronDist }: Packaging): Promise<readonly string[]> {
  prepareEnvironment()
  const config: Configuration = {
    directories: { output, ...(app !== root && { app }) },
    extraResources: extraResources(output),
    ...(electronDist && { electronDist }),
  }
  const perArch = new Map([[archFromString(process.arch), [...targets]]])
  return build({ projectDir: root, targets: new Map([[Platform.current(), perArch]]), config, publish: 'never' })
}
