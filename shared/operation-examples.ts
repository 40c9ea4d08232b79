import type { AuditPage } from './audit.ts'
import { contractVersion } from './contract-version.ts'
import type { RotationResult, ValidationResult } from './credentials.ts'
import type { Custodian } from './custodians.ts'
import type { Decimal, Id } from './primitives.ts'
import type { ReservesReport } from './reserves.ts'
import type { Rotation } from './rotations.ts'
import type { Session } from './session.ts'
import { exampleTenant } from './tenants.ts'
import type { WalletListing } from './wallets.ts'

const tenantId = '7' as Id
const custodianId = '42' as Id
const rotationId = '019a9d3e-7c51-7cc3-98c4-dc0c0c07398f'
const startedAt = '2026-03-04T05:06:07.008Z'
const acceptedMessage = 'The provider accepted the new keys, and they are now active.'

export const rotation: Rotation = {
  rotationId,
  custodianId,
  operator: 'night-shift',
  stage: 'stored',
  outcome: 'stored',
  verdict: 'valid',
  reason: 'reason=valid provider=copper http=200',
  credentialVersion: 3,
  keyId: '...4f2a fp:3b91c07d',
  previousKeyId: '...9d10 fp:c2e0715a',
  retryOf: null,
  startedAt,
  endedAt: '2026-03-04T05:06:07.908Z',
}

export const checked: ValidationResult = {
  validationStatus: true,
  verdict: 'valid',
  message: 'Copper accepted the keys, and they can list the wallets.',
  isWrongCredentials: false,
}

const rejectedMessage =
  'Copper rejected this API key and secret: check both, that the key is active, and its allowed IP addresses. Nothing was changed; the old keys are still active.'

/** What the provider said of credentials that it rejected. */
const rejected = { validationStatus: false, message: rejectedMessage, isWrongCredentials: true }

export const stored: RotationResult = {
  success: true,
  validationStatus: true,
  message: acceptedMessage,
  isWrongCredentials: false,
}
export const rejectedRotation: RotationResult = { success: false, ...rejected }
export const rejectedValidation: ValidationResult = { verdict: 'wrong-credentials', ...rejected }

export const reservesRows: ReservesReport = [
  {
    tokenSymbol: 'USDX',
    reserveAmount: '123456789012.34' as Decimal,
    transactionCount: 3,
    lastTransactionDate: startedAt,
    blockchain: 'Ethereum',
  },
]

export const walletListing: WalletListing = {
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
}

export const session: Session = {
  tokenName: 'night-shift',
  permissions: ['custodians:read', 'custodians:update', 'wallets:read', 'tenants:read'],
  role: 'operator',
  tenant: { id: exampleTenant.id, name: exampleTenant.name },
  createdAt: '2026-01-02T03:04:05.006Z',
  expiresAt: startedAt,
  serverVersion: '0.1.0',
  contractVersion,
}

export const custodianRow: Custodian[] = [
  {
    id: custodianId,
    name: 'Cold storage',
    tenantId,
    provider: 'copper',
    credentialVersion: 4,
    lastRotatedAt: startedAt,
    state: 'in-force',
  },
]

export const auditPage: AuditPage = {
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
}
