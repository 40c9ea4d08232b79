import { readFileSync } from 'node:fs'
import { getCACertificates } from 'node:tls'

/** Certificates that a receiver's certificate may lead to, PEM; undefined for Node's own. */
export type TrustedAuthorities = () => string[] | undefined

/** Those of the system and of a file, which is read again for each connection. */
export const authoritiesOf = (caFile: string | null): TrustedAuthorities =>
  caFile === null ? () => undefined : () => [...getCACertificates('default'), readFileSync(caFile, 'utf8')]
