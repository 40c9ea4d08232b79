import { type ProviderId, providers } from '../../shared/providers.ts'
import type { Refusal } from './provider.ts'

type Sentence = (title: string) => string

const verdicts: Readonly<Record<Exclude<Refusal['verdict'], 'unreachable'>, Sentence>> = {
  'wrong-credentials': (title) =>
    `${title} rejected these keys: the API key and the secret do not match. Check both fields, or issue new keys.`,
  'not-permitted': (title) =>
    `${title} does not allow these keys to list wallets: a role is missing, or this server's IP address is not allowed. Fix that at ${title}, then try again; the keys themselves may be valid.`,
  'clock-skew': (title) =>
    `${title} rejected the time of the request: the server's clock is out of sync. Synchronize it (NTP), then try again; the keys may be valid.`,
  throttled: (title) => `${title} is rate-limiting requests. Wait, then try again.`,
}

const checkAddress = 'Check the base URL and whether a proxy intercepts the connection.'

const causes: Readonly<Record<string, Sentence>> = {
  'insecure-base-url': (title) =>
    `${title} was not contacted: the custodian's base URL is plain http. Change it to https.`,
  'bad-base-url': (title) =>
    `${title} was not contacted: the custodian's base URL is not usable. Change it to scheme and host only.`,
  'no-simulator': () =>
    'The provider simulator was not contacted: none is running. Start it, or change the base URL of the custodian.',
  busy: (title) => `${title} was not contacted: too many checks are running. Try again shortly.`,
  dns: (title) => `${title} could not be reached: its host name was not found. Check the base URL and DNS.`,
  refused: (title) =>
    `${title} could not be reached: the connection was refused. Check the base URL and the firewall, then try again.`,
  'no-route': (title) =>
    `${title} could not be reached: there is no route to its address. Check the network of the server, then try again.`,
  'connect-timeout': (title) =>
    `${title} could not be reached: the connection timed out. Check the network and the firewall, then try again.`,
  timeout: (title) => `${title} did not answer in time. Try again later.`,
  reset: (title) => `${title} closed the connection before its answer was complete. Try again later.`,
  redirect: (title) =>
    `${title} answered with a redirect, which Strongroom never follows with credentials. Check the base URL.`,
  html: (title) => `${title} did not answer: a web page was returned instead. ${checkAddress}`,
  'request-altered': (title) => `${title} received an altered request: a proxy may have rewritten it. ${checkAddress}`,
  'tls-expired': (title) =>
    `${title} could not be verified: its TLS certificate has expired. Check the server's clock and the base URL; if both are right, contact ${title}.`,
  'tls-not-yet-valid': (title) =>
    `${title} could not be verified: its TLS certificate is not valid yet. Check the server's clock, then try again.`,
  'tls-wrong-host': (title) =>
    `${title} could not be verified: the TLS certificate is for another host name. ${checkAddress}`,
  'tls-self-signed': (title) => `${title} could not be verified: the TLS certificate is self-signed. ${checkAddress}`,
  'tls-unknown-issuer': (title) =>
    `${title} could not be verified: the TLS certificate is from an unknown issuer. ${checkAddress} To trust your own CA, set NODE_EXTRA_CA_CERTS to its file and restart the server.`,
  'tls-certificate': (title) => `${title} could not be verified: its TLS certificate was rejected. ${checkAddress}`,
  'tls-not-spoken': (title) =>
    `${title} could not be verified: the answer on this port is not TLS. Check scheme and port of the base URL, and whether a proxy intercepts the connection.`,
  'tls-handshake': (title) =>
    `${title} could not be verified: the TLS handshake failed, for example because of an outdated TLS version or a proxy that blocks it. ${checkAddress}`,
}

/** The request that identifies the account, and the permission it needs. */
const accountReads: Readonly<Record<ProviderId, { readonly what: string; readonly remedy: string }>> = {
  fireblocks: {
    what: 'the workspace (GET /v1/workspace)',
    remedy: 'Give the API user the role Viewer or higher; if it has one, ask Fireblocks Support to allow this read.',
  },
  copper: {
    what: 'the organization (GET /platform/organizations)',
    remedy: 'Give the API key permission to view the organization.',
  },
}

const accountUnreadable = (provider: ProviderId): string => {
  const { what, remedy } = accountReads[provider]
  return `${providers[provider].title} allows these keys to list wallets but not to read ${what}, which identifies the account. ${remedy}`
}

/** The message for an operator: what failed, why, and what to do next. */
export const sentenceFor = (provider: ProviderId, { verdict, cause = '' }: Refusal): string => {
  const { title } = providers[provider]
  if (cause === 'account-unreadable') return accountUnreadable(provider)
  if (verdict !== 'unreachable') return verdicts[verdict](title)
  return causes[cause]?.(title) ?? `${title} returned an unexpected response. Try again later. ${checkAddress}`
}
