import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { endpoints } from '../../shared/endpoints.ts'
import { failureCodes } from '../../shared/failure.ts'
import type { EndpointName } from '../../shared/operations.ts'
import { type Visit, visit } from '../harness/browser.ts'
import { test } from '../harness/fixtures.ts'
import { custodians, tenants } from '../harness/seed.ts'

let open: Visit

test.beforeAll(async ({ server }) => {
  open = await visit(`${server.url}/docs`)
  await open.page.locator('.opblock').first().waitFor()
})
test.afterAll(async () => {
  await open[Symbol.asyncDispose]()
})

async function authorize(page: Page, token: string): Promise<void> {
  await page.locator('.btn.authorize').first().click()
  await page.locator('.auth-container input').fill(token)
  await page.locator('.auth-btn-wrapper .authorize').click()
  await page.locator('.auth-btn-wrapper .btn-done').click()
}

/** Fills the parameters of an operation, sends it, and gives the text of the answer that the page shows. */
async function tryOut(page: Page, name: EndpointName, parameters: Record<string, string> = {}): Promise<string> {
  const block = page.locator('.opblock', { has: page.locator(`[data-path="${endpoints[name].path}"]`) })
  await block.locator('.opblock-summary-control').click()
  for (const [parameter, text] of Object.entries(parameters))
    await block.locator(`tr[data-param-name="${parameter}"] input`).fill(text)
  await block.locator('.btn.execute').click()
  return (await block.locator('.live-responses-table .response-col_description pre').first().textContent()) ?? ''
}

test('the API page lists every operation, logs no errors and contacts no other host', async () => {
  const summaries = await open.page.locator('.opblock-summary-description').allInnerTexts()
  expect(summaries).toEqual(expect.arrayContaining(Object.values(endpoints).map(({ summary }) => summary)))
  expect(open.complaints).toEqual([])
  expect(open.outside).toEqual([])
})

test('the policy allows only scripts of this server, and no eval', async ({ server }) => {
  const policy = (await server.rest(null, '/docs')).headers.get('content-security-policy') ?? ''
  expect(policy).toContain("script-src 'self';")
  expect(policy).not.toContain('unsafe')
})

test('the API page can call an operation with a token, which it neither stores nor shows', async ({ server }) => {
  const token = await server.token({ name: 'page-visitor' })
  await authorize(open.page, token)
  expect(await tryOut(open.page, 'session.whoAmI')).toContain('"tokenName": "page-visitor"')
  expect(await open.page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }])')).toBe('[{},{}]')
  expect((await open.page.content()).includes(token)).toBe(false)
  expect(open.complaints).toEqual([])
  expect(open.outside).toEqual([])
})

test('the API page sends and shows identifiers and amounts with every digit', async () => {
  const wallets = { tenantId: tenants.second, id: custodians.large }
  expect(await tryOut(open.page, 'custodians.wallets', wallets)).toContain(`"custodianId": ${custodians.large},`)
  expect(await tryOut(open.page, 'reports.reserves')).toContain('"reserveAmount": 123456789012.345678901234567889,')
})

test('a request to another host would be noticed and blocked by the policy (control)', async ({ server }) => {
  const askElsewhere = `new Promise((done) => {
    const image = new Image()
    image.onload = image.onerror = done
    image.src = 'http://localhost:9/elsewhere.png'
  })`
  await open.page.evaluate(askElsewhere)
  expect(open.complaints).toContainEqual(expect.stringContaining('elsewhere.png'))
  await using unguarded = await visit(`${server.url}/docs/errors`, { bypassCSP: true })
  await unguarded.page.evaluate(askElsewhere)
  expect(unguarded.outside).toEqual(['http://localhost:9/elsewhere.png'])
})

test('the error page has an entry for each code, where the link of a failure leads, and logs no errors', async ({
  server,
}) => {
  const failed = await server.rest('srt_x', '/platform/admin/session')
  const [, target] = /^<(.+)>; rel="help"$/.exec(failed.headers.get('link') ?? '') ?? []
  await using errors = await visit(`${server.url}${target}`)
  const codes = Object.keys(failureCodes)
  expect(await errors.page.evaluate('[...document.querySelectorAll("section")].map(({ id }) => id)')).toEqual(codes)
  const entry = await errors.page.locator('section:target').textContent()
  for (const text of ['Unauthenticated', '401', failureCodes.Unauthenticated.remedy, 'every operation'])
    expect(entry).toContain(text)
  expect(await errors.page.evaluate('getComputedStyle(document.querySelector("main")).maxWidth')).toBe('736px')
  expect([errors.complaints, errors.outside]).toEqual([[], []])
  await errors.page.getByRole('link', { name: 'Strongroom API' }).click()
  await errors.page.locator('.opblock').first().waitFor()
  const link = errors.page.locator('.info a', { hasText: 'Every error code' })
  expect(await link.getAttribute('href')).toMatch(/\/docs\/errors$/)
})
