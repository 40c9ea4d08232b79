import type { Answer, Chapter } from './asvs/answer.ts'
import { chapters } from './asvs/chapters.ts'
import { level1 } from './asvs/requirement-ids.ts'

const introduction = `# OWASP ASVS 5

How Strongroom (server, console, command line and packages) answers every requirement of levels 1 and 2 of the
[OWASP Application Security Verification Standard 5.0.0](https://github.com/OWASP/ASVS/tree/v5.0.0_release/5.0).

Generated from \`scripts/asvs/\`. The requirements are given in our own short words; what counts is the standard's text.
A test compares the identifiers with the published list and finds each named file and each named test. This is the
maintainers' own assessment, not a certification.

- **met**: by the named files; the named tests fail when it no longer is. A requirement of documentation names its page.
- **not applicable**: Strongroom has nothing that the requirement is about, for the reason given.
- **open**: not met, or not wholly; what is missing is said.
`

const levelOf = (id: string) => (level1.includes(id) ? 1 : 2)

const inTable = (text: string) => text.replaceAll('|', '\\|').replaceAll('<', '&lt;')

const fileOf = (name: string) => `[${name.split('/').at(-1)}](../${name})`.replace('](../docs/', '](')

const testsOf = ({ tests = {} }: Answer) =>
  Object.entries(tests).map(
    ([file, titles]) =>
      `${fileOf(file)}: ${[titles]
        .flat()
        .map((title) => `“${title}”`)
        .join(', ')}`,
  )

const rowOf = ([id, answer]: readonly [string, Answer]) =>
  `| ${[
    `v5.0.0-${id} (${levelOf(id)})`,
    answer.asks,
    answer.status === 'open' ? '**open**' : answer.status,
    answer.how,
    (answer.where ?? []).map(fileOf).join('<br>'),
    testsOf(answer).map(inTable).join('<br>'),
  ]
    .map((cell, column) => (column < 4 ? inTable(cell) : cell))
    .join(' | ')} |`

const sectionOf = ({ title, answers }: Chapter, index: number) => [
  '',
  `## V${index + 1} ${title}`,
  '',
  '| requirement (level) | asks | status | answer | where | tests |',
  '|---|---|---|---|---|---|',
  ...Object.entries(answers).map(rowOf),
]

const all = () => chapters.flatMap(({ answers }) => Object.entries(answers))

function summary(): readonly string[] {
  const count = (level: number, status: string) =>
    all().filter(([id, answer]) => levelOf(id) === level && answer.status === status).length
  const row = (level: number) => {
    const counts = ['met', 'open', 'not applicable'].map((status) => count(level, status))
    return `| ${[level, ...counts, counts.reduce((sum, each) => sum + each, 0)].join(' | ')} |`
  }
  return ['| level | met | open | not applicable | all |', '|---|---|---|---|---|', row(1), row(2)]
}

const openList = () =>
  all()
    .filter(([, { status }]) => status === 'open')
    .map(([id, { asks, how }]) => `| v5.0.0-${id} (${levelOf(id)}) | ${inTable(asks)} | ${inTable(how)} |`)

/** `docs/asvs.md`: each requirement of levels 1 and 2 with its answer and what shows it. */
export const asvsPage = (): string =>
  [
    introduction,
    ...summary(),
    '',
    '## Open',
    '',
    '| requirement (level) | asks | what is missing |',
    '|---|---|---|',
    ...openList(),
    ...chapters.flatMap(sectionOf),
    '',
  ].join('\n')
