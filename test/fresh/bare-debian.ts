import { type ChildProcessWithoutNullStreams, execFile, execFileSync, spawn } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { chmod, chown, cp, mkdir, mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { whereIs } from '../package/missing.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const cache = join(root, 'node_modules/.cache/bare-debian')
const release = 'bookworm'
const user = { name: 'alice', id: 1000 }
const certificates = '/etc/ssl/certs/ca-certificates.crt'

/** Node and npm of a machine: Debian's own packages, or versions from the npm registry. */
export type Toolchain = 'debian' | { readonly node: string; readonly npm: string }

/** A machine without compiler, with a clone of this project in the home of a user who is not root. */
export type BareDebian = AsyncDisposable & {
  /** Runs shell commands in the clone; what they start ends with them, and with this process. Ends by SIGKILL only. */
  readonly start: (script: string) => ChildProcessWithoutNullStreams
  /** Files of the clone, as this machine sees them. */
  readonly clone: string
}

const run = async (command: string, args: readonly string[], cwd = '/'): Promise<string> =>
  (await promisify(execFile)(command, args, { cwd, maxBuffer: 1e8 })).stdout

/** In a mount and process namespace: nothing stays mounted and nothing goes on, not even when this process is killed. */
const isolated = ['setpriv', '--pdeathsig', 'KILL', 'unshare', '--mount', '--pid', '--fork', '--kill-child'] as const
const [isolate, ...isolation] = isolated

const readIfThere = (file: string): string => (existsSync(file) ? readFileSync(file, 'utf8') : '')

/** Why no bare Debian can be made here, or null. */
function problem(): string | null {
  if (process.getuid?.() !== 0) return 'only root can make a bare Debian'
  if (!/^ID=debian$/m.test(readIfThere('/etc/os-release'))) return 'a bare Debian is made on Debian only'
  const missing = ['debootstrap', 'setpriv', 'unshare'].filter((program) => !whereIs(program))
  if (missing.length > 0) return `missing on this machine: ${missing.join(', ')}`
  try {
    execFileSync(isolate, [...isolation, 'true'], { stdio: 'ignore' })
    return null
  } catch {
    return 'this machine allows no namespaces'
  }
}

export const bareDebianProblem: string | null = problem()

/** The mirror that apt uses on this machine. */
function mirror(): string | undefined {
  const sources = ['/etc/apt/sources.list', ...globSync('/etc/apt/sources.list.d/debian*.{list,sources}')]
  const [, uri] = /^(?:URIs:|deb(?: \[.*?\])?)\s+(https?:\S+)/m.exec(sources.map(readIfThere).join('\n')) ?? []
  return uri
}

/** Made under another name first, so that what was interrupted is not taken for whole. */
async function once(place: string, make: (partial: string) => Promise<void>): Promise<string> {
  if (existsSync(place)) return place
  await mkdir(dirname(place), { recursive: true })
  const partial = await mkdtemp(`${place}-`)
  await make(partial)
  await chmod(partial, 0o755)
  await rename(partial, place)
  return place
}

/** The first process of the namespace stays root: with another user it would no longer end with the one outside. */
const inMachine = (machine: string, ...command: readonly string[]) => [
  ...isolation,
  `--mount-proc=${join(machine, 'proc')}`,
  'chroot',
  machine,
  '/bin/sh',
  '-c',
  '"$@"; exit $?',
  'init',
  ...command,
]

async function makeBase(folder: string): Promise<void> {
  const options = ['--variant=minbase', '--include=ca-certificates,curl']
  await run(isolate, [...isolation, 'debootstrap', ...options, release, folder, ...[mirror() ?? []].flat()])
  for (const file of ['/etc/resolv.conf', '/etc/hosts', certificates])
    await cp(file, join(folder, file), { dereference: true })
  await run(isolate, inMachine(folder, 'useradd', '--create-home', '--uid', `${user.id}`, user.name))
}

const makeBaseWithNpm = (base: string) => async (folder: string) => {
  await run('cp', ['-a', `${base}/.`, folder])
  const install = 'apt-get -qq update && apt-get -qq install -y --no-install-recommends npm'
  await run(isolate, inMachine(folder, 'sh', '-c', `export DEBIAN_FRONTEND=noninteractive; ${install}`))
}

/** Unpacks a package of the npm registry into a folder. */
async function unpack(spec: string, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  const [packed] = JSON.parse(await run('npm', ['pack', '--json', spec], folder)) as [{ filename: string }]
  await run('tar', ['-xzf', packed.filename, '--strip-components=1'], folder)
  await rm(join(folder, packed.filename))
}

const makeToolchain =
  ({ node, npm }: Exclude<Toolchain, 'debian'>) =>
  async (folder: string): Promise<void> => {
    await unpack(`node-${process.platform}-${process.arch}@${node}`, folder)
    await unpack(`npm@${npm}`, join(folder, 'npm'))
    for (const name of ['npm', 'npx']) await symlink(`../npm/bin/${name}-cli.js`, join(folder, 'bin', name))
  }

/** The root folder of a machine with these programs, and their folder in it. */
async function machineWith(toolchain: Toolchain): Promise<{ machine: string; programs: string }> {
  const base = await once(join(cache, release), makeBase)
  if (toolchain === 'debian')
    return { machine: await once(join(cache, `${release}-npm`), makeBaseWithNpm(base)), programs: '/usr/bin' }
  const programs = `/opt/node-${toolchain.node}-npm-${toolchain.npm}`
  await once(join(base, programs), makeToolchain(toolchain))
  return { machine: base, programs: `${programs}/bin` }
}

/** Every file of the project that git knows or would add, as a fresh clone has them. */
async function cloneInto(folder: string): Promise<void> {
  const list = await run('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], root)
  for (const name of list.split('\0').filter((each) => each && existsSync(join(root, each))))
    await cp(join(root, name), join(folder, name))
}

const proxies = () =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => /^(https?|no)_proxy$/i.test(name)))

export async function bareDebian(toolchain: Toolchain): Promise<BareDebian> {
  const { machine, programs } = await machineWith(toolchain)
  const homes = join(machine, 'home', user.name)
  const folder = await mkdtemp(join(homes, 'home-'))
  const clone = join(folder, 'strongroom')
  await cloneInto(clone)
  const registry = (await run('npm', ['config', 'get', 'registry'])).trim()
  await writeFile(join(folder, '.npmrc'), `registry=${registry}\n`)
  await run('chown', ['-R', `${user.id}:${user.id}`, folder])
  await chown(folder, user.id, user.id)
  const variables = {
    HOME: folder.slice(machine.length),
    PATH: `${programs}:/usr/bin:/bin`,
    NODE_EXTRA_CA_CERTS: certificates,
    ...proxies(),
  }
  const settings = Object.entries(variables).map(([name, value]) => `${name}=${value}`)
  const asUser = ['setpriv', `--reuid=${user.id}`, `--regid=${user.id}`, '--clear-groups', '/bin/sh']
  return {
    clone,
    start(script) {
      const child = spawn(isolate, inMachine(machine, 'env', '-i', ...settings, ...asUser))
      child.stdin.end(`cd ~/strongroom\n${script}\n`)
      // A worker of the tests goes on when they are killed.
      const end = () => child.kill('SIGKILL')
      process.once('disconnect', end)
      child.once('close', () => process.off('disconnect', end))
      return child
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  }
}
