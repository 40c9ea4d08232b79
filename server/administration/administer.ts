import { fail } from '../../shared/failure.ts'
import type { Id } from '../../shared/primitives.ts'
import { ok, type Result } from '../../shared/result.ts'
import { byOf, type Call } from '../context/call.ts'
import { firstPageOf, pagerOf } from '../context/paging.ts'
import type { Parts } from '../context/parts.ts'
import type { ItemKey, ItemKind, Items, ItemValues, PlatformKind, VersionedItem } from '../store/items.ts'

type Versioned = { readonly version: number }
type Created = { readonly id?: Id | undefined }

/** How the inputs of one kind become what the store is asked. */
type Changeable<Kind extends ItemKind, Named, Update> = {
  readonly kind: Kind
  readonly idOf: (input: Named) => Id
  readonly updated: (input: Update) => Result<Partial<ItemValues[Kind]>>
}
type Subject<Kind extends ItemKind, Named, Create, Update> = Changeable<Kind, Named, Update> & {
  readonly created: (input: Create) => Result<ItemValues[Kind]>
}

/** The use cases of what is only read and changed; each change names the version that it is based on. */
export function changesItems<Kind extends ItemKind, Named, Update extends Named & Versioned>(
  { kind, idOf, updated }: Changeable<Kind, Named, Update>,
  parts: Parts,
) {
  const { store, clock } = parts
  const keyOf = (input: Named, { principal }: Call): ItemKey<Kind> => ({
    kind,
    id: idOf(input),
    seenBy: principal.tenantId,
  })
  const versioned = (input: Named & Versioned, call: Call): VersionedItem<Kind> => ({
    ...byOf(call, clock.now()),
    ...keyOf(input, call),
    version: input.version,
  })
  return {
    versioned,
    async get(input: Named, call: Call): Promise<Result<Items[Kind]>> {
      const item = await store.findItem(keyOf(input, call))
      return item ? ok(item) : fail('NotFound')
    },
    async update(input: Update, call: Call): Promise<Result<Items[Kind]>> {
      const values = updated(input)
      return values.ok ? store.updateItem({ ...versioned(input, call), values: values.value }) : values
    },
  }
}

/** The use cases of one kind of object. */
export function administerItems<Kind extends ItemKind, Named, Create extends Created, Update extends Named & Versioned>(
  subject: Subject<Kind, Named, Create, Update>,
  parts: Parts,
) {
  const { kind, created } = subject
  const { store, clock } = parts
  const { versioned, get, update } = changesItems(subject, parts)
  return {
    versioned,
    get,
    update,
    async create(input: Create, call: Call): Promise<Result<Items[Kind]>> {
      const { id = null } = input
      const seenBy = call.principal.tenantId
      if (id !== null && seenBy !== null) return fail('Forbidden', { info: [onlyPlatform] })
      const values = created(input)
      return values.ok
        ? store.createItem({ ...byOf(call, clock.now()), kind, id, seenBy, values: values.value })
        : values
    },
    delete: (input: Named & Versioned, call: Call) => store.deleteItem(versioned(input, call)),
    disable: (input: Named & Versioned, call: Call) =>
      store.switchItem({ ...versioned(input, call), isDisabled: true }),
    enable: (input: Named & Versioned, call: Call) =>
      store.switchItem({ ...versioned(input, call), isDisabled: false }),
  }
}

/** Which IDs are taken is no business of one tenant. */
const onlyPlatform = 'id: only a token without a tenant (a platform administrator) may choose it'

type PageOfItems<Kind extends PlatformKind> = { items: Items[Kind][]; nextCursor: string | null }
type Paged = { readonly limit?: number | undefined; readonly cursor?: string | undefined }

/** The use cases that list a kind which belongs to no tenant. */
export function itemLists<Kind extends PlatformKind>(
  kind: Kind,
  name: 'networks.listPage' | 'chainTokens.listPage' | 'reserveAccounts.listPage' | 'webhooks.listPage',
  { store, salt }: Parts,
) {
  async function listPage(input: Paged): Promise<Result<PageOfItems<Kind>>> {
    const pager = pagerOf(name, input, salt)
    if (!pager.ok) return pager
    const { rows, next } = await store.itemsPage(kind, pager.value.request)
    return ok({ items: [...rows], nextCursor: pager.value.nextCursor(next) })
  }
  return { list: firstPageOf(listPage), listPage }
}
