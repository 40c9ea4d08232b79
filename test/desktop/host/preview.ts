import { mkdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { noBrowser } from '../../package/missing.ts'
import { startHost } from './start.ts'

const usage = `npm run desktop:preview -- [--screenshot FILE] [--user-data FOLDER] [--app FOLDER] [-- arguments of the app]

Opens the desktop console in Chromium, on the stand-in for Electron.`

const configHome = process.env.XDG_CONFIG_HOME ?? join(homedir(), '.config')
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    screenshot: { type: 'string' },
    'user-data': { type: 'string', default: join(configHome, 'strongroom-preview') },
    app: { type: 'string', default: '.' },
    help: { type: 'boolean', default: false },
  },
})

if (values.help) process.stdout.write(`${usage}\n`)
else if (noBrowser) {
  const install = 'Install it with "sudo apt-get install -y chromium", then try again.'
  process.stderr.write(`The preview could not be opened: ${noBrowser}. ${install}\n`)
  process.exitCode = 1
} else if (values.screenshot) await takeScreenshot(values.screenshot)
else if (process.env.DISPLAY || process.env.WAYLAND_DISPLAY) await show()
else {
  process.stderr.write('There is no display here, so no window can be shown. For a picture of it: --screenshot FILE\n')
  process.exitCode = 1
}

function start(options: { browser: 'own' | 'visible'; viewport?: null }) {
  const userData = resolve(values['user-data'])
  mkdirSync(userData, { recursive: true, mode: 0o700 })
  return startHost({ appDir: values.app, userData, args: positionals, unattended: true, ...options })
}

async function takeScreenshot(file: string): Promise<void> {
  await using host = await start({ browser: 'own' })
  await host.page.waitForLoadState('networkidle')
  await host.page.screenshot({ path: file })
  process.stdout.write(`${resolve(file)}\n`)
}

async function show(): Promise<void> {
  await using host = await start({ browser: 'visible', viewport: null })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void host.close())
  await host.ended
  process.stderr.write(host.mainErrors.map((error) => `${error}\n`).join(''))
}
