import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Electron's program; its package fetches it the first time. */
function findElectron(): string | null {
  try {
    return createRequire(import.meta.url)('electron')
  } catch {
    return null
  }
}

const program = findElectron()
if (program)
  spawn(program, [root, ...process.argv.slice(2)], { stdio: 'inherit' }).on('exit', (code) => {
    process.exitCode = code ?? 1
  })
else {
  process.stderr.write(
    'The program of Electron is not here and could not be fetched from GitHub, so the console was not started.\n' +
      'Name a folder that has it with ELECTRON_OVERRIDE_DIST_PATH, or look at the console in Chromium with "npm run desktop:preview".\n',
  )
  process.exitCode = 1
}
