/**
 * Writes what structured clone keeps as JSON. Not kept: cycles, identity of shared objects, typed arrays other than
 * Uint8Array, RegExp, Blob. The text of this function also runs in the preload's world, so it stands alone.
 */
export function pack(value: unknown): unknown {
  const tag = (name: string, content?: unknown) => ({ $: name, v: content })
  const entries = (object: object) => Object.entries(object).map(([key, member]) => [key, pack(member)])
  const text = (bytes: Uint8Array) => {
    const parts = []
    for (let at = 0; at < bytes.length; at += 0x8000)
      parts.push(String.fromCharCode(...bytes.subarray(at, at + 0x8000)))
    return btoa(parts.join(''))
  }
  if (value === undefined) return tag('undefined')
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value
  if (typeof value === 'number')
    return Number.isFinite(value) && !Object.is(value, -0)
      ? value
      : tag('number', Object.is(value, -0) ? '-0' : String(value))
  if (typeof value === 'bigint') return tag('bigint', String(value))
  const kind = Object.prototype.toString.call(value).slice(8, -1)
  if (typeof value !== 'object' || kind === 'Promise') throw new Error('An object could not be cloned.')
  if (Array.isArray(value)) return value.map(pack)
  if (kind === 'Date') return tag('date', (value as Date).getTime())
  if (kind === 'Uint8Array') return tag('bytes', text(value as Uint8Array))
  if (kind === 'ArrayBuffer') return tag('buffer', text(new Uint8Array(value as ArrayBuffer)))
  if (kind === 'Map') return tag('map', Array.from(value as Map<unknown, unknown>, pack))
  if (kind === 'Set') return tag('set', Array.from(value as Set<unknown>, pack))
  if (kind === 'Error') return tag('error', { name: (value as Error).name, message: (value as Error).message })
  if (kind !== 'Object') throw new Error(`An object could not be cloned. (The stand-in host keeps no ${kind}.)`)
  return '$' in value ? tag('object', Object.fromEntries(entries(value))) : Object.fromEntries(entries(value))
}

/** The value that {@link pack} wrote. */
export function unpack(packed: unknown): unknown {
  const members = (object: object) =>
    Object.fromEntries(Object.entries(object).map(([key, member]) => [key, unpack(member)]))
  const bytes = (text: string) => Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  if (packed === null || typeof packed !== 'object') return packed
  if (Array.isArray(packed)) return packed.map(unpack)
  if (!('$' in packed)) return members(packed)
  const content = (packed as { v?: unknown }).v as never
  switch (packed.$) {
    case 'undefined':
      return undefined
    case 'number':
      return Number(content)
    case 'bigint':
      return BigInt(content)
    case 'date':
      return new Date(content)
    case 'bytes':
      return bytes(content)
    case 'buffer':
      return bytes(content).buffer
    case 'map':
      return new Map(unpack(content) as [unknown, unknown][])
    case 'set':
      return new Set(unpack(content) as unknown[])
    case 'error':
      return Object.assign(new Error((content as { message: string }).message), content)
    default:
      return members(content)
  }
}
