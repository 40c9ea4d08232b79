import { describe, expect, test } from 'vitest'
import { runPage } from './page-script.ts'
import type { Block } from './pages.ts'

const sh = (text: string, ...remarks: readonly string[]): Block => ({ line: 1, language: 'sh', text, remarks })
const run = (...blocks: readonly Block[]) => runPage({ name: 'page', blocks, prose: [] }, AbortSignal.timeout(20_000))

describe('a page fails when', () => {
  test.for<readonly [string, Block]>([
    ['a command in the middle of a block fails', sh('true\nfalse\ntrue')],
    ['a command in the middle of a pipe fails', sh('false | cat')],
    ['a block does not print what it should', sh('echo no', 'prints: yes')],
    ['a block that prints something fails', sh('echo yes; false', 'prints: yes')],
    ['a block ends with another exit code', sh('exit 1', 'exit code: 2')],
    ['a block succeeds that should not', sh('true', 'exit code: 1')],
    ['a server ends before it is ready', sh('echo never', 'background, until it prints: ready')],
    ['a snippet throws', { ...sh('raise SystemExit(3)'), language: 'python' }],
  ])('%s', async ([, block]) => {
    expect((await run(sh('echo first'), block, sh('echo last'))).status).not.toBe(0)
  })
})

test('a page whose commands work succeeds, and its servers are stopped', async () => {
  const { status, stdout } = await run(
    sh('echo "pid $$"\nexec sleep 600', 'background, until it prints: pid'),
    sh('name=yes'),
    sh('echo "$name"', 'prints: yes'),
    sh('echo gone >&2; exit 3', 'exit code: 3', 'prints: gone'),
    { ...sh('text', 'file: ~/made.txt'), language: 'text' },
    sh('cat ~/made.txt ~/.server-0.log'),
    sh('exit 1', 'not run: it would fail'),
  )
  const [, pid = ''] = /pid (\d+)/.exec(stdout) ?? []
  expect({ status, stdout }).toEqual({ status: 0, stdout: `yes\ngone\ntext\npid ${pid}\n` })
  expect(() => process.kill(Number(pid), 0)).toThrow('ESRCH')
})
