import { cyclesOf } from './cycles.ts'
import type { Allowed, SourceFile, Tree } from './read-tree.ts'
import { findAvoidedWords } from './vocabulary.ts'

const longestFunction = 60
const shortestFile = 15

/** One place that has the fault, as a line for a person. */
export type Fault = string

const productAreas = /^(shared|client|server|desktop\/)/
const isProduct = ({ area }: SourceFile) => productAreas.test(area.name)
const at = ({ path }: SourceFile, line: number) => `${path}:${line}`
const isAllowed = (allowed: Allowed, name: string) => Object.hasOwn(allowed, name)

/** Who imports each file; tests count for files of tests alone. */
export function importersOf({ imports }: Tree): ReadonlyMap<SourceFile, readonly SourceFile[]> {
  const counted = imports.filter(({ from, to }) => from.area.name !== 'test' || to.area.name === 'test')
  const byTarget = Map.groupBy(counted, ({ to }) => to)
  return new Map([...byTarget].map(([to, each]) => [to, each.map(({ from }) => from)]))
}

/** One fault per member, so that a cycle that grows counts as worse. */
const membersOf = (edges: readonly (readonly [string, string])[]): Fault[] =>
  cyclesOf(edges).flatMap((cycle) => cycle.map((member) => `${member} (in a cycle of ${cycle.length})`))

const fileCycles = ({ imports }: Tree) => membersOf(imports.map(({ from, to }) => [from.path, to.path]))

function moduleCycles({ imports }: Tree) {
  const edges = imports.map(({ from, to }) => [from.module?.path ?? '', to.module?.path ?? ''] as const)
  return membersOf(edges.filter(([from, to]) => from && to && from !== to))
}

function upwardImports({ imports }: Tree): Fault[] {
  const isUpward = (from: SourceFile, to: SourceFile) =>
    from.area === to.area
      ? from.module?.path !== to.module?.path && (from.module?.floor ?? 0) >= (to.module?.floor ?? 0)
      : !from.area.uses.includes(to.area.name)
  return imports
    .filter(({ from, to }) => isUpward(from, to))
    .map(({ from, to, line }) => `${at(from, line)} imports ${to.path}`)
}

const onNoFloor = ({ files }: Tree): Fault[] => files.filter(({ module }) => !module).map(({ path }) => path)

function foldersOfOneFile({ filesByFolder, layout }: Tree): Fault[] {
  const folders = [...filesByFolder.keys()]
  return folders.filter(
    (folder) =>
      filesByFolder.get(folder)?.filter((path) => !/\/tsconfig[\w.]*\.json$/.test(path)).length === 1 &&
      !folders.some((other) => other.startsWith(`${folder}/`)) &&
      !isAllowed(layout.allowed.foldersOfOneFile, folder),
  )
}

function looseFiles({ files, layout: { looseFiles: limit } }: Tree): Fault[] {
  const loose = files.filter(({ folder }) => folder === limit.folder).map(({ path }) => path)
  return loose.slice(limit.most)
}

function tinyFiles(tree: Tree): Fault[] {
  const importers = importersOf(tree)
  return tree.files.flatMap((file) => {
    const [only, ...others] = importers.get(file) ?? []
    const isTiny = only && others.length === 0 && file.lines < shortestFile && only.folder === file.folder
    return isTiny ? [`${file.path} (${file.lines} lines) is imported by ${only.path} alone`] : []
  })
}

function duplicatedNames({ files, layout }: Tree): Fault[] {
  const present = new Set(files.map(({ path }) => path))
  // A `.d.mts` next to its `.mjs` declares the same names once more.
  const isDeclaration = ({ path }: SourceFile) => path.endsWith('.d.mts') && present.has(path.replace('.d.mts', '.mjs'))
  // The texts of a language have the name of the English ones: they mean the same.
  const isTranslation = ({ path }: SourceFile) => {
    const english = path.replace(/^desktop\/words\/\w+\//, 'desktop/words/en/')
    return english !== path && present.has(english)
  }
  const declared = files
    .filter((file) => isProduct(file) && !file.isGenerated && !isDeclaration(file) && !isTranslation(file))
    .flatMap((file) => file.exports.filter(({ isOwn }) => isOwn).map(({ name }) => ({ name, path: file.path })))
  return [...Map.groupBy(declared, ({ name }) => name)].flatMap(([name, each]) => {
    const paths = [...new Set(each.map(({ path }) => path))]
    return paths.length > 1 && !isAllowed(layout.allowed.duplicatedNames, name) ? [`${name}: ${paths.join(', ')}`] : []
  })
}

const longFunctions = ({ files }: Tree): Fault[] =>
  files
    .filter(({ isGenerated }) => !isGenerated)
    .flatMap((file) =>
      file.functions
        .filter(({ lines }) => lines > longestFunction)
        .map(({ line, text, lines }) => `${at(file, line)} ${text}: ${lines} lines`),
    )

const placesOf =
  (kind: 'tupleAssignments' | 'literalSpreads') =>
  ({ files }: Tree): Fault[] =>
    files.flatMap((file) => file[kind].map(({ line, text }) => `${at(file, line)} ${text}`))

function namesOfTheEngine({ files, layout: { engine, allowed } }: Tree): Fault[] {
  const word = new RegExp(engine.word, 'i')
  return files
    .filter((file) => isProduct(file) && !file.path.startsWith(`${engine.folder}/`))
    .filter((file) => word.test(file.code) && !isAllowed(allowed.namesOfTheEngine, file.path))
    .map((file) => at(file, file.code.slice(0, file.code.search(word)).split('\n').length))
}

const avoidedWords = ({ files, vocabulary }: Tree): Fault[] =>
  [...files.filter(({ isGenerated }) => !isGenerated), ...vocabulary.pages].flatMap(({ path, source }) =>
    findAvoidedWords(source, vocabulary).map(({ line, text }) => `${path}:${line} ${text}`),
  )

/** Every kind of fault that is counted, in the order of the page. */
export const kindsOfFault = {
  fileCycles: { title: 'files in an import cycle, types included', find: fileCycles },
  moduleCycles: { title: 'modules in an import cycle', find: moduleCycles },
  upwardImports: { title: 'imports that go up or sideways', find: upwardImports },
  filesOnNoFloor: { title: 'files that layout.json has on no floor', find: onNoFloor },
  foldersOfOneFile: { title: 'folders with one file', find: foldersOfOneFile },
  looseFiles: { title: 'loose files in server/ over the limit', find: looseFiles },
  tinyFiles: { title: `files under ${shortestFile} lines that one neighbour alone imports`, find: tinyFiles },
  duplicatedNames: { title: 'names exported with two meanings', find: duplicatedNames },
  longFunctions: { title: `functions over ${longestFunction} lines`, find: longFunctions },
  tupleAssignments: { title: 'tuple assignments that are no swaps', find: placesOf('tupleAssignments') },
  literalSpreads: { title: 'spreads of literals', find: placesOf('literalSpreads') },
  namesOfTheEngine: { title: 'product files outside the adapter that name its engine', find: namesOfTheEngine },
  avoidedWords: { title: 'words that docs/style.md avoids', find: avoidedWords },
} as const

export type KindOfFault = keyof typeof kindsOfFault
export type Faults = Readonly<Record<KindOfFault, readonly Fault[]>>

export function findFaults(tree: Tree): Faults {
  const found = Object.entries(kindsOfFault).map(([kind, { find }]) => [kind, find(tree)])
  return Object.fromEntries(found)
}
