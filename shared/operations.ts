import { z } from 'zod'
import { AuditPage, ListAudit } from './audit.ts'
import { CredentialRotation, RotationResult, ValidationResult } from './credentials.ts'
import { Custodian, CustodiansPage, ListCustodians, ListCustodiansPage, NamedCustodian } from './custodians.ts'
import type { Permission } from './permissions.ts'
import { ReadReserves, ReadReservesPage, ReservesPage, ReservesReport } from './reserves.ts'
import { ListRotations, ListRotationsPage, NamedRotation, Rotation, RotationsPage } from './rotations.ts'
import { Session, WhoAmI } from './session.ts'
import { ListTenants, ListTenantsPage, Tenant, TenantsPage } from './tenants.ts'
import { ListWallets, ListWalletsPage, WalletListing, WalletsPage } from './wallets.ts'

export type Operation = {
  readonly kind: 'query' | 'mutation'
  /** Permission that the token needs; null if any valid token may call it. */
  readonly permission: Permission | null
  /** Only for tokens without a tenant. */
  readonly platformOnly?: true
  readonly input: z.ZodType
  readonly output: z.ZodType
}

/** Every operation of the service, for both REST and tRPC. */
export const operations = {
  'custodians.updateApiKeys': {
    kind: 'mutation',
    permission: 'custodians:update',
    input: CredentialRotation,
    output: RotationResult,
  },
  'reports.reserves': {
    kind: 'query',
    permission: 'reserves:read',
    platformOnly: true,
    input: ReadReserves,
    output: ReservesReport,
  },
  'reports.reservesPage': {
    kind: 'query',
    permission: 'reserves:read',
    platformOnly: true,
    input: ReadReservesPage,
    output: ReservesPage,
  },
  'custodians.wallets': { kind: 'query', permission: 'wallets:read', input: ListWallets, output: WalletListing },
  'custodians.walletsPage': { kind: 'query', permission: 'wallets:read', input: ListWalletsPage, output: WalletsPage },
  'session.whoAmI': { kind: 'query', permission: null, input: WhoAmI, output: Session },
  'tenants.list': { kind: 'query', permission: 'tenants:read', input: ListTenants, output: z.array(Tenant) },
  'tenants.listPage': { kind: 'query', permission: 'tenants:read', input: ListTenantsPage, output: TenantsPage },
  'custodians.list': {
    kind: 'query',
    permission: 'custodians:read',
    input: ListCustodians,
    output: z.array(Custodian),
  },
  'custodians.listPage': {
    kind: 'query',
    permission: 'custodians:read',
    input: ListCustodiansPage,
    output: CustodiansPage,
  },
  'custodians.rotations': {
    kind: 'query',
    permission: 'custodians:read',
    input: ListRotations,
    output: z.array(Rotation),
  },
  'custodians.rotationsPage': {
    kind: 'query',
    permission: 'custodians:read',
    input: ListRotationsPage,
    output: RotationsPage,
  },
  'custodians.rotation': { kind: 'query', permission: 'custodians:read', input: NamedRotation, output: Rotation },
  'custodians.validateApiKeys': {
    kind: 'mutation',
    permission: 'custodians:update',
    input: CredentialRotation,
    output: ValidationResult,
  },
  'custodians.checkApiKeys': {
    kind: 'mutation',
    permission: 'custodians:update',
    input: NamedCustodian,
    output: ValidationResult,
  },
  'audit.list': { kind: 'query', permission: 'audit:read', input: ListAudit, output: AuditPage },
} as const satisfies Record<string, Operation>

export type OperationName = keyof typeof operations

/** The paged variant of a list. REST serves both at one path; the audit log is always paged. */
export const pageOperations = {
  'reports.reserves': 'reports.reservesPage',
  'custodians.wallets': 'custodians.walletsPage',
  'tenants.list': 'tenants.listPage',
  'custodians.list': 'custodians.listPage',
  'custodians.rotations': 'custodians.rotationsPage',
  'audit.list': 'audit.list',
} as const satisfies Partial<Record<OperationName, OperationName>>

export type ListName = keyof typeof pageOperations
export type PageName = (typeof pageOperations)[ListName]
/** The operations with their own REST path. */
export type EndpointName = Exclude<OperationName, Exclude<PageName, ListName>>
/** What a caller sends. */
export type Input<Name extends OperationName> = z.input<(typeof operations)[Name]['input']>
/** What an operation works on once its input was parsed. */
export type Parsed<Name extends OperationName> = z.output<(typeof operations)[Name]['input']>
export type Output<Name extends OperationName> = z.output<(typeof operations)[Name]['output']>
