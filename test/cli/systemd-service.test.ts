// @module-tag long
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { ended, main } from '../harness/cli.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { lacking } from '../package/missing.ts'

const systemd = '/lib/systemd/systemd'

/** Runs in namespaces of its own: a service manager of a user refuses to start where the system has none. */
const inNamespaces = (folder: string, commands: string) => `
mount --make-rprivate / && mount -t proc proc /proc && mount -t tmpfs tmpfs /run && mkdir -p /run/systemd/system
export XDG_RUNTIME_DIR=${folder}/run XDG_CONFIG_HOME=${folder}/config HOME=${folder}
${systemd} --user --unit=try.target --log-target=null &
manager=$!
until [ -S ${folder}/run/systemd/private ]; do kill -0 $manager || break; sleep 0.1; done
s() { systemctl --user "$@"; }
show() { s show --property "$1" --value try.service; }
${commands}
kill $manager
`

/** Seconds without a report after which systemd kills the service, so few that a test can wait for it. */
const watchdog = 8

/** The parts of our own unit that are about notification. */
const unit = (folder: string) => `
[Unit]
DefaultDependencies=no
[Service]
Type=notify
NotifyAccess=all
ExecStart=${process.execPath} ${main} serve --data ${folder}/data --port 0
TimeoutStopSec=30
WatchdogSec=${watchdog}
WatchdogSignal=SIGKILL
`

async function run(folder: string, commands: string, signal: AbortSignal): Promise<string> {
  mkdirSync(join(folder, 'config/systemd/user'), { recursive: true })
  mkdirSync(join(folder, 'run'), { mode: 0o700 })
  writeFileSync(join(folder, 'config/systemd/user/try.service'), unit(folder))
  writeFileSync(join(folder, 'config/systemd/user/try.target'), '[Unit]\nDefaultDependencies=no\n')
  const args = ['--pid', '--fork', '--kill-child', '--mount', 'sh', '-c', inNamespaces(folder, commands)]
  const { stdout, stderr } = await ended(spawn('unshare', args, { signal, stdio: ['ignore', 'pipe', 'pipe'] }))
  return `${stdout}${stderr}`
}

const missing =
  lacking('unshare', 'mount', 'systemctl', 'systemd-notify') ??
  (existsSync(systemd) ? null : 'systemd is not installed') ??
  (process.getuid?.() === 0 ? null : 'namespaces take root')
beforeEach(({ skip }) => skip(missing !== null, missing ?? undefined))

/** Waits until the last report came later after the start than the first one was due. */
const untilKept = `until [ $(show WatchdogTimestampMonotonic) -gt $(($(show ActiveEnterTimestampMonotonic) + ${watchdog}000000)) ]
do [ "$(show ActiveState)" = active ] || break; sleep 0.2; done`

test('systemd starts the service once it is ready, keeps it while it reports, and stops it', async ({
  skip,
  signal,
}) => {
  await using folder = await temporaryFolder()
  const start = 's start try.service && echo started; show StatusText'
  const output = await run(
    folder.path,
    `${start}; ${untilKept}; show ActiveState; s stop try.service; show Result`,
    signal,
  )
  skip(output.includes('Failed to connect'), 'systemd cannot manage services here')
  expect(output).toMatch(/^started\nServing http:\S+\nactive\nsuccess\n$/)
})

test('systemd kills a service that hangs', async ({ skip, signal }) => {
  await using folder = await temporaryFolder()
  const untilEnded = 'while [ "$(show ActiveState)" = active ]; do sleep 0.2; done'
  const hang = 'kill -STOP $(show MainPID)'
  const output = await run(folder.path, `s start try.service; ${hang}; ${untilEnded}; show Result`, signal)
  skip(output.includes('Failed to connect'), 'systemd cannot manage services here')
  expect(output).toBe('watchdog\n')
})
