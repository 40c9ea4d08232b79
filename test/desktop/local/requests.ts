import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ConsoleFailure } from '../../../desktop/bridge/failures.ts'
import type { Backup, LocalAnswer, LocalRequest } from '../../../desktop/bridge/local.ts'
import type { Progress } from '../../../desktop/bridge/progress.ts'
import { createLocalRequests } from '../../../desktop/main/local/local-requests.ts'
import type { Result } from '../../../shared/result.ts'
import type { LocalConsole } from './local-console.ts'

type Chosen = { files: readonly string[]; target: string | null; backup: string | null; package: string | null }

/** The requests of a desk whose dialogs answer what was chosen before. */
export function requestsOf({ fork, server, tokens, dataRoot }: LocalConsole) {
  const chosen: Chosen = { files: [], target: null, backup: null, package: null }
  const revealed: string[] = []
  const progress: Progress[] = []
  const dialogs = {
    pickFiles: async () => chosen.files,
    pickTarget: async (name: string) => chosen.target && join(chosen.target, name),
    pickBackup: async () => chosen.backup,
    pickPackage: async () => chosen.package,
    reveal: (path: string) => void revealed.push(path),
  }
  const made = new Map<boolean, Backup>()
  const requests = createLocalRequests({
    fork,
    server,
    tokens,
    dialogs,
    backups: {
      last: ({ isDemo }) => made.get(isDemo) ?? null,
      add: ({ isDemo }, file) => void made.set(isDemo, { file, at: new Date().toISOString() }),
    },
    onProgress: (step) => void progress.push(step),
    onChange: () => {},
  })
  const write = (name: string, lines: readonly string[]) => {
    const file = join(dataRoot, name)
    writeFileSync(file, `${lines.join('\n')}\n`)
    return file
  }
  return { chosen, revealed, progress, write, requests, ask: requests.handle }
}

export const importNow: LocalRequest = { do: 'import', network: 'Ethereum' }

/** The value of an answer that must be of this kind. */
export function valueOfKind<Kind extends NonNullable<LocalAnswer>['kind']>(
  answer: Result<LocalAnswer, ConsoleFailure>,
  kind: Kind,
) {
  if (!answer.ok || answer.value?.kind !== kind) throw new Error(JSON.stringify(answer))
  return answer.value as Extract<LocalAnswer, { readonly kind: Kind }>
}

/** The lines of a file of tenants. */
export const tenants = (from: number, to: number) => [
  'tenantId,name',
  ...Array.from({ length: to - from + 1 }, (_, row) => `${from + row},Tenant ${from + row}`),
]
