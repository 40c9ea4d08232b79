import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Faults, findFaults, type KindOfFault } from './faults.ts'
import { type Baseline, page } from './page.ts'
import { readTree } from './read-tree.ts'

const { values } = parseArgs({
  options: {
    /** The tree to count; it is tested on a small one. */
    root: { type: 'string', default: join(import.meta.dirname, '../..') },
    layout: { type: 'string', default: join(import.meta.dirname, 'layout.json') },
    baseline: { type: 'string', default: join(import.meta.dirname, 'baseline.json') },
    /** Names every place of this kind of fault; `all` for each kind. */
    list: { type: 'string', multiple: true, default: [] },
    /** Writes today's counts as the limits. */
    update: { type: 'boolean', default: false },
    /** A kind of which --update may raise the limit. */
    raise: { type: 'string', multiple: true, default: [] },
  },
})

const read = (file: string) => JSON.parse(readFileSync(file, 'utf8'))
const tree = readTree(values.root, read(values.layout))
const faults = findFaults(tree)
const kinds = Object.keys(faults) as KindOfFault[]
const baseline: Baseline = read(values.baseline)

const isWorse = (kind: KindOfFault) => faults[kind].length > baseline[kind]
const countsOf = (found: Faults) => Object.fromEntries(kinds.map((kind) => [kind, found[kind].length]))

console.log(page(tree, faults, { baseline, listed: values.list.includes('all') ? kinds : values.list }))
const worse = kinds.filter((kind) => isWorse(kind) && !(values.update && values.raise.includes(kind)))
if (worse.length > 0) {
  console.error(`\nThe structure got worse: ${worse.join(', ')}. Fix the places listed above.`)
  process.exitCode = 1
} else if (values.update) writeFileSync(values.baseline, `${JSON.stringify(countsOf(faults), null, 2)}\n`)
