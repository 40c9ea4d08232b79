import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'

export const softhsmModule = '/usr/lib/softhsm/libsofthsm2.so'
const addon = new URL('../../../node_modules/pkcs11js/build/Release/pkcs11.node', import.meta.url)
const administer = new URL('administer-token-child.ts', import.meta.url).pathname

const canRun = (program: string) =>
  (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)))

/** Why tokens of SoftHSM cannot be used here; null where they can. */
export function missingSofthsm(): string | null {
  if (!existsSync(softhsmModule) || !canRun('softhsm2-util')) return 'softhsm2 is not installed here'
  return existsSync(addon) ? null : 'pkcs11js is not built here'
}

export type KeyTemplate = { readonly label: string; readonly id?: string; readonly isExtractable?: boolean }

/** A token in a folder, used by this process and those that it starts until it is disposed of. */
export type Token = Disposable & {
  readonly pin: string
  readonly pinFile: string
  uriOf(named: string): string
  makeKey(key: KeyTemplate): void
  deleteKeys(label: string): void
  allowDecryption(label: string, isAllowed: boolean): void
}

export const tokenFolder = (folder: string): string => join(folder, 'tokens')

export function createToken(folder: string): Token {
  const pin = `pin-${process.pid}-desk`
  const pinFile = join(folder, 'pin')
  const configuration = join(folder, 'softhsm2.conf')
  mkdirSync(tokenFolder(folder))
  writeFileSync(configuration, `directories.tokendir = ${tokenFolder(folder)}\nlog.level = ERROR\n`)
  writeFileSync(pinFile, `${pin}\n`, { mode: 0o600 })
  process.env.SOFTHSM2_CONF = configuration
  const initialize = ['--init-token', '--free', '--label', 'desk', '--so-pin', 'so-pin-of-desk', '--pin', pin]
  execFileSync('softhsm2-util', initialize, { stdio: 'ignore' })
  const run = (work: string, details: object) =>
    void execFileSync(process.execPath, [administer, softhsmModule, work], {
      input: JSON.stringify({ ...details, pin }),
      stdio: ['pipe', 'ignore', 'inherit'],
    })
  return {
    pin,
    pinFile,
    uriOf: (named) => `pkcs11:token=desk;${named}?module-path=${softhsmModule}&pin-source=file:${pinFile}`,
    makeKey: (key) => run('make', key),
    deleteKeys: (label) => run('delete', { label }),
    allowDecryption: (label, isAllowed) => run('allow', { label, isAllowed }),
    [Symbol.dispose]: () => void delete process.env.SOFTHSM2_CONF,
  }
}

/** Processes that this one started to run a module. */
export function moduleProcessIds(): readonly number[] {
  const isOurs = (pid: string) => {
    try {
      const parent = /^PPid:\s*(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
      return parent === `${process.pid}` && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('pkcs11/child.ts')
    } catch {
      return false
    }
  }
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && isOurs(name))
    .map(Number)
}
