import { globSync, readFileSync } from 'node:fs'
import { dirname, join, posix, relative, sep } from 'node:path'
import { readSource, type SourceFacts } from './read-source.ts'
import { readVocabulary, type Vocabulary, type VocabularyPages } from './vocabulary.ts'

export type Area = {
  readonly name: string
  readonly folder: string
  /** Areas whose files it may import. */
  readonly uses: readonly string[]
  /**
   * From top to bottom, each with its modules: folders with all that is in them, or files. A file belongs to the module
   * with the longest path, and imports its own module or lower floors.
   */
  readonly floors: readonly (readonly string[])[]
}

/** What is allowed to be an exception, by name or path, with the reason. */
export type Allowed = Readonly<Record<string, string>>

export type Layout = {
  readonly areas: readonly Area[]
  /** Files that are not written by hand: they count as files to import, not as lines or functions. */
  readonly generated: readonly string[]
  /** Folders of programs that are no part of the tree. */
  readonly apart: readonly string[]
  /** The only folder that names the storage engine. */
  readonly engine: { readonly folder: string; readonly word: string }
  readonly looseFiles: { readonly folder: string; readonly most: number }
  readonly words: VocabularyPages
  readonly allowed: {
    readonly foldersOfOneFile: Allowed
    readonly duplicatedNames: Allowed
    readonly namesOfTheEngine: Allowed
  }
}

export type Import = { readonly from: SourceFile; readonly to: SourceFile; readonly line: number }

export type SourceFile = SourceFacts & {
  readonly path: string
  readonly folder: string
  readonly area: Area
  /** Path of the module and number of its floor, 0 at the top; null where no floor of the area has the file. */
  readonly module: { readonly path: string; readonly floor: number } | null
  readonly isGenerated: boolean
}

export type Tree = {
  readonly layout: Layout
  readonly files: readonly SourceFile[]
  /** One per pair of files. */
  readonly imports: readonly Import[]
  /** Every file of the areas, code or not, by folder. */
  readonly filesByFolder: ReadonlyMap<string, readonly string[]>
  readonly vocabulary: Vocabulary
}

const isCode = (path: string) => /\.([cm]?[jt]s|tsx)$/.test(path)
const isIn = (path: string, folder: string) => path === folder || path.startsWith(`${folder}/`)

function moduleOf(path: string, { floors }: Area) {
  const modules = floors.flatMap((paths, floor) => paths.map((module) => ({ path: module, floor })))
  const [longest] = modules
    .filter((module) => isIn(path, module.path))
    .sort((one, other) => other.path.length - one.path.length)
  return longest ?? null
}

/** Reads every file of the areas under `root`. Throws where one cannot be parsed. */
export function readTree(root: string, layout: Layout): Tree {
  const paths = globSync(
    layout.areas.map(({ folder }) => `${folder}/**/*`),
    { cwd: root, exclude: ['**/node_modules', '**/__pycache__'], withFileTypes: true },
  )
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
    .filter((path) => !layout.apart.some((folder) => isIn(path, folder)))
    .sort()
  const files = paths.filter(isCode).map((path): SourceFile => {
    const area = layout.areas.find(({ folder }) => isIn(path, folder)) as Area
    const facts = readSource(path, readFileSync(join(root, path), 'utf8'))
    const isGenerated = layout.generated.includes(path)
    return { ...facts, path, folder: dirname(path), area, module: moduleOf(path, area), isGenerated }
  })
  const filesByFolder = Map.groupBy(paths, (path) => dirname(path))
  return { layout, files, imports: importsOf(files), filesByFolder, vocabulary: readVocabulary(root, layout.words) }
}

function importsOf(files: readonly SourceFile[]) {
  const byPath = new Map(files.map((file) => [file.path, file]))
  return files.flatMap((file) => {
    const found = new Map<SourceFile, Import>()
    for (const { from, line } of file.imports) {
      const to = byPath.get(posix.join(file.folder, from))
      if (to && !found.has(to)) found.set(to, { from: file, to, line })
    }
    return [...found.values()]
  })
}
