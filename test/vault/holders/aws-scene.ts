import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startAwsServer } from './aws-server.ts'
import type { HolderKind, Trouble } from './scene.ts'

export const awsKms: HolderKind = {
  name: 'AWS KMS',
  missing: null,
  async start(folder) {
    const server = await startAwsServer()
    const file = join(folder, 'aws-credentials')
    const { accessKeyId, secret, token } = server.credentials
    const lines = ['[other]', 'aws_access_key_id = X', '[desk]', `aws_access_key_id = ${accessKeyId}`]
    lines.push(`aws_secret_access_key=${secret}`, `aws_session_token = ${token}`)
    writeFileSync(file, lines.join('\n'), { mode: 0o400 })
    const faults: Partial<Record<Trouble, () => void>> = {
      hang: () => server.fail('hang'),
      'hang-up': () => server.fail('hang-up'),
      busy: () => server.fail('ThrottlingException'),
      unavailable: () => server.fail('KMSInternalException'),
      denied: () => server.forbid(true),
      clock: () => server.setClock(3_600),
      disabled: () => server.setState('Disabled'),
      deleted: () => server.delete(),
      'replaced-by-another': () => server.recreate(),
    }
    return {
      uri: `awskms:${server.arn}?credentials-file=${file}&profile=desk&endpoint=${server.url}`,
      secret,
      trouble: (kind) => faults[kind]?.(),
      repair() {
        server.fail(null)
        server.forbid(false)
        server.setClock(0)
        server.setState('Enabled')
      },
      makeVersion: null,
      troubles: {
        hang: 'unreachable',
        'hang-up': 'unreachable',
        busy: 'throttled',
        unavailable: 'unreachable',
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
