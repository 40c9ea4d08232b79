// Takes steps over the keychain of its environment and prints what each answered; tokens come in by stdin and never go out.
import { hash } from 'node:crypto'
import { registerHooks } from 'node:module'
import { text } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import type { KeychainProblem } from '../../../desktop/main/tokens/keychain-problems.ts'
import { createKeytarVault } from '../../../desktop/main/tokens/keytar-vault.ts'
import { createVaultWithFallback } from '../../../desktop/main/tokens/vault-with-fallback.ts'
import type { Result } from '../../../shared/result.ts'
import { Secret } from '../../../shared/secret.ts'
import type { Orders, Step } from './orders.ts'

const { steps, keytar, isOpen, ...options } = JSON.parse(await text(process.stdin)) as Orders
if (keytar) registerHooks({ resolve: (name, context, next) => next(name === 'keytar' ? keytar : name, context) })
const keychain = createKeytarVault(options)
const session = createVaultWithFallback(keychain)
const vault = isOpen ? session : keychain

const take: { [Name in Step['do']]: (step: Extract<Step, { do: Name }>) => Promise<Result<unknown, KeychainProblem>> } =
  {
    read: async ({ id }) => {
      const found = await vault.read(id)
      return found.ok && found.value ? { ok: true, value: hash('sha256', found.value.reveal()) } : found
    },
    write: ({ id, token }) => vault.write(id, new Secret(token)),
    erase: ({ id }) => vault.erase(id),
    probe: () => vault.probe(),
    'probe until it succeeds': async () => {
      for (let tries = 1; ; tries += 1) {
        const probed = await vault.probe()
        if (probed.ok || tries === 100) return probed
        await setTimeout(50)
      }
    },
    state: async () => ({ ok: true, value: session.state().backend }),
    signal: async ({ pid, signal }) => ({ ok: true, value: process.kill(pid, signal) }),
  }

const answers: Result<unknown, KeychainProblem>[] = []
for (const step of steps) answers.push(await take[step.do](step as never))
process.stdout.write(JSON.stringify(answers))
