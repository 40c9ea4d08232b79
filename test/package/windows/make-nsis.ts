import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const installer = fileURLToPath(new URL('../../../desktop/resources/windows/installer.nsh', import.meta.url))

type Target = 'x86-unicode' | 'amd64-unicode'

/** Compiles a script of this folder; warnings are errors, as electron-builder has it. */
export function makeNsis(script: 'program' | 'setup', output: string, target: Target): void {
  // No one in there listens to changes.
  const defines = [`-DOUTPUT=${output}`, `-DINSTALLER=${installer}`, '-DPATH_PATIENCE=1']
  const file = join(import.meta.dirname, `${script}.nsi`)
  execFileSync('makensis', ['-V2', '-WX', ...defines, `-XTarget ${target}`, file], { stdio: 'pipe' })
}
