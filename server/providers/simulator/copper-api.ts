import { createHmac, timingSafeEqual } from 'node:crypto'
import type { ProviderApi, Received, Reply } from './provider-api.ts'

const header = ({ headers }: Received, name: string): string => String(headers[name] ?? '')

/** Like a careless provider, repeats what it was sent: none of it may appear in Strongroom's output. */
const refuse = (status: number, error: string, received: Received): Reply => ({
  status,
  body: { error, message: `Refused ${header(received, 'authorization')} ${header(received, 'x-signature')}` },
})

const validForMs = 60_000

const isSigned = (received: Received, secret: string): boolean => {
  const mac = createHmac('sha256', Buffer.from(secret, 'utf8'))
  for (const part of [header(received, 'x-timestamp'), received.method, received.url]) mac.update(part, 'utf8')
  const given = Buffer.from(header(received, 'x-signature'), 'latin1')
  const wanted = Buffer.from(mac.update(received.body).digest('hex'), 'latin1')
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}

const verifyRequest: ProviderApi['verify'] = async (received, key, { nowMs, isFresh }) => {
  const stamp = header(received, 'x-timestamp')
  const sentMs = /^\d{13}$/.test(stamp) ? Number(stamp) : Number.NaN
  const isRecent = Math.abs(nowMs - sentMs) <= validForMs
  if (!isRecent || key.provider !== 'copper' || !isSigned(received, key.secret))
    return refuse(401, 'unauthorized', received)
  const isNew = isFresh(`${key.apiKey} ${header(received, 'x-signature')}`, sentMs + validForMs)
  return isNew ? null : refuse(401, 'unauthorized', received)
}

const portfolio = (organizationId: string) => ({
  portfolioId: 'drill-portfolio',
  portfolioName: 'Drill portfolio',
  portfolioType: 'custody',
  createdBy: 'drill-user',
  createdAt: '1617235200000',
  isActive: true,
  organizationId,
})

const organization = (organizationId: string) => ({
  organizationId,
  organizationName: 'Drill organization',
  organizationType: 'standard',
  reportingCurrency: 'USD',
  createdAt: '1617235200000',
})

const pages: Readonly<Record<string, (account: string) => unknown>> = {
  '/platform/portfolios': (account) => ({ portfolios: [portfolio(account)] }),
  '/platform/organizations': (account) => ({ organizations: [organization(account)] }),
}

const coded = (status: number, error: string) => (received: Received) => refuse(status, error, received)

/** Copper, as https://developer.copper.co describes signing, errors and the two reads of a probe. */
export const copperApi: ProviderApi = {
  provider: 'copper',
  prefix: '/platform/',
  apiKeyOf: (headers) => /^ApiKey (\S+)$/.exec(headers.authorization ?? '')?.[1] ?? '',
  verify: verifyRequest,
  serve: ({ url, method }, account) => {
    const page = method === 'GET' ? pages[url.split('?')[0] ?? ''] : undefined
    return page
      ? { status: 200, body: page(account) }
      : { status: 404, body: { error: 'not-found', message: 'Not found' } }
  },
  refusals: {
    'wrong-signature': coded(401, 'unauthorized'),
    'unknown-key': coded(401, 'unauthorized'),
    'expired-certificate': coded(401, 'unauthorized'),
    'no-permission': coded(403, 'forbidden'),
    'ip-refused': coded(403, 'forbidden'),
    'error-in-200': coded(200, 'unauthorized'),
  },
}
