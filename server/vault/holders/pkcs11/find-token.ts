import type { NamedKey } from './pkcs11-uri.ts'
import { type Pkcs11Module, pkcs11js, type TokenInfo } from './pkcs11js.ts'
import { checkConnection, TokenError } from './token-error.ts'

/** The name of a key for messages. */
export const tokenName = ({ token, serial }: NamedKey): string => `token ${token ?? serial}`

const keyName = (key: NamedKey) => `key ${key.object ?? key.objectId} of ${tokenName(key)}`

/** The numbers of PKCS #11 are as wide as a pointer, in the order of the processor. */
const numberOf = (bytes: Buffer): number => bytes.readUIntLE(0, Math.min(bytes.length, 6))

/** The slot whose token the URI names. Throws a `TokenError` where there is not exactly one. */
export function findSlot(module: Pkcs11Module, key: NamedKey): Buffer {
  const slots = module.C_GetSlotList(true).filter((slot) => matches(module.C_GetTokenInfo(slot), slot, key))
  const [found] = slots
  if (found && slots.length === 1) return found
  if (found) throw new TokenError('missing', `${slots.length} tokens match ${tokenName(key)}`, { nextStep: nameSerial })
  throw new TokenError('unreachable', `${tokenName(key)} is not there`, { nextStep: checkConnection, isFatal: true })
}

const nameSerial = 'Add serial=NUMBER of the right one to the URI.'

function matches({ label, serialNumber, manufacturerID, model }: TokenInfo, slot: Buffer, key: NamedKey): boolean {
  const found = { token: label, serial: serialNumber, manufacturer: manufacturerID, model }
  const named = Object.entries(found).every(([name, value]) => {
    const wanted = key[name as keyof typeof found]
    // A token has its texts padded with blanks.
    return wanted === undefined || wanted === value.trimEnd()
  })
  return named && (key.slotId === undefined || key.slotId === numberOf(slot))
}

/** The handle of the key. Throws a `TokenError` where there is not exactly one, or one that could leave its token. */
export function findSealingKey(module: Pkcs11Module, session: Buffer, key: NamedKey): Buffer {
  const objects = findObjects(module, session, key)
  const [object] = objects
  if (!object) throw new TokenError('missing', `${keyName(key)} is not there`)
  if (objects.length > 1) throw new TokenError('missing', `two objects match ${keyName(key)}`, { nextStep: nameId })
  assertSealing(module, { session, object, name: keyName(key) })
  return object
}

const nameId = 'Add id=BYTES of the right one to the URI.'

function findObjects(module: Pkcs11Module, session: Buffer, { object, objectId }: NamedKey): readonly Buffer[] {
  module.C_FindObjectsInit(session, [
    { type: pkcs11js.CKA_CLASS, value: pkcs11js.CKO_SECRET_KEY },
    ...(object === undefined ? [] : [{ type: pkcs11js.CKA_LABEL, value: Buffer.from(object) }]),
    ...(objectId === undefined ? [] : [{ type: pkcs11js.CKA_ID, value: Buffer.from(objectId, 'hex') }]),
  ])
  try {
    return module.C_FindObjects(session, 2)
  } finally {
    module.C_FindObjectsFinal(session)
  }
}

type Found = { readonly session: Buffer; readonly object: Buffer; readonly name: string }

/** A key that can be copied out of its token is no better than a file. */
function assertSealing(module: Pkcs11Module, { session, object, name }: Found): void {
  const read = (type: number) => numberOf(module.C_GetAttributeValue(session, object, [{ type }])[0]?.value ?? zero)
  if (read(pkcs11js.CKA_KEY_TYPE) !== pkcs11js.CKK_AES || read(pkcs11js.CKA_VALUE_LEN) !== 32)
    throw new TokenError('disabled', `${name} is not an AES key of 256 bits`, { nextStep: makeKey })
  if (read(pkcs11js.CKA_EXTRACTABLE) !== 0 || read(pkcs11js.CKA_SENSITIVE) === 0)
    throw new TokenError('disabled', `${name} can be copied out of its token`, { nextStep: makeKey })
}

const zero = Buffer.alloc(1)
const makeKey = 'Make an AES key of 256 bits with CKA_SENSITIVE and without CKA_EXTRACTABLE, and name that one.'
