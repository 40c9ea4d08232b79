import type { Freeze } from '../../../shared/freezes.ts'
import { timestampOf } from '../../../shared/timestamp-of.ts'
import { toId } from '../integers.ts'

export type FreezeRow = { tenant_id: bigint; frozen_at: bigint; frozen_by: string; reason: string }

/** Stands for all tenants, and what belongs to none; tenants count from 1. */
export const everyTenant = 0n

export const toFreeze = ({ tenant_id: tenant, frozen_at, frozen_by, reason }: FreezeRow): Freeze => ({
  tenantId: tenant === everyTenant ? null : toId(tenant),
  reason,
  frozenAt: timestampOf(Number(frozen_at)),
  frozenBy: frozen_by,
})
