import { contractVersion } from '../../../shared/contract-version.ts'
import { envelope } from '../../../shared/envelope.ts'
import { type FailureCode, fail } from '../../../shared/failure.ts'
import type { EndpointName, Output } from '../../../shared/operations.ts'
import type { Decimal, Id } from '../../../shared/primitives.ts'
import type { NumberForm } from '../response/number-form.ts'

const [tenantId, custodianId] = ['7', '42'] as Id[] as [Id, Id]
const rotationId = '019a9d3e-7c51-7cc3-98c4-dc0c0c07398f'
const startedAt = '2026-03-04T05:06:07.008Z'
const tenant = { id: tenantId, name: 'First Trust' }
const accepted = 'The provider accepted the new keys and they are in force now.'

const rotation: Output<'custodians.rotation'> = {
  rotationId,
  custodianId,
  operator: 'night-shift',
  stage: 'stored',
  outcome: 'stored',
  verdict: 'valid',
  reason: 'reason=valid provider=copper http=200',
  credentialVersion: 3,
  retryOf: null,
  startedAt,
  endedAt: '2026-03-04T05:06:07.908Z',
}

const checked: Output<'custodians.checkApiKeys'> = {
  validationStatus: true,
  verdict: 'valid',
  message: 'Copper accepts the keys, and they may list the wallets.',
  isWrongCredentials: false,
}

/** One answer of each operation. */
export const valueExamples: { readonly [Name in EndpointName]: Output<Name> } = {
  'custodians.updateApiKeys': { success: true, validationStatus: true, message: accepted, isWrongCredentials: false },
  'custodians.validateApiKeys': checked,
  'custodians.checkApiKeys': checked,
  'reports.reserves': [
    {
      tokenSymbol: 'USDX',
      reserveAmount: '123456789012.34' as Decimal,
      transactionCount: 3,
      lastTransactionDate: startedAt,
      blockchain: 'Ethereum',
    },
  ],
  'custodians.wallets': {
    custodianId,
    custodianName: 'Cold storage',
    custodianProvider: 'copper',
    wallets: [
      {
        walletTenantId: tenantId,
        walletId: '1001' as Id,
        metadataJson: '{"label":"Vault"}',
        blockchainId: '1' as Id,
        network: 'Ethereum',
        networkIcon: 'data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciLz4=',
        address: '0x00000000000000000000000000000000000000a1',
        isVisible: true,
        isActive: true,
        isTreasuryEnabled: false,
        isGasStationEnabled: false,
      },
    ],
  },
  'session.whoAmI': {
    tokenName: 'night-shift',
    permissions: ['custodians:read', 'wallets:read'],
    tenant,
    expiresAt: startedAt,
    serverVersion: '0.1.0',
    contractVersion,
  },
  'tenants.list': [tenant],
  'custodians.list': [
    {
      id: custodianId,
      name: 'Cold storage',
      tenantId,
      provider: 'copper',
      credentialVersion: 4,
      lastRotatedAt: startedAt,
      state: 'in-force',
    },
  ],
  'custodians.rotations': [rotation],
  'custodians.rotation': rotation,
  'audit.list': {
    records: [
      {
        sequence: '81' as Id,
        at: startedAt,
        kind: 'rotation.ended',
        actor: 'night-shift',
        actorTokenId: '3' as Id,
        tenantId,
        custodianId,
        rotationId,
        details: { outcome: 'stored', verdict: 'valid' },
        hash: '3f'.repeat(32),
      },
    ],
    nextCursor: '81' as Id,
  },
}

/** What a caller writes into the body; the keys say themselves that they are none. */
export const bodyExample = (form: NumberForm) => ({
  tenantId: form === 'number' ? Number(tenantId) : tenantId,
  apiKey: '<the new API key>',
  secretApiKey: '<the new secret API key>',
})

const infoExamples: Partial<Record<FailureCode, readonly string[]>> = {
  ValidationError: ['apiKey: is required'],
  Forbidden: ['permission: custodians:read is missing'],
  ProviderUnavailable: ['reason=unreachable provider=copper cause=timeout'],
  BadRequest: ['Host: is given 2 times, must be once'],
}

export const failureExample = (code: FailureCode) => ({
  summary: code,
  value: envelope(fail(code, { info: infoExamples[code] ?? [] })),
})

const message =
  'Copper does not accept these keys: check both fields, or issue new ones there. Nothing was changed; the old keys are still active.'

const refused = { validationStatus: false, message, isWrongCredentials: true }

/** The results that come with a refusal, by operation. */
const refusals: { readonly [Name in EndpointName]?: Output<Name> } = {
  'custodians.updateApiKeys': { success: false, ...refused },
  'custodians.validateApiKeys': { verdict: 'wrong-credentials', ...refused },
}

export const refusalExample = (name: EndpointName) => ({
  summary: 'The provider refused the keys',
  value: envelope(
    fail('ValidationError', {
      message,
      info: ['reason=wrong-credentials provider=copper http=401'],
      value: refusals[name],
    }),
  ),
})
