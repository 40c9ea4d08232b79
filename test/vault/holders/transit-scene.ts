import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { HolderKind, Trouble } from './scene.ts'
import { startTransitServer } from './transit-server.ts'

export const transit: HolderKind = {
  name: 'Vault transit',
  missing: null,
  async start(folder) {
    const server = await startTransitServer()
    const tokenFile = join(folder, 'vault-token')
    writeFileSync(tokenFile, `${server.token}\n`, { mode: 0o400 })
    const faults: Partial<Record<Trouble, () => void>> = {
      hang: () => server.fail('hang'),
      'hang-up': () => server.fail('hang-up'),
      busy: () => server.fail('busy'),
      unavailable: () => server.fail('sealed'),
      denied: () => server.tokens.clear(),
      disabled: () => server.forbidBelow(99),
      deleted: () => server.delete(),
      'replaced-by-another': () => server.recreate(),
    }
    return {
      uri: `vault:${server.url}/transit/keys/desk?token-file=${tokenFile}`,
      secret: server.token,
      trouble: (kind) => faults[kind]?.(),
      repair() {
        server.fail(null)
        server.tokens.add(server.token)
        server.forbidBelow(1)
      },
      makeVersion: server.rotate,
      troubles: {
        hang: 'unreachable',
        'hang-up': 'unreachable',
        busy: 'throttled',
        unavailable: 'unreachable',
        denied: 'denied',
        disabled: 'disabled',
        deleted: 'missing',
        'replaced-by-another': 'missing',
      },
      [Symbol.asyncDispose]: () => server.close(),
    }
  },
}
