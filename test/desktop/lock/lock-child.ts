// One run of a console over the keychain of its environment: reads commands from stdin, prints results to stdout.
import { text } from 'node:stream/consumers'
import { createLock } from '../../../desktop/main/lock/lock.ts'
import { createKeytarVault } from '../../../desktop/main/tokens/keytar-vault.ts'
import { createVaultWithFallback } from '../../../desktop/main/tokens/vault-with-fallback.ts'
import { Secret } from '../../../shared/secret.ts'
import type { Run } from './run.ts'

const { set, attempts, skipsWaits = false } = JSON.parse(await text(process.stdin)) as Run
let skipped = 0
const vault = createVaultWithFallback(createKeytarVault())
const lock = createLock({
  vault,
  idleMinutes: () => 10,
  profiles: () => [null],
  unlocksWithSystem: () => false,
  monotonic: () => performance.now() + skipped,
  wall: () => Date.now(),
  osIdleSeconds: () => 0,
  onChange: () => {},
})

await vault.probe()
await lock.restore()
const atStart = lock.state()
if (set) await lock.setPassphrase(new Secret(set))
const unlocked: boolean[] = []
for (const attempt of attempts) {
  if (skipsWaits) skipped += lock.state().waitSeconds * 1_000
  unlocked.push((await lock.unlock({ with: 'passphrase', passphrase: new Secret(attempt) })).ok)
}
process.stdout.write(JSON.stringify({ atStart, unlocked, atEnd: lock.state() }))
