import { appendFileSync, existsSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

/**
 * Notes which calls a module gets, in the process that runs it, and has the token forget its sessions, or report that one
 * try is left for its PIN, where a file asks for that.
 */
const { MODULE_CALLS: folder = '' } = process.env

type Module = Record<string, (...given: readonly unknown[]) => unknown>

const isAsked = (what: string) => existsSync(join(folder, what))

function loseSessions(module: Module): void {
  if (!isAsked('lose-sessions')) return
  rmSync(join(folder, 'lose-sessions'))
  const slots = module.C_GetSlotList?.(true)
  for (const slot of slots as readonly Buffer[]) module.C_CloseAllSessions?.(slot)
}

const watched = (module: Module, lastTry: number): Module =>
  new Proxy(module, {
    get: (_, name: string) => {
      const method = module[name]?.bind(module)
      return (...given: readonly unknown[]) => {
        appendFileSync(join(folder, 'calls'), `${name}\n`)
        if (name === 'C_EncryptInit') loseSessions(module)
        const answer = method?.(...given)
        const isLastTry = name === 'C_GetTokenInfo' && isAsked('final-try')
        return isLastTry ? { ...(answer as object), flags: lastTry } : answer
      }
    },
  })

if (folder && process.argv[1]?.endsWith('pkcs11/child.ts')) {
  const addon = createRequire(import.meta.url)('pkcs11js')
  const { PKCS11, CKF_USER_PIN_FINAL_TRY: lastTry } = addon
  addon.PKCS11 = function Watched() {
    return watched(new PKCS11(), lastTry)
  }
}
