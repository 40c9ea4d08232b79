import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { temporaryFolder } from '../harness/temporary-folder.ts'

const script = readFileSync(join(import.meta.dirname, '../../desktop/resources/linux/after-install.sh'), 'utf8')
/** As electron-builder fills it in. */
const installed = script.replaceAll(`\${sanitizedProductName}`, 'Strongroom').replaceAll(`\${executable}`, 'strongroom')
/** The question as it was asked before: as root. */
const asRoot = installed.replace(/setpriv .* unshare/, 'unshare')

const reason = missing()
beforeEach(({ skip }) => skip(reason !== null, reason ?? undefined))

/** Why the kernel cannot be asked here, or null. */
function missing(): string | null {
  if (process.getuid?.() !== 0) return 'root alone can map all users into a namespace'
  const asNobody = ['--reuid=65534', '--regid=65534', '--clear-groups', 'unshare', '--user', '--map-root-user', 'true']
  return spawnSync('setpriv', asNobody).status === 0 ? null : 'this system lets users create no user namespace'
}

/**
 * Run as root of a user namespace in which each user may create one namespace. With `refused`, nobody has created its
 * own, so that the kernel refuses it the next one and still grants root one.
 */
const inNamespace = `
echo 1 > /proc/sys/user/max_user_namespaces || exit 9
if [ "$1" = refused ]; then
  setpriv --reuid=65534 --regid=65534 --clear-groups unshare --user sleep 60 &
  while [ "$(readlink /proc/$!/ns/user)" = "$(readlink /proc/$$/ns/user)" ]; do sleep 0.05; done
fi
sh "$2" configure
status=$?
[ "$1" != refused ] || kill $!
exit $status`

/** A program that starts before its user is mapped has none of root's capabilities. */
const onceMapped = 'echo inside; read mapped; exec sh -c "$0" sh "$@"'

type Install = { readonly root: string; readonly users: 'granted' | 'refused'; readonly text: string }

/** Runs the script of the deb below a root of its own; answers the mode of Chromium's sandbox. */
async function modeAfterInstall({ root, users, text }: Install): Promise<string> {
  const sandbox = join(root, 'opt/Strongroom/chrome-sandbox')
  mkdirSync(join(root, 'opt/Strongroom'), { recursive: true })
  writeFileSync(sandbox, '', { mode: 0o755 })
  writeFileSync(join(root, 'after-install.sh'), text)
  const child = spawn(
    'unshare',
    ['--user', 'sh', '-c', onceMapped, inNamespace, users, join(root, 'after-install.sh')],
    {
      stdio: ['pipe', 'pipe', 'inherit'],
      env: { ...process.env, DPKG_ROOT: root },
    },
  )
  await mapAllUsers(child)
  const [status] = await once(child, 'exit')
  expect(status).toBe(0)
  return (statSync(sandbox).mode & 0o7777).toString(8)
}

async function mapAllUsers({ pid, stdin, stdout }: ChildProcess): Promise<void> {
  await once(stdout as NodeJS.ReadableStream, 'data')
  for (const map of ['uid_map', 'gid_map']) writeFileSync(`/proc/${pid}/${map}`, '0 0 65536')
  stdin?.end('mapped\n')
}

test.each([
  {
    what: 'keeps Chromium’s sandbox without set-user-ID where users may create namespaces',
    users: 'granted',
    text: installed,
    mode: '755',
  },
  {
    what: 'gives it set-user-ID where the kernel refuses them to users and grants them to root',
    users: 'refused',
    text: installed,
    mode: '4755',
  },
  { what: 'would miss that if it asked as root (control)', users: 'refused', text: asRoot, mode: '755' },
] as const)('the deb $what', async ({ users, text, mode }) => {
  await using folder = await temporaryFolder()
  expect(await modeAfterInstall({ root: folder.path, users, text })).toBe(mode)
})
