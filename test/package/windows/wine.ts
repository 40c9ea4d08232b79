import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const environment = String.raw`HKLM\SYSTEM\CurrentControlSet\Control\Session Manager\Environment`
const path = [environment, '/v', 'Path'] as const

export type Path = { readonly type: 'REG_EXPAND_SZ' | 'REG_SZ'; readonly value: string }
type Ended = { readonly status: number; readonly stdout: string }

export type Windows = {
  /** What Windows calls `C:\`. */
  readonly drive: string
  /** Runs a program of it to its end. */
  run(...command: readonly string[]): Promise<Ended>
  path(): Promise<Path | null>
  setPath(path: Path | null): Promise<void>
  end(): void
}

const read = (listing: string): Path | null => {
  const [, type, value = ''] = /^ +path +(REG_\w+) +(.*?)\r?$/im.exec(listing) ?? []
  return type ? { type: type as Path['type'], value } : null
}

/** A Windows of its own in a folder, played by Wine. */
export async function startWindows(folder: string): Promise<Windows> {
  const prefix = join(folder, 'wine')
  const { DISPLAY: _display, ...own } = process.env
  // It looks for Mono and Gecko otherwise.
  const env = { ...own, HOME: folder, WINEPREFIX: prefix, WINEDEBUG: '-all', WINEDLLOVERRIDES: 'mscoree,mshtml=' }
  // Into a file: its services hold a pipe open for seconds after the program's end.
  const said = join(folder, 'said.txt')
  const run = async (...command: readonly string[]) => {
    const output = openSync(said, 'w')
    const [status] = await once(spawn('wine', command, { env, stdio: ['ignore', output, 'ignore'] }), 'exit')
    closeSync(output)
    return { status: Number(status), stdout: readFileSync(said, 'utf8') }
  }
  await run('wineboot', '--init')
  return {
    drive: join(prefix, 'drive_c'),
    run,
    path: async () => read((await run('reg', 'query', ...path)).stdout),
    async setPath(wanted) {
      const change = wanted ? ['add', ...path, '/t', wanted.type, '/d', wanted.value] : ['delete', ...path]
      await run('reg', ...change, '/f')
    },
    end: () => void execFileSync('wineserver', ['--kill', '--wait'], { env }),
  }
}
