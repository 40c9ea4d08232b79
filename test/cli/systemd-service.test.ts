// @module-tag long
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { main } from '../harness/cli.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { lacking } from '../package/missing.ts'

const systemd = '/lib/systemd/systemd'

/** Runs in namespaces of its own: a service manager of a user refuses to start where the system has none. */
const inNamespaces = (folder: string, commands: string) => `
mount --make-rprivate / && mount -t proc proc /proc && mount -t tmpfs tmpfs /run && mkdir -p /run/systemd/system
export XDG_RUNTIME_DIR=${folder}/run XDG_CONFIG_HOME=${folder}/config HOME=${folder}
${systemd} --user --unit=try.target --log-target=null &
manager=$!
for _ in $(seq 100); do [ -S ${folder}/run/systemd/private ] && break; sleep 0.1; done
s() { systemctl --user "$@"; }
show() { s show --property "$1" --value try.service; }
${commands}
kill $manager
`

/** The parts of our own unit that are about notification, with a watchdog that need not be waited for. */
const unit = (folder: string) => `
[Unit]
DefaultDependencies=no
[Service]
Type=notify
NotifyAccess=all
ExecStart=${process.execPath} ${main} serve --data ${folder}/data --port 0
TimeoutStopSec=30
WatchdogSec=3
WatchdogSignal=SIGKILL
`

function run(folder: string, commands: string): string {
  mkdirSync(join(folder, 'config/systemd/user'), { recursive: true })
  mkdirSync(join(folder, 'run'), { mode: 0o700 })
  writeFileSync(join(folder, 'config/systemd/user/try.service'), unit(folder))
  writeFileSync(join(folder, 'config/systemd/user/try.target'), '[Unit]\nDefaultDependencies=no\n')
  const args = ['--pid', '--fork', '--mount', 'sh', '-c', inNamespaces(folder, commands)]
  const { stdout, stderr } = spawnSync('unshare', args, { encoding: 'utf8', timeout: 120_000 })
  return `${stdout}${stderr}`
}

const missing =
  lacking('unshare', 'mount', 'systemctl', 'systemd-notify') ??
  (existsSync(systemd) ? null : 'systemd is not installed') ??
  (process.getuid?.() === 0 ? null : 'namespaces take root')
beforeEach(({ skip }) => skip(missing !== null, missing ?? undefined))

const slow = { timeout: 180_000 }

test('systemd starts the service once it is ready, keeps it while it reports, and stops it', slow, async ({ skip }) => {
  await using folder = await temporaryFolder()
  const output = run(
    folder.path,
    's start try.service && echo started; show StatusText; sleep 5; show ActiveState; s stop try.service; show Result',
  )
  skip(output.includes('Failed to connect'), 'systemd cannot manage services here')
  expect(output).toMatch(/^started\nServing http:\S+\nactive\nsuccess\n$/)
})

test('systemd kills a service that hangs', slow, async ({ skip }) => {
  await using folder = await temporaryFolder()
  const output = run(folder.path, 's start try.service; kill -STOP $(show MainPID); sleep 6; show Result')
  skip(output.includes('Failed to connect'), 'systemd cannot manage services here')
  expect(output).toBe('watchdog\n')
})
