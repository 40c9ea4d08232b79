import { cpSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isRequired } from '../../server/import/column.ts'
import { importFiles } from '../../server/import/import-files.ts'
import { kinds } from '../../server/import/kinds.ts'
import { openImportScene } from './import-scene.ts'
import { keptLedger, recountedLedger } from './ledger.ts'

const docs = join(import.meta.dirname, '../../docs')
const examples = readdirSync(join(docs, 'examples')).filter((name) => /\.(csv|ndjson)$/.test(name))

function copyExamples(to: string): string[] {
  cpSync(join(docs, 'examples'), to, { recursive: true })
  return examples.map((name) => join(to, name))
}

test('there is one example file per kind of data, and all lines are imported in any order of files', async () => {
  for (const order of [examples, examples.toReversed()]) {
    await using desk = await openImportScene()
    copyExamples(desk.at('examples'))
    const results = await importFiles(
      desk.store,
      order.map((name) => desk.at(join('examples', name))),
    )
    expect(results.map(({ file }) => file)).toEqual(order.map((name) => desk.at(join('examples', name))))
    expect(new Set(results.map(({ kind }) => kind))).toEqual(new Set(kinds.map(({ name }) => name)))
    expect(results.filter(({ refused }) => refused > 0)).toEqual([])
    expect(readdirSync(desk.at('examples')).filter((name) => name.includes('rejected'))).toEqual([])
  }
})

test('importing the same files twice changes only the audit log', async () => {
  await using desk = await openImportScene()
  const files = copyExamples(desk.at('examples'))
  const first = await importFiles(desk.store, files)
  const before = await desk.data.truth.everything({ except: 'audit' })
  const report = await desk.store.reservesReport()
  const second = await importFiles(desk.store, files)
  const after = await desk.data.truth.everything({ except: 'audit' })
  expect(after).toEqual(before)
  expect(await desk.store.reservesReport()).toBe(report)
  expect(second.map(({ added, changed }) => [added, changed])).toEqual(files.map(() => [0, 0]))
  expect(second.map(({ unchanged }) => unchanged)).toEqual(first.map(({ added }) => added))
})

test('the amounts of the examples are beyond 2^53 and are returned digit for digit', async () => {
  await using desk = await openImportScene()
  await importFiles(desk.store, copyExamples(desk.at('examples')))
  expect(await desk.store.reservesReport()).toEqual([
    {
      tokenSymbol: 'HGLD',
      reserveAmount: '1606938044259113732330974438020063837090093.117239581847647055',
      transactionCount: 5,
      lastTransactionDate: '2026-01-07T08:00:00.000Z',
      blockchain: 'Ethereum',
    },
    {
      tokenSymbol: 'HUSD',
      reserveAmount: '90162064530950140676.493574',
      transactionCount: 4,
      lastTransactionDate: '2026-01-06T15:45:00.000Z',
      blockchain: 'Ethereum',
    },
    {
      tokenSymbol: 'HUSD',
      reserveAmount: '250000',
      transactionCount: 2,
      lastTransactionDate: '2026-01-08T10:00:00.000Z',
      blockchain: 'Polygon',
    },
  ])
  expect(await keptLedger(desk.data.truth)).toEqual(await recountedLedger(desk.data.truth))
})

/** The first cells of the table under a heading. */
function documentedColumns(page: string, heading: string): string[] {
  const [, section = ''] = page.split(`## ${heading}\n`)
  return [...(section.split('\n## ')[0] as string).matchAll(/^\| `(\w+)`/gm)].map(([, name]) => name as string)
}

test('docs/import.md lists every column of every kind, and which are required', () => {
  const page = readFileSync(join(docs, 'import.md'), 'utf8')
  for (const { name, columns } of kinds) {
    const heading = `${name[0]?.toUpperCase()}${name.slice(1)}`
    expect(documentedColumns(page, heading), heading).toEqual(Object.keys(columns))
    for (const [column, rule] of Object.entries(columns)) {
      const row = page.split(`## ${heading}\n`)[1]?.match(new RegExp(`^\\| \`${column}\` +\\| (\\w*)`, 'm'))
      expect(row?.[1], `${heading}: ${column}`).toBe(isRequired(rule) ? 'yes' : 'no')
    }
  }
})
