import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { z } from 'zod'
import type { ImportedFile } from '../../bridge/local.ts'
import { folderArgs, type LocalFolder } from './folder.ts'

const mostRefused = 200

const count = z.number().int().nonnegative()

const Warning = z.object({ line: count, warning: z.string() })

const ImportOutput = z.object({
  files: z.array(
    z.object({
      file: z.string(),
      kind: z.string().nullable(),
      rejectedFile: z.string().optional(),
      added: count,
      changed: count,
      unchanged: count,
      skipped: count,
      refused: count,
      otherBlocks: count.default(0),
      warned: count.default(0),
      warnings: z.array(Warning).default([]),
    }),
  ),
})

const RefusedLine = z.object({ line: count, reason: z.string() })

type Import = { readonly files: readonly string[]; readonly network: string; readonly folder: LocalFolder }

export const importArgs = ({ files, network, folder }: Import): readonly string[] => {
  const args = ['import', ...files, '--network', network, '--progress', 'json']
  return [...args, ...folderArgs(folder)]
}

type RefusedLine = ImportedFile['refusedLines'][number]

async function firstRefused(rejectedFile: string | undefined): Promise<readonly RefusedLine[]> {
  if (rejectedFile === undefined) return []
  const refused: RefusedLine[] = []
  const input = createReadStream(rejectedFile)
  for await (const line of createInterface({ input })) {
    refused.push(RefusedLine.parse(JSON.parse(line)))
    if (refused.length === mostRefused) break
  }
  input.destroy()
  return refused
}

export type Imported = {
  readonly files: readonly ImportedFile[]
  /** For each file, the file with its refused lines. */
  readonly rejectedFiles: readonly (string | null)[]
}

/** What an import did, with the first refused lines of each file. Throws when `value` is not the output of one. */
export async function importedOf(value: unknown): Promise<Imported> {
  const { files } = ImportOutput.parse(value)
  const imported = files.map(async ({ rejectedFile, ...file }) => ({
    ...file,
    refusedLines: await firstRefused(rejectedFile),
  }))
  return { files: await Promise.all(imported), rejectedFiles: files.map(({ rejectedFile }) => rejectedFile ?? null) }
}
