import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/** What an administrator does with the tool of a token: makes, deletes and restricts keys. */
type Details = { readonly label: string; readonly pin: string; readonly id?: string; readonly isExtractable?: boolean }
type Work = Details & { readonly isAllowed?: boolean }

// Its own types are there only where it could be installed.
const pkcs11js = createRequire(import.meta.url)('pkcs11js')
const [, , path, kind] = process.argv
const { label, pin, id, isExtractable = false, isAllowed } = JSON.parse(readFileSync(0, 'utf8')) as Work

const module = new pkcs11js.PKCS11()
module.load(path)
module.C_Initialize()
const slot = module.C_GetSlotList(true).find((each: Buffer) => module.C_GetTokenInfo(each).label.trim() === 'desk')
const session = module.C_OpenSession(slot, pkcs11js.CKF_SERIAL_SESSION | pkcs11js.CKF_RW_SESSION)
module.C_Login(session, pkcs11js.CKU_USER, pin)

const make = () =>
  module.C_GenerateKey(session, { mechanism: pkcs11js.CKM_AES_KEY_GEN }, [
    { type: pkcs11js.CKA_CLASS, value: pkcs11js.CKO_SECRET_KEY },
    { type: pkcs11js.CKA_KEY_TYPE, value: pkcs11js.CKK_AES },
    { type: pkcs11js.CKA_VALUE_LEN, value: 32 },
    { type: pkcs11js.CKA_LABEL, value: Buffer.from(label) },
    ...(id === undefined ? [] : [{ type: pkcs11js.CKA_ID, value: Buffer.from(id, 'hex') }]),
    { type: pkcs11js.CKA_TOKEN, value: true },
    { type: pkcs11js.CKA_PRIVATE, value: true },
    { type: pkcs11js.CKA_SENSITIVE, value: !isExtractable },
    { type: pkcs11js.CKA_EXTRACTABLE, value: isExtractable },
    { type: pkcs11js.CKA_ENCRYPT, value: true },
    { type: pkcs11js.CKA_DECRYPT, value: true },
  ])

const find = (): readonly Buffer[] => {
  module.C_FindObjectsInit(session, [{ type: pkcs11js.CKA_LABEL, value: Buffer.from(label) }])
  const found = module.C_FindObjects(session, 10)
  module.C_FindObjectsFinal(session)
  return found
}

if (kind === 'make') make()
for (const key of kind === 'make' ? [] : find()) {
  if (kind === 'delete') module.C_DestroyObject(session, key)
  else module.C_SetAttributeValue(session, key, [{ type: pkcs11js.CKA_DECRYPT, value: isAllowed }])
}
module.C_Finalize()
