import { randomUUID } from 'node:crypto'
import type { Session } from '../../../../shared/session.ts'
import type { Profile } from '../../../bridge/profiles.ts'
import { type StageReport, type TestStage, testStages } from '../../../bridge/progress.ts'
import { t } from '../../../words/words.ts'
import { createApiForwarder, fetchSession } from '../api-forwarder.ts'
import { createConnections, type RemoteServer } from '../connections.ts'
import { defaultRemoteLimits, type RemoteLimits } from '../limits.ts'
import type { Bearer } from '../trpc-request.ts'
import { checkCertificate, findName, reachAddress } from './network-stages.ts'
import { askService, compareVersions } from './service-stages.ts'
import { failed, passed, type StageEnd, skipped } from './stage-result.ts'

type Test = {
  readonly profile: Pick<Profile, 'url' | 'caFile'>
  /** Only if it was given for this very address: a draft may name any server. */
  readonly token: Bearer | null
  /** Called as each stage begins and as it ends. */
  readonly onReport: (report: StageReport) => void
  readonly limits?: RemoteLimits
}

/** Tries a server one stage after the other, over connections of its own; what follows a failed stage is skipped. */
export async function testConnection({ profile, token, onReport, limits = defaultRemoteLimits }: Test) {
  const reports: StageReport[] = []
  const stages = stagesOf({ ...profile, id: randomUUID() }, token, limits)
  await using _ = stages
  for (const stage of testStages) {
    const hasFailed = reports.some(({ status }) => status === 'failed')
    if (!hasFailed) onReport({ stage, status: 'running', detail: '' })
    const end = hasFailed ? skipped(t('network:test.skipped')) : await stages.run[stage]()
    reports.push({ stage, ...end })
    onReport({ stage, ...end })
  }
  return reports as readonly StageReport[]
}

type Stages = AsyncDisposable & { readonly run: Readonly<Record<TestStage, () => Promise<StageEnd>>> }

function stagesOf(target: RemoteServer, token: Bearer | null, limits: RemoteLimits): Stages {
  const connections = createConnections(limits)
  const forwarder = createApiForwarder({ connections, limits })
  let versions: string | null = null
  return {
    run: {
      name: () => findName(target, limits),
      connection: () => reachAddress(target, limits),
      tls: () => checkCertificate(target, limits),
      service: async () => {
        const service = await askService(target, { connections, limits })
        versions = service.versions
        return service.end
      },
      version: async () => compareVersions(versions),
      token: async () => {
        if (!token) return skipped(t('network:test.notSignedIn'))
        const session = await fetchSession(forwarder, { profile: target, token })
        return session.ok ? passed(described(session.value)) : failed(linesOf(session.error))
      },
    },
    [Symbol.asyncDispose]: () => connections[Symbol.asyncDispose](),
  }
}

const linesOf = ({ message, info }: { readonly message: string; readonly info: readonly string[] }) =>
  [message, ...info].join(' ')

function described({ tokenName, tenant, expiresAt, serverVersion }: Session): string {
  const scope = tenant ? t('network:test.tenant', { name: tenant.name }) : t('network:test.platform')
  const until = expiresAt.slice(0, 16).replace('T', ' ')
  return t('network:test.token', { name: tokenName, scope, until, version: serverVersion })
}
