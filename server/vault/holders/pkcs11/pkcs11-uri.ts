import { isAbsolute } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type KeyUri, requiredOption } from '../../key-uri.ts'

/** What names a key, as far as the URI says it; a token must match all of the first four. */
export type NamedKey = {
  readonly token: string | undefined
  readonly serial: string | undefined
  readonly manufacturer: string | undefined
  readonly model: string | undefined
  readonly slotId: number | undefined
  /** `CKA_LABEL` of the key. */
  readonly object: string | undefined
  /** `CKA_ID` of the key, in hexadecimal digits. */
  readonly objectId: string | undefined
  readonly pinFile: string
}

export type Pkcs11Place = { readonly modulePath: string; readonly key: NamedKey; readonly keyId: string }

const attributes = ['token', 'serial', 'manufacturer', 'model', 'slot-id', 'object', 'id', 'type'] as const
type Attribute = (typeof attributes)[number]

/** Reads a URI of RFC 7512. Throws an `Error` where it names no key that could be asked for. */
export function parsePkcs11(uri: KeyUri): Pkcs11Place {
  const values = valuesOf(uri.place)
  const text = (name: Attribute) => values.get(name)?.toString()
  const key: NamedKey = {
    token: text('token'),
    serial: text('serial'),
    manufacturer: text('manufacturer'),
    model: text('model'),
    slotId: slotOf(text('slot-id')),
    object: text('object'),
    objectId: values.get('id')?.toString('hex'),
    pinFile: fileAt(requiredOption(uri, 'pin-source'), 'pin-source'),
  }
  if (!key.token && !key.serial) throw new Error('pkcs11: needs token=LABEL or serial=NUMBER.')
  if (!key.object && !key.objectId) throw new Error('pkcs11: needs object=LABEL or id=BYTES.')
  if (![undefined, 'secret-key'].includes(text('type'))) throw new Error('pkcs11: needs a key of type=secret-key.')
  return { modulePath: fileAt(requiredOption(uri, 'module-path'), 'module-path'), key, keyId: keyIdOf(values) }
}

function valuesOf(place: string): ReadonlyMap<Attribute, Buffer> {
  const values = new Map<Attribute, Buffer>()
  for (const part of place.split(';')) {
    const [, name, value] = /^([^=]*)=(.+)$/s.exec(part) ?? []
    const attribute = attributes.find((each) => each === name)
    if (value === undefined) throw new Error('pkcs11: needs attributes as NAME=VALUE, with ";" between them.')
    if (!attribute) throw new Error(`pkcs11: has no attribute ${name}.`)
    if (values.has(attribute)) throw new Error(`pkcs11: has ${attribute} twice.`)
    values.set(attribute, bytesOf(value, attribute))
  }
  return values
}

/** Bytes, for an ID need not be text. */
function bytesOf(encoded: string, attribute: Attribute): Buffer {
  if (!/^(%[0-9a-f]{2}|[!-~])+$/i.test(encoded) || /%(?![0-9a-f]{2})/i.test(encoded))
    throw new Error(`pkcs11: needs ${attribute} percent-encoded.`)
  const latin = encoded.replace(/%(..)/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)))
  return Buffer.from(latin, 'latin1')
}

function slotOf(text: string | undefined): number | undefined {
  if (text === undefined || /^\d{1,15}$/.test(text)) return text === undefined ? undefined : Number(text)
  throw new Error('pkcs11: needs a number as slot-id.')
}

function fileAt(text: string, option: string): string {
  const path = /^file:\//.test(text) ? fileURLToPath(text) : text
  if (isAbsolute(path)) return path
  throw new Error(`pkcs11: needs an absolute path as ${option}.`)
}

const naming = ['token', 'serial', 'object', 'id'] as const

/** Of what names the key alone, so that the same key keeps its ID behind another slot or module. */
function keyIdOf(values: ReadonlyMap<Attribute, Buffer>): string {
  const named = naming.flatMap((name) => {
    const value = values.get(name)
    return value ? [`${name}=${encode(value)}`] : []
  })
  return `pkcs11:${named.join(';')}`
}

const encode = (bytes: Buffer) =>
  bytes.toString('latin1').replace(/[^\w.~-]/g, (each) => `%${each.charCodeAt(0).toString(16).padStart(2, '0')}`)
