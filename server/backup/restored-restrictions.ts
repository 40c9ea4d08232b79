import type { Freeze } from '../../shared/freezes.ts'
import type { Id } from '../../shared/primitives.ts'
import { tokenStateOf } from '../access/administer-tokens.ts'
import type { By } from '../store/by.ts'
import type { DisabledItem, Restrictions } from '../store/inspection.ts'
import type { Store } from '../store/store.ts'

/** A freeze that holds after the restore, and whether the replaced data had ended it; null where nothing shows that. */
export type RestoredFreeze = Freeze & { readonly isThawedSince: boolean | null }

/** What is frozen and disabled after a restore that the backup alone would not show. */
export type RestoredRestrictions = {
  readonly frozen: readonly RestoredFreeze[]
  /** Disabled since the backup, and disabled by the restore. */
  readonly disabled: readonly DisabledItem[]
  /** Disabled since the backup, and enabled now: a freeze of the backup refuses the change. */
  readonly enabled: readonly DisabledItem[]
  /** Why nothing shows what was frozen or disabled since the backup; null where the replaced data does. */
  readonly unknown: string | null
}

/** `replaced` is what the folder had before; null where it was empty. */
type Carried = { readonly store: Store; readonly replaced: Restrictions | null; readonly unknown: string | null }

/**
 * A restore lifts no restriction: what was frozen or disabled since the backup stays so, and what the backup has frozen is
 * frozen again. Only a person ends a freeze, with a reason.
 */
export async function carryRestrictions({ store, replaced, unknown }: Carried, by: By): Promise<RestoredRestrictions> {
  const inBackup = new Set((await store.listFreezes(null)).map(({ tenantId }) => tenantId))
  const switched = await disableAgain(store, replaced?.disabled ?? [], by)
  for (const { tenantId, reason } of replaced?.freezes ?? [])
    if (!inBackup.has(tenantId)) await store.freeze({ ...by, tenantId, reason })
  const before = new Map((replaced?.freezes ?? []).map((freeze) => [freeze.tenantId, freeze]))
  const frozen = (await store.listFreezes(null)).map((freeze) => {
    const carried = before.get(freeze.tenantId)
    const isThawedSince = unknown === null ? carried === undefined : carried ? false : null
    return { ...freeze, ...(!inBackup.has(freeze.tenantId) && carried), isThawedSince }
  })
  return { ...switched, frozen, unknown }
}

/** What the backup does not have, or has disabled, is left as it is. */
async function disableAgain(store: Store, items: readonly DisabledItem[], by: By) {
  const disabled: DisabledItem[] = []
  const enabled: DisabledItem[] = []
  for (const item of items) {
    const isSwitched = await disableOne(store, item, by)
    if (isSwitched !== null) (isSwitched ? disabled : enabled).push(item)
  }
  return { disabled, enabled }
}

/** Whether it is disabled now; null where there is nothing to disable. */
async function disableOne(store: Store, { kind, id }: DisabledItem, by: By): Promise<boolean | null> {
  if (kind === 'operator-token') return disableToken(store, id, by)
  const key = { kind, id, seenBy: null } as const
  const item = await store.findItem(key)
  if (!item || item.disabled) return null
  return (await store.switchItem({ ...by, ...key, version: item.version, isDisabled: true })).ok
}

/** A token that does not work anyway stays as it is. */
async function disableToken(store: Store, tokenId: Id, by: By): Promise<boolean | null> {
  const key = { tokenId, seenBy: null }
  const token = await store.findTokenById(key)
  if (!token || tokenStateOf(token, by.at) !== 'valid') return null
  return (await store.switchToken({ ...by, ...key, version: token.version, isDisabled: true })).kind === 'changed'
}
