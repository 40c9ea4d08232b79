import { spawn } from 'node:child_process'
import { hash } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type { KeychainCode, KeychainProblem } from '../../../desktop/main/tokens/keychain-problems.ts'
import type { Result } from '../../../shared/result.ts'
import type { Desktop } from '../../harness/keyring.ts'

export type Step =
  | { readonly do: 'read' | 'erase'; readonly id: string }
  | { readonly do: 'write'; readonly id: string; readonly token: string }
  | { readonly do: 'probe' | 'probe until it succeeds' | 'state' }
  | { readonly do: 'signal'; readonly pid: number; readonly signal: NodeJS.Signals }

export type Orders = {
  readonly steps: readonly Step[]
  /** URL of the module to load as keytar. */
  readonly keytar?: string
  /** With the memory of the session behind the keychain. */
  readonly isOpen?: boolean
  readonly timeLimitMs?: number
  readonly platform?: NodeJS.Platform
}

/** What a step came to: `done`, `none`, the SHA-256 of a token, where tokens are held, or the code of a problem. */
export type Outcome = 'done' | 'none' | KeychainCode | (string & {})

const child = fileURLToPath(new URL('vault-child.ts', import.meta.url))

const outcomeOf = (answer: Result<unknown, KeychainProblem>, step: Step | undefined): Outcome => {
  if (!answer.ok) return answer.error.code
  if (step?.do !== 'read' && step?.do !== 'state') return 'done'
  return answer.value === null ? 'none' : String(answer.value)
}

export const printOf = (token: string): string => hash('sha256', token)

/** Takes the steps in a new process of that desktop session. */
export async function follow({ env }: Desktop, steps: readonly Step[], more: Omit<Orders, 'steps'> = {}) {
  const running = spawn(process.execPath, [child], { env, stdio: ['pipe', 'pipe', 'pipe'] })
  running.stdin.end(JSON.stringify({ steps, ...more } satisfies Orders))
  const [stdout, stderr] = await Promise.all([text(running.stdout), text(running.stderr)])
  if (!stdout) throw new Error(`the process of the vault ended early: ${stderr}`)
  const answers = JSON.parse(stdout) as Result<unknown, KeychainProblem>[]
  return { outcomes: answers.map((answer, index) => outcomeOf(answer, steps[index])), output: stdout + stderr }
}
