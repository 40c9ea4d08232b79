import { z } from 'zod'
import { AuditPage, ListAudit } from './audit.ts'
import { chainTokenOperations } from './chain-tokens.ts'
import { CredentialRotation, RotationResult, ValidationResult } from './credentials.ts'
import {
  Custodian,
  CustodiansPage,
  custodianOperations,
  ListCustodians,
  ListCustodiansPage,
  NamedCustodian,
} from './custodians.ts'
import { freezeOperations } from './freezes.ts'
import { networkOperations } from './networks.ts'
import { type Operation, operation } from './operation.ts'
import * as examples from './operation-examples.ts'
import { reserveAccountOperations } from './reserve-accounts.ts'
import { ReadReserves, ReadReservesPage, ReservesPage, ReservesReport } from './reserves.ts'
import { ListRotations, ListRotationsPage, NamedRotation, Rotation, RotationsPage } from './rotations.ts'
import { searchOperation } from './search.ts'
import { Session, WhoAmI } from './session.ts'
import { exampleTenant, ListTenants, ListTenantsPage, Tenant, TenantsPage, tenantOperations } from './tenants.ts'
import { tokenOperations } from './token-administration.ts'
import { ListWallets, ListWalletsPage, WalletListing, WalletsPage, walletOperations } from './wallets.ts'
import { deliveryOperations } from './webhook-deliveries.ts'
import { webhookOperations } from './webhooks.ts'

const custodian = '/platform/admin/custodians/{id}'

/** Every operation of the service, for both REST and tRPC: permission, input, output and REST endpoint in one row. */
export const operations = {
  'custodians.updateApiKeys': operation({
    kind: 'mutation',
    permission: 'custodians:update',
    input: CredentialRotation,
    output: RotationResult,
    rest: {
      method: 'PUT',
      path: `${custodian}/update_api_keys`,
      summary: 'Update custodian API keys',
      description:
        'Replace (rotate) the API key and secret API key of a custodian. The new credentials are validated against the external custodian provider before they are saved. ' +
        'When validation fails, the existing credentials are kept and the call is answered with an error. `custodianId` in the body is populated from the route `id`.',
      answer: 'the rotation result',
      failures: ['NotFound', 'Disabled', 'Frozen', 'RotationInProgress', 'IdempotencyMismatch', 'ProviderUnavailable'],
      rotates: true,
      refusalExample: examples.rejectedRotation,
      example: examples.stored,
    },
  }),
  'reports.reserves': operation({
    kind: 'query',
    permission: 'reserves:read',
    platformOnly: true,
    input: ReadReserves,
    output: ReservesReport,
    rest: {
      method: 'GET',
      path: '/platform/admin/reports/reserves',
      summary: 'Get reserves report',
      description:
        'Read a platform-wide report of reserve transactions per token. It covers deposits, withdrawals and transfers, aggregated over all tokens and reserve accounts. ' +
        'Requires platform administrator privileges.',
      answer: 'an array of reserves report rows, by tokenSymbol, then blockchain',
      failures: ['ReservesUnavailable'],
      hasEtag: true,
      paged: 'when-asked',
      example: examples.reservesRows,
    },
  }),
  'reports.reservesPage': operation({
    kind: 'query',
    permission: 'reserves:read',
    platformOnly: true,
    input: ReadReservesPage,
    output: ReservesPage,
    rest: null,
  }),
  'custodians.wallets': operation({
    kind: 'query',
    permission: 'wallets:read',
    input: ListWallets,
    output: WalletListing,
    rest: {
      method: 'GET',
      path: '/tenant/{tenantId}/custodians/{id}/wallets',
      summary: 'List custodian wallets',
      description: 'List the wallets of one custodian under one tenant, optionally only the active ones.',
      answer: 'the custodian wallet listing',
      failures: ['NotFound'],
      hasEtag: true,
      paged: 'when-asked',
      example: examples.walletListing,
    },
  }),
  'custodians.walletsPage': operation({
    kind: 'query',
    permission: 'wallets:read',
    input: ListWalletsPage,
    output: WalletsPage,
    rest: null,
  }),
  'session.whoAmI': operation({
    kind: 'query',
    permission: null,
    input: WhoAmI,
    output: Session,
    rest: {
      method: 'GET',
      path: '/platform/admin/session',
      summary: 'Get the current session',
      description:
        'Name, permissions, role, tenant and expiry of the operator token, and the versions of server and interface.',
      answer: 'the session',
      failures: [],
      example: examples.session,
    },
  }),
  'search.find': searchOperation,
  'tenants.list': operation({
    kind: 'query',
    permission: 'tenants:read',
    input: ListTenants,
    output: z.array(Tenant),
    rest: {
      method: 'GET',
      path: '/platform/admin/tenants',
      summary: 'List tenants',
      description: 'The tenants visible to the operator token: all of them, or its own.',
      answer: 'an array of tenants, by ID',
      failures: [],
      paged: 'when-asked',
      example: [exampleTenant],
    },
  }),
  'tenants.listPage': operation({
    kind: 'query',
    permission: 'tenants:read',
    input: ListTenantsPage,
    output: TenantsPage,
    rest: null,
  }),
  'tenants.get': tenantOperations.get,
  'tenants.create': tenantOperations.create,
  'tenants.update': tenantOperations.update,
  'tenants.delete': tenantOperations.delete,
  'tenants.disable': tenantOperations.disable,
  'tenants.enable': tenantOperations.enable,
  'custodians.list': operation({
    kind: 'query',
    permission: 'custodians:read',
    input: ListCustodians,
    output: z.array(Custodian),
    rest: {
      method: 'GET',
      path: '/platform/admin/custodians',
      summary: 'List custodians',
      description: 'The custodians visible to the operator token, each with the version and state of its credentials.',
      answer: 'an array of custodians, by ID',
      failures: ['NotFound'],
      paged: 'when-asked',
      example: examples.custodianRow,
    },
  }),
  'custodians.listPage': operation({
    kind: 'query',
    permission: 'custodians:read',
    input: ListCustodiansPage,
    output: CustodiansPage,
    rest: null,
  }),
  'custodians.get': custodianOperations.get,
  'custodians.create': custodianOperations.create,
  'custodians.update': custodianOperations.update,
  'custodians.delete': custodianOperations.delete,
  'custodians.disable': custodianOperations.disable,
  'custodians.enable': custodianOperations.enable,
  'custodians.rotations': operation({
    kind: 'query',
    permission: 'custodians:read',
    input: ListRotations,
    output: z.array(Rotation),
    rest: {
      method: 'GET',
      path: `${custodian}/rotations`,
      summary: 'List the rotations of a custodian',
      description:
        'Newest first, with the outcome of each; one in progress shows its stage. The Idempotency-Key that a rotation was sent ' +
        'with finds it again after a lost response.',
      answer: 'an array of rotations, newest first',
      failures: ['NotFound'],
      paged: 'always',
      example: [examples.rotation],
    },
  }),
  'custodians.rotationsPage': operation({
    kind: 'query',
    permission: 'custodians:read',
    input: ListRotationsPage,
    output: RotationsPage,
    rest: null,
  }),
  'custodians.rotation': operation({
    kind: 'query',
    permission: 'custodians:read',
    input: NamedRotation,
    output: Rotation,
    rest: {
      method: 'GET',
      path: `${custodian}/rotations/{rotationId}`,
      summary: 'Get a rotation',
      description: 'The outcome of a rotation, by the ID from the `rotation-id` response header.',
      answer: 'the rotation',
      failures: ['NotFound'],
      example: examples.rotation,
    },
  }),
  'custodians.validateApiKeys': operation({
    kind: 'mutation',
    permission: 'custodians:update',
    input: CredentialRotation,
    output: ValidationResult,
    rest: {
      method: 'POST',
      path: `${custodian}/validate_api_keys`,
      summary: 'Validate custodian API keys without storing them',
      description: 'Returns what a rotation with these credentials would return. Stores nothing but the audit records.',
      answer: 'the result of the check',
      failures: ['NotFound', 'Disabled', 'Frozen', 'ProviderUnavailable'],
      refusalExample: examples.rejectedValidation,
      example: examples.checked,
    },
  }),
  'custodians.checkApiKeys': operation({
    kind: 'mutation',
    permission: 'custodians:update',
    input: NamedCustodian,
    output: ValidationResult,
    rest: {
      method: 'POST',
      path: `${custodian}/check_api_keys`,
      summary: 'Check the active custodian API keys',
      description:
        'Checks the active credentials with the external provider. Succeeds with the result of the check, even if the provider rejects them or cannot be reached.',
      answer: 'the result of the check',
      failures: ['NotFound', 'Disabled', 'Frozen', 'DataTampered'],
      example: examples.checked,
    },
  }),
  'wallets.get': walletOperations.get,
  'wallets.update': walletOperations.update,
  'networks.list': networkOperations.list,
  'networks.listPage': networkOperations.listPage,
  'networks.get': networkOperations.get,
  'networks.create': networkOperations.create,
  'networks.update': networkOperations.update,
  'networks.delete': networkOperations.delete,
  'networks.disable': networkOperations.disable,
  'networks.enable': networkOperations.enable,
  'chainTokens.list': chainTokenOperations.list,
  'chainTokens.listPage': chainTokenOperations.listPage,
  'chainTokens.get': chainTokenOperations.get,
  'chainTokens.create': chainTokenOperations.create,
  'chainTokens.update': chainTokenOperations.update,
  'chainTokens.delete': chainTokenOperations.delete,
  'chainTokens.disable': chainTokenOperations.disable,
  'chainTokens.enable': chainTokenOperations.enable,
  'reserveAccounts.list': reserveAccountOperations.list,
  'reserveAccounts.listPage': reserveAccountOperations.listPage,
  'reserveAccounts.get': reserveAccountOperations.get,
  'reserveAccounts.create': reserveAccountOperations.create,
  'reserveAccounts.update': reserveAccountOperations.update,
  'reserveAccounts.delete': reserveAccountOperations.delete,
  'reserveAccounts.disable': reserveAccountOperations.disable,
  'reserveAccounts.enable': reserveAccountOperations.enable,
  'tokens.list': tokenOperations.list,
  'tokens.listPage': tokenOperations.listPage,
  'tokens.get': tokenOperations.get,
  'tokens.create': tokenOperations.create,
  'tokens.update': tokenOperations.update,
  'tokens.disable': tokenOperations.disable,
  'tokens.enable': tokenOperations.enable,
  'tokens.revoke': tokenOperations.revoke,
  'freezes.list': freezeOperations.list,
  'freezes.freeze': freezeOperations.freeze,
  'freezes.thaw': freezeOperations.thaw,
  'webhooks.list': webhookOperations.list,
  'webhooks.listPage': webhookOperations.listPage,
  'webhooks.get': webhookOperations.get,
  'webhooks.create': webhookOperations.create,
  'webhooks.update': webhookOperations.update,
  'webhooks.delete': webhookOperations.delete,
  'webhooks.disable': webhookOperations.disable,
  'webhooks.enable': webhookOperations.enable,
  'webhooks.rotateSecret': webhookOperations.rotateSecret,
  'webhooks.ping': deliveryOperations.ping,
  'webhooks.deliveries': deliveryOperations.deliveries,
  'webhooks.deliveriesPage': deliveryOperations.deliveriesPage,
  'webhooks.redeliver': deliveryOperations.redeliver,
  'audit.list': operation({
    kind: 'query',
    permission: 'audit:read',
    input: ListAudit,
    output: AuditPage,
    rest: {
      method: 'GET',
      path: '/platform/admin/audit',
      summary: 'List audit records',
      description:
        'What was done, newest first, as far as the operator token sees it. A record must match all filters. ' +
        'A time range includes `from` and excludes `to`.',
      answer: 'one page of audit records',
      failures: [],
      paged: 'always',
      example: examples.auditPage,
    },
  }),
} satisfies Readonly<Record<string, Operation>>

export type OperationName = keyof typeof operations

/** The paged variant of a list. REST serves both at one path; the audit log is always paged. */
export const pageOperations = {
  'reports.reserves': 'reports.reservesPage',
  'custodians.wallets': 'custodians.walletsPage',
  'tenants.list': 'tenants.listPage',
  'custodians.list': 'custodians.listPage',
  'custodians.rotations': 'custodians.rotationsPage',
  'networks.list': 'networks.listPage',
  'chainTokens.list': 'chainTokens.listPage',
  'reserveAccounts.list': 'reserveAccounts.listPage',
  'tokens.list': 'tokens.listPage',
  'webhooks.list': 'webhooks.listPage',
  'webhooks.deliveries': 'webhooks.deliveriesPage',
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
