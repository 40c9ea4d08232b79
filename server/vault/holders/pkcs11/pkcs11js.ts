import { createRequire } from 'node:module'

type Attribute = { readonly type: number; readonly value?: number | boolean | string | Buffer }

export type TokenInfo = {
  readonly label: string
  readonly manufacturerID: string
  readonly model: string
  readonly serialNumber: string
  readonly flags: number
}

type Mechanism = { readonly mechanism: number; readonly parameter: object }

/** The methods throw errors whose message is the name of a return value, such as `CKR_PIN_INCORRECT`. */
export type Pkcs11Module = {
  load(path: string): void
  C_Initialize(): void
  C_GetSlotList(tokenPresent: boolean): Buffer[]
  C_GetTokenInfo(slot: Buffer): TokenInfo
  C_OpenSession(slot: Buffer, flags: number): Buffer
  C_CloseSession(session: Buffer): void
  C_GetSessionInfo(session: Buffer): { readonly state: number }
  C_Login(session: Buffer, userType: number, pin: string): void
  C_FindObjectsInit(session: Buffer, template: readonly Attribute[]): void
  C_FindObjects(session: Buffer, most: number): Buffer[]
  C_FindObjectsFinal(session: Buffer): void
  C_GetAttributeValue(session: Buffer, object: Buffer, template: readonly Attribute[]): { readonly value: Buffer }[]
  C_EncryptInit(session: Buffer, mechanism: Mechanism, key: Buffer): void
  C_Encrypt(session: Buffer, data: Buffer, output: Buffer): Buffer
  C_DecryptInit(session: Buffer, mechanism: Mechanism, key: Buffer): void
  C_Decrypt(session: Buffer, data: Buffer, output: Buffer): Buffer
}

type Name =
  | 'CKA_CLASS'
  | 'CKA_EXTRACTABLE'
  | 'CKA_ID'
  | 'CKA_KEY_TYPE'
  | 'CKA_LABEL'
  | 'CKA_SENSITIVE'
  | 'CKA_VALUE_LEN'
  | 'CKF_SERIAL_SESSION'
  | 'CKF_USER_PIN_FINAL_TRY'
  | 'CKF_USER_PIN_LOCKED'
  | 'CKK_AES'
  | 'CKM_AES_GCM'
  | 'CKO_SECRET_KEY'
  | 'CKU_USER'
  | 'CK_PARAMS_AES_GCM_v240'

type Addon = { readonly PKCS11: new () => Pkcs11Module } & { readonly [each in Name]: number }

/** What is used of the addon; its own types are there only where it could be installed. */
export const pkcs11js = createRequire(import.meta.url)('pkcs11js') as Addon
