import { X509Certificate } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls'
import { err, ok, type Result } from '../../../shared/result.ts'
import { modernTls } from '../../../shared/tls.ts'
import { t } from '../../words/words.ts'
import type { Fault } from './fault.ts'

const largestFile = 1024 * 1024
const certificate = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g

let roots: SecureContext | null = null

/** What this machine trusts and what Node brings along; read once, which takes some 200 ms of CPU. */
function systemRoots(): SecureContext {
  roots ??= createSecureContext({
    ...modernTls,
    ca: [...new Set([...getCACertificates('system'), ...getCACertificates('default')])],
  })
  return roots
}

/** Whom a profile trusts: the one authority of its own file alone, or the roots of the system. */
export type Trust = {
  /** For TLS only: a connection to this machine without it does not wait for the system's roots to be read. */
  readonly context: () => SecureContext
  /** The authority's certificates; empty for the roots of the system. */
  readonly pem: string
}

const unusableFile = (reason: string): Result<never, Fault> =>
  err({ code: 'NotReadable', reasons: [reason], mayBeSent: false })

export async function trustOf(caFile: string | null): Promise<Result<Trust, Fault>> {
  if (caFile === null) return ok({ context: systemRoots, pem: '' })
  try {
    const about = await stat(caFile)
    if (!about.isFile() || about.size > largestFile) return unusableFile(t('network:authorityFile.notAFile'))
    const found = (await readFile(caFile, 'latin1')).match(certificate) ?? []
    if (!found.length) return unusableFile(t('network:authorityFile.noCertificate'))
    for (const pem of found) new X509Certificate(pem) // throws what createSecureContext would pass over
    const context = createSecureContext({ ...modernTls, ca: found })
    return ok({ context: () => context, pem: found.join('\n') })
  } catch (error) {
    const isMissing = error instanceof Error && 'syscall' in error
    return unusableFile(t(`network:authorityFile.${isMissing ? 'unreadable' : 'damaged'}`, { file: caFile }))
  }
}
