import { type ProviderId, providers } from '../../shared/providers.ts'
import type { Refusal } from './provider.ts'

const verdicts: Readonly<Record<Exclude<Refusal['verdict'], 'unreachable'>, (title: string) => string>> = {
  'wrong-credentials': (title) => `${title} does not accept these keys: check both fields, or issue new ones there.`,
  'not-permitted': (title) =>
    `${title} does not permit these keys to list wallets: give them a role that may, or add this server's address to their list of IP addresses; the keys themselves may be good.`,
  'clock-skew': (title) =>
    `${title} does not accept the time of this server: set its clock (NTP), then try again; the keys may be good.`,
  throttled: (title) => `${title} takes no more requests for now: wait, then try again.`,
}

const causes: Readonly<Record<string, (title: string) => string>> = {
  'insecure-base-url': (title) => `The custodian's base URL is plain http, so ${title} was not asked: use https.`,
  'bad-base-url': (title) =>
    `The custodian's base URL cannot be used, so ${title} was not asked: give scheme and host only.`,
  'no-simulator': () =>
    'The custodian points at the provider simulator, but none is running: start it, or set a base URL.',
  busy: (title) => `Too many checks at ${title} are under way: try again shortly.`,
  dns: (title) => `The host name of ${title} cannot be found: check the base URL and the name server.`,
  refused: (title) => `${title} takes no connection: check the base URL and the firewall, then try again.`,
  tls: (title) => `${title} could not prove who it is (TLS): check the base URL and whether a proxy stands between.`,
  timeout: (title) => `${title} did not answer in time: try again later.`,
  'connect-timeout': (title) => `${title} could not be connected to in time: check the network, then try again.`,
  redirect: (title) => `${title} answered with a redirect, which is never followed with keys: check the base URL.`,
  html: (title) =>
    `A web page came instead of the answer of ${title}: check the base URL and whether a proxy stands between.`,
  'request-altered': (title) =>
    `Something between here and ${title} changes the requests: check the base URL and the proxy.`,
}

/** One sentence for a person: what is the matter and what to do next. */
export const sentenceFor = (provider: ProviderId, { verdict, cause }: Refusal): string => {
  const { title } = providers[provider]
  if (verdict !== 'unreachable') return verdicts[verdict](title)
  return (
    causes[cause ?? '']?.(title) ??
    `${title} gave no answer that can be understood: try again later, then check the base URL.`
  )
}
