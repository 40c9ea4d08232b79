import { type Faults, importersOf, type KindOfFault, kindsOfFault } from './faults.ts'
import type { Tree } from './read-tree.ts'

export type Baseline = Readonly<Record<KindOfFault, number>>

/** The smallest number that this share of the sorted numbers does not exceed. */
const percentile = (sorted: readonly number[], share: number) => sorted[Math.ceil(sorted.length * share) - 1] ?? 0

const percent = (part: number, whole: number) => `${Math.round((100 * part) / Math.max(1, whole))} %`

/** Modules of this table are folders, so that its numbers do not move with the floors that are declared. */
function rowsOfAreas(tree: Tree) {
  const importers = importersOf(tree)
  return tree.layout.areas.map(({ name }) => {
    const files = tree.files.filter(({ area, isGenerated }) => area.name === name && !isGenerated)
    const lines = files.map((file) => file.lines).sort((one, other) => one - other)
    const imported = files.filter((file) => importers.has(file))
    const once = imported.filter((file) => importers.get(file)?.length === 1)
    const inside = tree.imports.filter(({ from, to }) => from.area.name === name && to.area.name === name)
    const edges = new Set(inside.map(({ from, to }) => `${from.folder} ${to.folder}`).filter(isBetweenTwo))
    return {
      area: name,
      files: files.length,
      lines: lines.reduce((sum, each) => sum + each, 0),
      p50: percentile(lines, 0.5),
      p90: percentile(lines, 0.9),
      max: lines.at(-1) ?? 0,
      'imported once': percent(once.length, (name === 'test' ? imported : files).length),
      modules: new Set(files.map(({ folder }) => folder)).size,
      edges: edges.size,
    }
  })
}

const isBetweenTwo = (edge: string) => {
  const [from, to] = edge.split(' ')
  return from !== to
}

function table(rows: readonly Readonly<Record<string, string | number>>[]) {
  const heads = Object.keys(rows[0] ?? {})
  const lines = [heads, ...rows.map((row) => heads.map((head) => String(row[head])))]
  const widths = heads.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)))
  const cell = (text: string, column: number) =>
    column === 0 ? text.padEnd(widths[column] ?? 0) : text.padStart(widths[column] ?? 0)
  return lines.map((line) => line.map(cell).join('  '))
}

/** The counts on one page; `listed` are the kinds of which every place is named. */
export function page(
  tree: Tree,
  faults: Faults,
  { baseline, listed }: { baseline: Baseline; listed: readonly string[] },
) {
  const kinds = Object.keys(kindsOfFault) as KindOfFault[]
  const counts = kinds.map((kind) => {
    const count = faults[kind].length
    const verdict = count > baseline[kind] ? 'WORSE' : count < baseline[kind] ? 'better' : ''
    return { fault: kindsOfFault[kind].title, count, limit: baseline[kind], '': verdict }
  })
  const places = kinds
    .filter((kind) => listed.includes(kind) || faults[kind].length > baseline[kind])
    .flatMap((kind) => ['', `${kind}: ${kindsOfFault[kind].title}`, ...faults[kind].map((fault) => `  ${fault}`)])
  return [...table(rowsOfAreas(tree)), '', ...table(counts), ...places].join('\n')
}
