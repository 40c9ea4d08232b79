/** Up to 19 digits, as many as an id has at most. */
const id = /(?<!\d)[1-9]\d{0,18}(?!\d)/g

type Ids = { readonly tenantId: string; readonly custodianId: string }

/** The tenant and the custodian that a text names, in this order; only the custodian where there is but one tenant. */
export function idsIn(text: string, ownTenant: string | null): Ids | null {
  const [first, second, ...more] = text.match(id) ?? []
  if (first === undefined || more.length > 0) return null
  if (second !== undefined) return { tenantId: first, custodianId: second }
  return ownTenant === null ? null : { tenantId: ownTenant, custodianId: first }
}
