import { z } from 'zod'
import { CredentialRotation } from '../../../../../shared/credentials.ts'
import { looksLikePrivateKey, type ProviderId, providers } from '../../../../../shared/providers.ts'

export type Pair = { readonly apiKey: string; readonly secretApiKey: string }
export type Half = keyof Pair

type Slip =
  | 'empty'
  | 'space'
  | 'swapped'
  | 'sameTwice'
  | 'otherProvider'
  | 'encrypted'
  | 'notPrivate'
  | 'notWhole'
  | 'lineBreaks'

/** What is wrong with a field: a common slip, or a rule with its own message; `fix` corrects it. */
export type Issue =
  | { readonly slip: Slip; readonly fix?: (text: string) => string }
  | { readonly rule: string; readonly fix?: never }

export type Issues = Readonly<Record<Half, Issue | null>>

export const halves = ['apiKey', 'secretApiKey'] as const

const isPem = (text: string) => text.includes('-----BEGIN')

function ruleIssue(provider: ProviderId, half: Half, text: string): Issue | null {
  const rules: readonly z.core.$ZodType[] = [providers[provider][half].rule, CredentialRotation.shape[half]]
  for (const rule of rules) {
    const { error } = z.safeParse(rule, text)
    if (error) return { rule: error.issues[0]?.message ?? '' }
  }
  return null
}

function wordIssue(provider: ProviderId, half: Half, text: string): Issue | null {
  if (!text) return { slip: 'empty' }
  if (provider === 'fireblocks' && looksLikePrivateKey(text)) return { slip: 'swapped' }
  if (isPem(text)) return { slip: 'otherProvider' }
  if (tidyWord(text) !== text) return { slip: 'space', fix: tidyWord }
  return ruleIssue(provider, half, text)
}

function pemIssue(provider: ProviderId, text: string): Issue | null {
  if (!text.trim()) return { slip: 'empty' }
  if (!isPem(text)) return ruleIssue(provider, 'secretApiKey', text)
  if (/ENCRYPTED/.test(text)) return { slip: 'encrypted' }
  if (!/-----BEGIN ([A-Z]+ )?PRIVATE KEY-----/.test(text)) return { slip: 'notPrivate' }
  if (!isWholePem(text)) return { slip: 'notWhole' }
  if (!isNeatPem(text)) return { slip: 'lineBreaks', fix: tidyPem }
  return ruleIssue(provider, 'secretApiKey', text)
}

const halfIssue = (provider: ProviderId, half: Half, text: string): Issue | null =>
  providers[provider][half].multiline ? pemIssue(provider, text) : wordIssue(provider, half, text)

/** What can be checked without the server, which checks more; the provider decides. */
export function issuesOf(provider: ProviderId, pair: Pair): Issues {
  const issues = {
    apiKey: halfIssue(provider, 'apiKey', pair.apiKey),
    secretApiKey: halfIssue(provider, 'secretApiKey', pair.secretApiKey),
  }
  const isSame = pair.apiKey !== '' && pair.apiKey === pair.secretApiKey
  return isSame ? { ...issues, secretApiKey: { slip: 'sameTwice' } } : issues
}

export const isFine = (issues: Issues): boolean => halves.every((half) => issues[half] === null)

const wholePem = /-----BEGIN ([A-Z ]+)-----([\s\S]*?)-----END \1-----/
const neatPem = /^\s*-----BEGIN ([A-Z ]+)-----\s*\n([A-Za-z0-9+/=]+[^\S\n]*\n)+-----END \1-----\s*$/

/** Characters that come along when text is copied and that no key holds; quotes are not among them, for a key may. */
const unwanted = /[\s\p{Cf}]+/gu

/** One word without what was copied along with it. */
export const tidyWord = (text: string): string => text.replace(unwanted, '')

const isWholePem = (text: string): boolean => wholePem.test(text)
const isNeatPem = (text: string): boolean => neatPem.test(text)

/** The key alone, with the line breaks that PEM asks for: they are lost when a key goes through JSON, a shell or a chat. */
export function tidyPem(text: string): string {
  const [, kind = '', body = ''] = wholePem.exec(text) ?? []
  const base64 = body.replace(/\\[rn]/g, '').replace(/[^A-Za-z0-9+/=]/g, '')
  const lines = base64.match(/.{1,64}/g) ?? []
  return [`-----BEGIN ${kind}-----`, ...lines, `-----END ${kind}-----`, ''].join('\n')
}
