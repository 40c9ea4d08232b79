import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import { parse } from 'yaml'
import { test } from '../harness/fixtures.ts'
import { custodians } from '../harness/seed.ts'
import { startTestServer, type TestServer } from '../harness/server.ts'
import { type Samples, scrape } from './scrape.ts'

const read = (path: string) => readFileSync(fileURLToPath(new URL(`../../docs/${path}`, import.meta.url)), 'utf8')

type Rules = {
  readonly groups: readonly { readonly rules: readonly { readonly alert: string; readonly expr: string }[] }[]
}
type Dashboard = { readonly panels: readonly { readonly targets?: readonly { readonly expr: string }[] }[] }

const rules = (parse(read('monitoring/alerts.yml')) as Rules).groups.flatMap((group) => group.rules)
const panels = (JSON.parse(read('monitoring/dashboard.json')) as Dashboard).panels
const queries = [
  ...rules.map(({ expr }) => expr),
  ...panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)),
]

const metricNames = (text: string) => new Set(text.match(/\b(strongroom|process|nodejs)_[a-z0-9_]+/g))

/** `name{label="value"}` and the like, as queries select series. */
const selections = (query: string) =>
  [...query.matchAll(/\b((?:strongroom|process|nodejs)_\w+)\{([^}]*)\}/g)].map(([, name = '', labels = '']) => ({
    name,
    labels: [...labels.matchAll(/(\w+)(=~|!~|!=|=)"/g)].map(([, label = '']) => label),
  }))

/** Does what gives every metric a sample: a rotation, a refused request and a write that fails. */
async function scrapeAfterWork(server: TestServer): Promise<Samples> {
  const token = await server.token()
  const body = JSON.stringify({ tenantId: '1', ...(await server.credentials('copper')) })
  await server.rest(token, `/platform/admin/custodians/${custodians.copper}/update_api_keys`, { method: 'PUT', body })
  await server.rest(null, '/platform/admin/custodians')
  const planted = await server.data.tamper.failActivation('no')
  await server.rest(token, `/platform/admin/custodians/${custodians.copper}/update_api_keys`, {
    method: 'PUT',
    body: JSON.stringify({ tenantId: '1', ...(await server.credentials('copper')) }),
  })
  await planted.undo()
  return scrape(server.app.metricsUrl ?? '')
}

test('every metric of the dashboard, the alert rules and the guide is served, with the labels they use', async () => {
  await using server = await startTestServer({ metrics: { host: '127.0.0.1', port: 0 } })
  const { names, text } = await scrapeAfterWork(server)
  const used = metricNames([...queries, read('guides/monitoring.md')].join('\n'))
  const described = new Set([...text.matchAll(/^# HELP (\w+)/gm)].map(([, name = '']) => name))
  expect(used.size).toBeGreaterThan(20)
  expect([...used].filter((name) => !names.has(name) && !described.has(name))).toEqual([])
  const labelsOf = (name: string) =>
    new Set(
      [...text.matchAll(new RegExp(`^${name}\\{([^}]*)\\}`, 'gm'))].flatMap(([, all = '']) => all.match(/\w+(?==)/g)),
    )
  const wrong = queries.flatMap(selections).filter(({ name, labels }) => {
    const known = labelsOf(name)
    return labels.some((label) => label !== 'instance' && !known.has(label))
  })
  expect(wrong).toEqual([])
})

test('every metric of ours is in the guide', async () => {
  await using server = await startTestServer({ metrics: { host: '127.0.0.1', port: 0 } })
  const { text } = await scrapeAfterWork(server)
  const served = [...text.matchAll(/^# HELP (strongroom_\w+)/gm)].map(([, name = '']) => name)
  const documented = metricNames(read('guides/monitoring.md'))
  expect(served.length).toBeGreaterThan(15)
  expect(served.filter((name) => !documented.has(name))).toEqual([])
})

test('every alert says what happened and what to do', () => {
  const incomplete = rules.filter((rule) => {
    const { annotations } = rule as { annotations?: { summary?: string; description?: string } }
    return !annotations?.summary || !annotations.description
  })
  expect(incomplete).toEqual([])
})
