/** Members that are number tokens on REST and decimal strings on tRPC. */
const exactMembers = new Set([
  'id',
  'tenantId',
  'custodianId',
  'walletTenantId',
  'walletId',
  'blockchainId',
  'sequence',
  'actorTokenId',
  'webhookId',
  'tenantIds',
  'nextCursor',
  'reserveAmount',
])

const digits = (text: string) => `#${text}`

/** JSON with every number token as `#` and its digits, exactly as they were sent. */
export const readExactly = (text: string): unknown =>
  JSON.parse(text, ((_key: string, value: unknown, { source }: { source: string }) =>
    typeof value === 'number' ? digits(source) : value) as (key: string, value: unknown) => unknown)

/** A value as the tRPC client has it, with its numbers and its exact strings written alike. */
export function asExactlyRead(value: unknown, member = ''): unknown {
  if (typeof value === 'number') return digits(`${value}`)
  if (typeof value === 'string') return exactMembers.has(member) && /^-?[\d.]+$/.test(value) ? digits(value) : value
  if (Array.isArray(value)) return value.map((item) => asExactlyRead(item, member))
  // Of audit records: texts on both transports.
  if (typeof value !== 'object' || value === null || member === 'details') return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, asExactlyRead(inner, name)]))
}
