import type { OnProgress } from '../platform/progress.ts'
import type { Store } from '../store/store.ts'
import { type Detected, detect } from './detect.ts'
import { inputsOf } from './files.ts'
import { type FileResult, importFile } from './import-file.ts'
import type { ImportInput } from './input.ts'
import type { ImportSettings } from './kind.ts'
import { kinds } from './kinds.ts'
import { assertRejectedNameFree } from './rejected-file.ts'

export type ImportOptions = Partial<Omit<ImportSettings, 'by'>> & {
  /** Who imports, as recorded in the audit log. */
  readonly actor?: string
  /** Whether base URLs of custodians with credentials may change. */
  readonly mayChangeBaseUrl?: boolean
  /** Progress in bytes over all files, except standard input, whose length is unknown. */
  readonly onProgress?: OnProgress
  /** Stops the import; the results then show how far it got. */
  readonly signal?: AbortSignal
}

const settingsOf = (options: ImportOptions): ImportSettings => ({
  network: options.network ?? 'Ethereum',
  timestamp: options.timestamp ?? null,
  isLastLineComplete: options.isLastLineComplete ?? false,
  needsRowCount: options.needsRowCount ?? false,
  by: { actor: options.actor ?? 'strongroom import', mayChangeBaseUrl: options.mayChangeBaseUrl ?? false },
})

type Plan = { readonly input: ImportInput; readonly detected: Detected }

const rank = ({ detected }: Plan): number => (detected.kind ? kinds.indexOf(detected.kind) : kinds.length)

/** The result of a file that an interrupted import did not reach. */
const notBegun = ({ name }: ImportInput, detected: Detected | null): FileResult => ({
  file: name,
  kind: detected?.kind?.name ?? null,
  interrupted: true,
  added: 0,
  changed: 0,
  unchanged: 0,
  skipped: 0,
  refused: 0,
})

/** Detects the kind of each input, until stopped. */
async function planOf(inputs: readonly ImportInput[], signal: AbortSignal): Promise<Plan[]> {
  const plans: Plan[] = []
  for (const input of inputs) {
    const detected = await detect(input).catch((error: unknown) => {
      if (!signal.aborted) throw error
    })
    if (!detected || signal.aborted) break
    plans.push({ input, detected })
  }
  return plans
}

async function importInputs(store: Store, inputs: readonly ImportInput[], options: ImportOptions) {
  const { onProgress = () => {}, signal = new AbortController().signal } = options
  const settings = settingsOf(options)
  const allBytes = inputs.reduce((sum, { size }) => sum + (size ?? 0), 0)
  const plans = await planOf(inputs, signal)
  const results = new Map<ImportInput, FileResult>()
  let doneBytes = 0
  for (const { input, detected } of plans.toSorted((a, b) => rank(a) - rank(b))) {
    const onBytes = (bytes: number) => {
      if (input.size === null) return
      doneBytes += bytes
      onProgress({ step: input.name, doneBytes, allBytes })
    }
    const request = { store, input, settings, signal, onBytes }
    results.set(input, signal.aborted ? notBegun(input, detected) : await importFile(request, detected))
  }
  return inputs.map((input) => results.get(input) ?? notBegun(input, null))
}

/**
 * Imports files of any size (`-` is standard input), referenced kinds first; results are in the given order.
 * Each batch of lines is one transaction: after a stop, the same import goes on where it was.
 * Throws `UnreadableFile` and `RejectedFileTaken` before anything is stored, and what the store throws.
 */
export async function importFiles(
  store: Store,
  files: readonly string[],
  options: ImportOptions = {},
): Promise<readonly FileResult[]> {
  const inputs = await inputsOf(files)
  for (const input of inputs) assertRejectedNameFree(input.name)
  const close = () => {
    for (const input of inputs) input.close()
  }
  options.signal?.addEventListener('abort', close)
  try {
    return await importInputs(store, inputs, options)
  } finally {
    options.signal?.removeEventListener('abort', close)
    close()
  }
}
