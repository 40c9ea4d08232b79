import { fail } from '../../shared/failure.ts'
import type { Id } from '../../shared/primitives.ts'
import { ok, type Result } from '../../shared/result.ts'
import type { Call } from '../context/call.ts'
import type { Parts } from '../context/parts.ts'
import type { ItemKey, ItemKind, Items, ItemValues, VersionedItem } from '../store/items.ts'
import type { By } from '../store/writes.ts'

type Versioned = { readonly version: number }
type Created = { readonly id?: Id | undefined }

/** How the inputs of one kind become what the store is asked. */
type Subject<Kind extends ItemKind, Named, Create, Update> = {
  readonly kind: Kind
  readonly idOf: (input: Named) => Id
  readonly created: (input: Create) => Result<ItemValues[Kind]>
  readonly updated: (input: Update) => Result<Partial<ItemValues[Kind]>>
}

/** The use cases of one kind of object; each change names the version that it is based on. */
export function administerItems<Kind extends ItemKind, Named, Create extends Created, Update extends Named & Versioned>(
  { kind, idOf, created, updated }: Subject<Kind, Named, Create, Update>,
  { store, clock }: Parts,
) {
  const by = ({ principal }: Call): By => ({
    actor: principal.name,
    actorTokenId: principal.tokenId,
    at: clock.now(),
  })
  const keyOf = (input: Named, { principal }: Call): ItemKey<Kind> => ({
    kind,
    id: idOf(input),
    seenBy: principal.tenantId,
  })
  const versioned = (input: Named & Versioned, call: Call): VersionedItem<Kind> => ({
    ...by(call),
    ...keyOf(input, call),
    version: input.version,
  })
  return {
    async get(input: Named, call: Call): Promise<Result<Items[Kind]>> {
      const item = await store.findItem(keyOf(input, call))
      return item ? ok(item) : fail('NotFound')
    },
    async create(input: Create, call: Call): Promise<Result<Items[Kind]>> {
      const { id = null } = input
      const seenBy = call.principal.tenantId
      if (id !== null && seenBy !== null) return fail('Forbidden', { info: [onlyPlatform] })
      const values = created(input)
      return values.ok ? store.createItem({ ...by(call), kind, id, seenBy, values: values.value }) : values
    },
    async update(input: Update, call: Call): Promise<Result<Items[Kind]>> {
      const values = updated(input)
      return values.ok ? store.updateItem({ ...versioned(input, call), values: values.value }) : values
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
