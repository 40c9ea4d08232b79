import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Command } from 'commander'
import { expect, test } from 'vitest'
import { createProgram } from '../../server/cli/run.ts'
import { start, strongroom } from '../harness/cli.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

const oneLine = /^strongroom: [^\n]+\n$/

test.for([
  { args: ['srve'], says: "unknown command 'srve' (Did you mean serve?)", help: 'strongroom --help' },
  {
    args: ['serve', '--prot', '1'],
    says: "unknown option '--prot' (Did you mean --port?)",
    help: 'strongroom serve --help',
  },
  { args: ['serve', '--port', '70000'], says: '0 to 65535', help: 'strongroom serve --help' },
  { args: ['serve', '--port'], says: 'argument missing', help: 'strongroom serve --help' },
  { args: ['serve', '--data', ''], says: 'It is empty', help: 'strongroom serve --help' },
  { args: ['serve', 'here'], says: 'too many arguments', help: 'strongroom serve --help' },
  { args: ['token', 'create', '--all'], says: '--name', help: 'strongroom token create --help' },
  {
    args: ['token', 'create', '--name', '7', '--all'],
    says: 'not only digits',
    help: 'strongroom token create --help',
  },
  {
    args: ['token', 'create', '--name', 'a', '--permission', 'wallets:burn'],
    says: 'wallets:read',
    help: 'strongroom token create --help',
  },
  {
    args: ['token', 'create', '--name', 'a', '--all', '--expires-in', '2 weeks'],
    says: '30d',
    help: 'strongroom token create --help',
  },
  {
    args: ['token', 'create', '--name', 'a', '--all', '--tenant', '9223372036854775808'],
    says: '9223372036854775807',
    help: 'strongroom token create --help',
  },
])(
  'a wrong command line is reported in one line with its help command, and exit code 2: $args',
  async ({ args, says, help }) => {
    const { status, stdout, stderr } = await strongroom(args)
    expect(stderr).toMatch(oneLine)
    expect(stderr).toContain(says)
    expect(stderr).toContain(`See "${help}".`)
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
  },
)

test.for([
  {
    args: ['serve', '--host', 'no-such.invalid', '--behind-proxy', '--port', '0'],
    says: 'the name no-such.invalid cannot be resolved',
  },
  { args: ['config', 'check', '--config', '.'], says: /cannot use \/\S+: it is a folder\. Name a file\./ },
  { args: ['audit', 'verify-archive', '/no/such'], says: 'cannot use /no/such: it does not exist. Correct the path.' },
])('what the system refuses is said in words: $says', async ({ args, says }) => {
  await using folder = await temporaryFolder()
  const { stderr } = await strongroom(args, { env: { STRONGROOM_DATA: join(folder.path, 'data') } })
  expect(stderr.split('\n').at(-2)).toMatch(/^strongroom: [^\n]+$/)
  expect(stderr).toMatch(says)
})

test('a token without a permission is refused before anything is created', async () => {
  await using folder = await temporaryFolder()
  const { status, stderr } = await strongroom(['token', 'create', '--name', 'a', '--data', join(folder.path, 'new')])
  expect(status).toBe(2)
  expect(stderr).toMatch(/--role.*viewer.*--permission/)
})

test('without a command strongroom lists its commands and exits with 2', async () => {
  const { status, stdout, stderr } = await strongroom([])
  expect(stderr).toContain('Commands:')
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
})

test.for([['--help'], ['serve', '--help'], ['token', 'create', '--help'], ['--version']])(
  'help and version succeed: %s',
  async (args) => {
    const { status, stdout, stderr } = await strongroom(args)
    expect(stdout).not.toBe('')
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  },
)

test('a token given in the wrong place is not repeated', async () => {
  const { stderr } = await strongroom(['token', 'list', `srt_${'a'.repeat(49)}`])
  expect(stderr).toMatch(oneLine)
  expect(stderr).not.toContain('srt_aaa')
})

test('a reader that stops reading is not an error', async () => {
  const child = start(['--help'])
  child.stdout?.destroy()
  const [[status], stderr] = await Promise.all([once(child, 'close'), child.stderr && text(child.stderr)])
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
})

test('with --json a failure is exactly one JSON value on standard output too', async () => {
  const { status, stdout, stderr } = await strongroom(['serve', '--prot', '1', '--json'])
  expect(stderr).toMatch(oneLine)
  expect(JSON.parse(stdout)).toEqual({
    error: { message: expect.stringContaining('--prot'), nextStep: expect.any(String), exitCode: 2 },
  })
  expect(status).toBe(2)
})

const shapeOf = ({ commands }: Command): unknown => commands.map((each) => [each.name(), each.description()])

test('the help of all commands names each of them without loading its code', async () => {
  const all = await createProgram()
  for (const argv of [[], ['--help'], ['help'], ['srve']]) {
    const named = await createProgram(argv)
    expect(shapeOf(named)).toEqual(shapeOf(all))
    expect(named.commands.flatMap(({ options, commands }) => [...options, ...commands])).toEqual([])
  }
  expect((await createProgram(['help', 'rotate'])).commands.map((one) => one.name())).toEqual(['rotate'])
})

test('the help of a group names each of its commands without loading their code', async () => {
  const all = await createProgram()
  const group = all.commands.find((command) => command.name() === 'custodians') as Command
  for (const argv of [['custodians'], ['custodians', '--help'], ['help', 'custodians'], ['custodians', 'lst']]) {
    const named = (await createProgram(argv)).commands[0] as Command
    expect(shapeOf(named)).toEqual(shapeOf(group))
    expect(named.commands.flatMap(({ options }) => options)).toEqual([])
  }
  for (const argv of [
    ['custodians', 'list'],
    ['help', 'custodians', 'list'],
    ['custodians', '--', 'list'],
  ]) {
    const named = (await createProgram(argv)).commands[0]?.commands[0]
    expect(
      named?.options.map(({ long }) => long),
      'control: with its code',
    ).toContain('--server')
  }
})

test('each lazily loaded command has the name of its table entry', async () => {
  const { commands } = await createProgram()
  for (const command of commands) {
    const { commands: loaded } = await createProgram([command.name()])
    const names = loaded.map((one) => one.name())
    // Completion has to know them all.
    if (command.name() === 'completion') expect(names).toEqual(commands.map((one) => one.name()))
    else expect(names).toEqual([command.name()])
    for (const inner of command.commands) {
      const [group] = (await createProgram([command.name(), inner.name()])).commands
      expect(group?.commands.map((one) => one.name())).toEqual([inner.name()])
    }
  }
})
