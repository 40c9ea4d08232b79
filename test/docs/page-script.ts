import { spawn, spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text as textOf } from 'node:stream/consumers'
import { environment, main } from '../harness/cli.ts'
import { freePort } from '../harness/free-port.ts'
import { type Block, type Page, root } from './pages.ts'

/** How a block is run by its language: a command reads it on standard input. */
const interpreters: Readonly<Record<string, string>> = {
  python: 'python3 -',
  ts: 'node --input-type=module-typescript -',
  js: 'node --input-type=module -',
}

/** The comments that may stand above a block; docs/style.md tells what they mean. */
const remarks = {
  notRun: /^not run: (.+)$/,
  testedBy: /^tested by: (.+)$/,
  needs: /^needs: (.+)$/,
  file: /^file: (.+)$/,
  background: /^background, until it prints: (.+)$/,
  exitCode: /^exit code: (\d+)$/,
  prints: /^prints: (.+)$/,
} as const

const remarkOf = (block: Block, name: keyof typeof remarks): string | undefined =>
  block.remarks.map((remark) => remarks[name].exec(remark)?.[1]).find((value) => value !== undefined)

export const isKnownRemark = (remark: string): boolean => Object.values(remarks).some((known) => known.test(remark))

/** The test that runs a block in another way. */
export const otherTestOf = (block: Block): string | undefined => remarkOf(block, 'testedBy')

const isInstalled = (program: string) => spawnSync('sh', ['-c', 'command -v "$1"', 'sh', program]).status === 0

export function reasonNotRun(block: Block): string | null {
  const reason = remarkOf(block, 'notRun')
  if (reason !== undefined) return reason
  const program = remarkOf(block, 'needs')
  return program === undefined || isInstalled(program) ? null : `${program} is not installed here`
}

/** The programs without which a page cannot be run at all, as far as they are not here. */
export const missingFor = ({ blocks }: Page): readonly string[] =>
  ['setsid', 'curl', 'jq', 'openssl', 'python3'].filter(
    (program) =>
      (program === 'setsid' || blocks.some((block) => commandOf(block).includes(program))) && !isInstalled(program),
  )

/** Whether a block is to be run at all: commands, and snippets in a language that needs no project around it. */
export const isRunnable = (block: Block): boolean =>
  (block.language === 'sh' || block.language in interpreters) && !otherTestOf(block) && !remarkOf(block, 'file')

const quoted = (value: string) => `'${value.replaceAll("'", "'\\''")}'`

const commandOf = ({ language, text }: Block) =>
  language === 'sh' ? text : `${interpreters[language]} <<'END_OF_SNIPPET'\n${text}\nEND_OF_SNIPPET`

function commandsOf(block: Block): string {
  const command = commandOf(block)
  const ready = remarkOf(block, 'background')
  if (ready) return `in_background ${quoted(ready)} <<'END_OF_BLOCK'\n${command}\nEND_OF_BLOCK`
  const code = remarkOf(block, 'exitCode')
  const wanted = remarkOf(block, 'prints')
  if (!code && !wanted) return command
  // Only where a failure is wanted: there the shell no longer stops at the first one.
  const run = code
    ? `status=0\n( ${command}\n) > "$HOME/.printed" 2>&1 || status=$?`
    : `{ ${command}\n} > "$HOME/.printed" 2>&1`
  const checks = [
    ...(code ? [`[ "$status" = ${code} ]`] : []),
    ...(wanted ? [`grep -qF -- ${quoted(wanted)} "$HOME/.printed"`] : []),
  ]
  return [run, 'cat "$HOME/.printed"', ...checks].join('\n')
}

/** What the shell does for a block; nothing where it is only there to be read. */
function stepOf(block: Block): string | null {
  const file = remarkOf(block, 'file')
  if (file) return `cat > ${file} <<'END_OF_FILE'\n${block.text}\nEND_OF_FILE`
  return isRunnable(block) && reasonNotRun(block) === null ? commandsOf(block) : null
}

/** Starts a server and goes on once it has printed what it should; all of them are stopped at the end of the page. */
const prelude = `
set -eE -o pipefail
servers=()
stop_servers() { for pid in "\${servers[@]}"; do kill -TERM -- "-$pid" 2>/dev/null || true; done; wait; }
trap stop_servers EXIT
trap 'exit 143' TERM
trap 'echo "failed (exit code $?): $BASH_COMMAND" >&2' ERR
in_background() {
  cat > "$HOME/.server-\${#servers[@]}.sh"
  local log="$HOME/.server-\${#servers[@]}.log"
  touch "$log"
  setsid bash -e "$HOME/.server-\${#servers[@]}.sh" > "$log" 2>&1 < /dev/null &
  servers+=($!)
  until grep -qF -- "$1" "$log"; do
    kill -0 $! 2>/dev/null || { cat "$log" >&2; return 1; }
    sleep 0.2
  done
}`

const usesDemo = (steps: string) => steps.includes('127.0.0.1:8420') && !/^npm start/m.test(steps)
const demo = `in_background 'API page' <<'END_OF_BLOCK'\nstrongroom serve --demo\nEND_OF_BLOCK`

function scriptOf({ name, blocks }: Page): string {
  const steps = blocks.flatMap((block) => {
    const step = stepOf(block)
    return step === null ? [] : [`echo '--- ${name}:${block.line}' >&2`, step]
  })
  const text = steps.join('\n')
  return [prelude, usesDemo(text) ? demo : '', text].join('\n')
}

/** A home of its own, with `strongroom` on the path as the packages install it. */
async function makeHome(): Promise<{ readonly home: string; readonly env: NodeJS.ProcessEnv }> {
  const home = await mkdtemp(join(tmpdir(), 'strongroom-page-'))
  await mkdir(join(home, 'bin'))
  const command = `#!/bin/sh\nexec '${process.execPath}' '${main}' "$@"\n`
  await writeFile(join(home, 'bin/strongroom'), command, { mode: 0o755 })
  const { npm_config_user_agent: _agent, ...own } = environment()
  const paths = {
    HOME: home,
    XDG_DATA_HOME: join(home, '.local/share'),
    XDG_CONFIG_HOME: join(home, '.config'),
    // No page may reach the keychain of the person who runs the tests.
    DBUS_SESSION_BUS_ADDRESS: '',
    PATH: `${join(home, 'bin')}:${own.PATH}`,
  }
  return { home, env: { ...own, ...paths } }
}

export type Ran = { readonly status: number | null; readonly stdout: string; readonly stderr: string }

/** The ports that pages use; here they are others, so that a page can be tried where something listens on them. */
const pagePorts = Array.from({ length: 10 }, (_, index) => `842${index}`)

/** Runs the commands and snippets of a page from top to bottom, in one shell in the checkout, with a home of its own. */
export async function runPage(page: Page, signal: AbortSignal): Promise<Ran> {
  const { home, env } = await makeHome()
  const ports = new Map(await Promise.all(pagePorts.map(async (port) => [port, `${await freePort()}`] as const)))
  const script = scriptOf(page).replace(/\b842\d\b/g, (port) => ports.get(port) ?? port)
  const child = spawn('bash', ['-c', script], {
    cwd: root,
    env: { ...env, STRONGROOM_PORT: ports.get('8420') },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  const stop = () => process.kill(-(child.pid ?? 0), 'SIGTERM')
  signal.addEventListener('abort', stop)
  const status = new Promise<number | null>((resolve) => child.once('close', resolve))
  const [stdout, stderr] = await Promise.all([textOf(child.stdout), textOf(child.stderr)])
  signal.removeEventListener('abort', stop)
  // A server of the page may still be writing its last files, for as long as it takes to stop.
  await rm(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  return { status: await status, stdout, stderr }
}
