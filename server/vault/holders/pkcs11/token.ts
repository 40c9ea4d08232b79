import { hash, randomBytes } from 'node:crypto'
import { nonceLength, tagLength } from '../../aes-gcm.ts'
import { readSecretFile } from '../secret-file.ts'
import { findSealingKey, findSlot, tokenName } from './find-token.ts'
import type { ModuleRequest, ModuleWork } from './messages.ts'
import type { NamedKey } from './pkcs11-uri.ts'
import { type Pkcs11Module, pkcs11js } from './pkcs11js.ts'
import { isLostSession, returnValueOf, TokenError, tokenErrorOf } from './token-error.ts'

export type Tokens = {
  /** Does the work in the token; throws a `TokenError`. */
  perform(request: Omit<ModuleRequest, 'id'>): Uint8Array
}

/** Loads a module, once for this process. */
export function openModule(path: string): Pkcs11Module {
  const module = new pkcs11js.PKCS11()
  module.load(path)
  module.C_Initialize()
  return module
}

/** The tokens of a module, with one session for each URI. */
export function createTokens(module: Pkcs11Module): Tokens {
  const sessions = new Map<string, Buffer>()

  function sessionOf(request: Omit<ModuleRequest, 'id'>): Buffer {
    const name = JSON.stringify(request.key)
    const session = sessions.get(name) ?? module.C_OpenSession(findSlot(module, request.key), sessionFlags)
    sessions.set(name, session)
    logIn(module, session, request)
    return session
  }

  function drop({ key }: Omit<ModuleRequest, 'id'>): void {
    const name = JSON.stringify(key)
    const session = sessions.get(name)
    sessions.delete(name)
    try {
      if (session) module.C_CloseSession(session)
    } catch {
      // It was closed by the token.
    }
  }

  function performOnce(request: Omit<ModuleRequest, 'id'>): Uint8Array {
    const session = sessionOf(request)
    return work({ module, session, key: findSealingKey(module, session, request.key) }, request.work)
  }

  return {
    perform(request) {
      try {
        return performOnce(request)
      } catch (error) {
        drop(request)
        if (!isLostSession(error)) throw tokenErrorOf(error, tokenName(request.key))
      }
      try {
        return performOnce(request)
      } catch (error) {
        drop(request)
        throw tokenErrorOf(error, tokenName(request.key))
      }
    },
  }
}

const sessionFlags = pkcs11js.CKF_SERIAL_SESSION

/** Return values that count as a wrong PIN, or say that no PIN is accepted any more. */
const refusals: readonly string[] = [
  'CKR_PIN_EXPIRED',
  'CKR_PIN_INCORRECT',
  'CKR_PIN_INVALID',
  'CKR_PIN_LEN_RANGE',
  'CKR_PIN_LOCKED',
]

/** `CKS_RO_USER_FUNCTIONS` and `CKS_RW_USER_FUNCTIONS`, which the addon does not name. */
const loggedIn: readonly number[] = [1, 3]

/** A token locks itself after a few wrong PINs: none is tried twice, and the last try is left to a person. */
function logIn(module: Pkcs11Module, session: Buffer, { key, refusedPins }: Omit<ModuleRequest, 'id'>): void {
  const { state } = module.C_GetSessionInfo(session)
  if (loggedIn.includes(state)) return
  const pin = readPin(key)
  const digest = hash('sha256', pin)
  if (refusedPins.includes(digest)) throw denied(key, 'refused the PIN before; it is not tried again')
  assertTriesLeft(module, key)
  try {
    module.C_Login(session, pkcs11js.CKU_USER, pin)
  } catch (error) {
    const returned = returnValueOf(error)
    if (returned === 'CKR_USER_ALREADY_LOGGED_IN') return
    if (!refusals.includes(returned)) throw error
    throw denied(key, `does not accept the PIN (${returned}); it is not tried again`, digest)
  }
}

function readPin({ pinFile }: NamedKey): string {
  try {
    return readSecretFile(pinFile).reveal()
  } catch (error) {
    const { message, nextStep } = error as { message: string; nextStep?: string }
    throw new TokenError('denied', message, nextStep === undefined ? {} : { nextStep })
  }
}

function assertTriesLeft(module: Pkcs11Module, key: NamedKey): void {
  const { flags } = module.C_GetTokenInfo(findSlot(module, key))
  if (flags & pkcs11js.CKF_USER_PIN_LOCKED) throw denied(key, 'has locked its PIN')
  if (flags & pkcs11js.CKF_USER_PIN_FINAL_TRY) throw denied(key, 'has one try left for its PIN, which is not used')
}

const denied = (key: NamedKey, reason: string, refusedPin?: string) =>
  new TokenError('denied', `${tokenName(key)} ${reason}`, {
    nextStep: `Put the right PIN into ${key.pinFile}. Where the token is locked, unlock it with its own tool.`,
    ...(refusedPin !== undefined && { refusedPin }),
  })

type Opened = { readonly module: Pkcs11Module; readonly session: Buffer; readonly key: Buffer }

function work(opened: Opened, asked: ModuleWork): Uint8Array {
  if (asked.kind === 'look') return new Uint8Array()
  const bytes = Buffer.from(asked.data)
  return asked.kind === 'encrypt' ? encrypt(opened, bytes, asked.bound) : decryptOwn(opened, bytes, asked.bound)
}

const gcm = (nonce: Buffer, bound: string) => ({
  mechanism: pkcs11js.CKM_AES_GCM,
  parameter: {
    type: pkcs11js.CK_PARAMS_AES_GCM_v240,
    iv: nonce,
    ivBits: 8 * nonceLength,
    aad: Buffer.from(bound),
    tagBits: 8 * tagLength,
  },
})

/** nonce (12) + encrypted bytes + tag (16) */
function encrypt({ module, session, key }: Opened, plain: Buffer, bound: string): Buffer {
  const nonce = randomBytes(nonceLength)
  module.C_EncryptInit(session, gcm(nonce, bound), key)
  return Buffer.concat([nonce, module.C_Encrypt(session, plain, Buffer.alloc(plain.length + tagLength))])
}

function decrypt({ module, session, key }: Opened, sealed: Buffer, bound: string): Buffer {
  module.C_DecryptInit(session, gcm(sealed.subarray(0, nonceLength), bound), key)
  return Buffer.from(module.C_Decrypt(session, sealed.subarray(nonceLength), Buffer.alloc(sealed.length)))
}

/** Modules say in many ways that a tag is wrong. Bytes are damaged where the token opens others of its own meanwhile. */
function decryptOwn(opened: Opened, sealed: Buffer, bound: string): Buffer {
  if (sealed.length <= nonceLength + tagLength) throw new TokenError('damaged', 'a wrapped key is too short')
  try {
    return decrypt(opened, sealed, bound)
  } catch (error) {
    if (isLostSession(error)) throw error
    const probe = randomBytes(16)
    if (!decrypt(opened, encrypt(opened, probe, bound), bound).equals(probe)) throw error
    throw new TokenError('damaged', `the token refuses the ciphertext (${returnValueOf(error)})`)
  }
}
