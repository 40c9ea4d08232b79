import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type { LockState } from '../../../desktop/bridge/state.ts'
import type { Desktop } from '../../harness/keyring.ts'

/** What a console does from its start to its end. */
export type Run = {
  /** Passphrase to set after the start. */
  readonly set?: string
  /** Passphrases to try one after the other. */
  readonly attempts: readonly string[]
  /** Each wait has passed before the next attempt. */
  readonly skipsWaits?: boolean
}

type Outcome = { readonly atStart: LockState; readonly unlocked: readonly boolean[]; readonly atEnd: LockState }

const child = fileURLToPath(new URL('lock-child.ts', import.meta.url))

/** Runs a console in a process of its own in that desktop session. */
export async function runConsole({ env }: Desktop, run: Run): Promise<Outcome> {
  const running = spawn(process.execPath, [child], { env, stdio: ['pipe', 'pipe', 'inherit'] })
  running.stdin.end(JSON.stringify(run))
  return JSON.parse(await text(running.stdout))
}
