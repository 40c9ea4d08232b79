import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startGoogleServer } from './google-server.ts'
import type { HolderKind, Trouble } from './scene.ts'

export const googleKms: HolderKind = {
  name: 'Google KMS',
  missing: null,
  async start(folder) {
    const server = await startGoogleServer()
    const file = join(folder, 'service-account.json')
    writeFileSync(file, JSON.stringify(server.account), { mode: 0o400 })
    const faults: Partial<Record<Trouble, () => void>> = {
      hang: () => server.fail('hang'),
      'hang-up': () => server.fail('hang-up'),
      busy: () => server.fail('RESOURCE_EXHAUSTED'),
      unavailable: () => server.fail('UNAVAILABLE'),
      'changed-answer': () => server.fail('changed-answer'),
      denied: () => server.forbid(true),
      clock: () => server.setClock(7_200),
      disabled: () => server.disable(true),
      deleted: () => server.delete(),
      'replaced-by-another': () => server.recreate(),
    }
    return {
      uri: `gcpkms:${server.key}?credentials-file=${file}&endpoint=${server.url}`,
      secret: `${server.account.private_key}`.split('\n')[1] ?? '',
      trouble: (kind) => faults[kind]?.(),
      repair() {
        server.fail(null)
        server.forbid(false)
        server.setClock(0)
        server.disable(false)
      },
      makeVersion: server.addVersion,
      troubles: {
        hang: 'unreachable',
        'hang-up': 'unreachable',
        busy: 'throttled',
        unavailable: 'unreachable',
        'changed-answer': 'unreachable',
        denied: 'denied',
        clock: 'clock',
        disabled: 'disabled',
        deleted: 'missing',
        'replaced-by-another': 'missing',
      },
      [Symbol.asyncDispose]: () => server.close(),
    }
  },
}
