import { expect, test } from 'vitest'
import { custodians, id, tenants } from '../harness/seed.ts'
import { startTestServer } from '../harness/server.ts'

const hostile = [
  "'; DROP TABLE operator_tokens; --",
  "' OR '1'='1",
  '") OR 1=1 --',
  "x' UNION SELECT hash, name FROM operator_tokens --",
  '%',
  '_',
  "\\'; DELETE FROM audit; --",
  '$operator',
  '?1',
]

const queryOf = (members: Readonly<Record<string, string>>) => new URLSearchParams(members).toString()

test('SQL in filters, cursors, keys, names and addresses is treated as text', async () => {
  await using server = await startTestServer({ limits: { failedAuthentications: 1_000 } })
  const token = await server.token()
  const answerOf = async (path: string) => (await (await server.rest(token, path)).json()) as { value: unknown }
  const tablesBefore = Object.keys(await server.data.truth.everything())
  for (const [place, text] of hostile.entries()) {
    const named = {
      custodianId: id(500 + place),
      tenantId: tenants.first,
      provider: 'copper' as const,
      baseUrl: 'simulator:',
    }
    await server.app.store.putCustodians([{ ...named, name: text }])
    expect(await answerOf(`/platform/admin/audit?${queryOf({ operator: text })}`)).toMatchObject({
      value: { records: [] },
    })
    for (const [member, path] of [
      ['cursor', '/platform/admin/audit'],
      ['kind', '/platform/admin/audit'],
      ['custodianId', '/platform/admin/audit'],
      ['cursor', '/platform/admin/reports/reserves'],
    ] as const)
      expect((await server.rest(token, `${path}?${queryOf({ [member]: text })}`)).status, `${member}=${text}`).toBe(400)
    const inPath = `/platform/admin/custodians/${encodeURIComponent(text)}/rotations`
    expect([400, 404]).toContain((await server.rest(token, inPath)).status)
    expect((await server.rest(`srt_${text}`.replace(/[^\x21-\x7e]/g, ''), '/platform/admin/session')).status).toBe(401)
  }
  const { value } = (await answerOf('/platform/admin/custodians')) as { value: { name: string }[] }
  expect(value.map(({ name }) => name)).toEqual(expect.arrayContaining(hostile))
  expect(value).toHaveLength(Object.keys(custodians).length + hostile.length)
  expect(Object.keys(await server.data.truth.everything())).toEqual(tablesBefore)
  expect((await server.rest(token, '/platform/admin/session')).status, 'the token is still there').toBe(200)
})
