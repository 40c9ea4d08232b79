import type { OnProgress } from '../progress.ts'
import type { Store } from '../store/store.ts'
import { type Detected, detect } from './detect.ts'
import { sizesOf } from './files.ts'
import { type FileResult, importFile } from './import-file.ts'
import type { ImportSettings } from './kind.ts'
import { kinds } from './kinds.ts'

export type ImportOptions = Partial<Omit<ImportSettings, 'by'>> & {
  /** Who imports, as the audit tells it. */
  readonly actor?: string
  /** Whether base URLs may change to which credentials are sent. */
  readonly mayChangeBaseUrl?: boolean
  /** Hears of the bytes read, over all files. */
  readonly onProgress?: OnProgress
}

type Plan = { readonly file: string; readonly detected: Detected }

const rank = ({ detected }: Plan): number => (detected.kind ? kinds.indexOf(detected.kind) : kinds.length)

/**
 * Imports files of any size, those first that others refer to; answers in the order given.
 * Each batch of lines is one transaction: after a stop, the same import goes on where it was.
 * Throws `UnreadableFile` before anything is stored, and what the store throws.
 */
export async function importFiles(
  store: Store,
  files: readonly string[],
  options: ImportOptions = {},
): Promise<readonly FileResult[]> {
  const { network = 'Ethereum', timestamp = null, actor = 'strongroom import', onProgress = () => {} } = options
  const by = { actor, mayChangeBaseUrl: options.mayChangeBaseUrl ?? false }
  const allBytes = (await sizesOf(files)).reduce((sum, size) => sum + size, 0)
  const plans: Plan[] = []
  for (const file of files) plans.push({ file, detected: await detect(file) })
  const results = new Map<Plan, FileResult>()
  let doneBytes = 0
  for (const plan of plans.toSorted((a, b) => rank(a) - rank(b))) {
    const { file, detected } = plan
    const onBytes = (bytes: number) => {
      doneBytes += bytes
      onProgress({ step: file, doneBytes, allBytes })
    }
    results.set(plan, await importFile({ store, file, settings: { network, timestamp, by }, actor, onBytes }, detected))
  }
  return plans.map((plan) => results.get(plan) as FileResult)
}
