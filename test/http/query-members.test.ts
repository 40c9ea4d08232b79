import { expect, test } from 'vitest'
import { custodians, tenants } from '../harness/seed.ts'
import { startTestServer } from '../harness/server.ts'

const rotation = `/platform/admin/custodians/${custodians.copper}/update_api_keys`

test('new keys are not read from the URL, where logs would contain them', async () => {
  await using server = await startTestServer()
  const token = await server.token()
  const credentials = await server.credentials('copper')
  const answer = await server.rest(token, `${rotation}?${new URLSearchParams(credentials)}`, {
    method: 'PUT',
    body: JSON.stringify({ tenantId: tenants.first, ...credentials }),
  })
  expect(answer.status).toBe(400)
  const { error } = (await answer.json()) as { error: { info: string[] } }
  expect(error.info).toEqual([
    expect.stringMatching(/^query\.apiKey: is not known here/),
    expect.stringMatching(/^query\.secretApiKey: is not known here/),
  ])
  const [custodian] = (await server.trpc(token).custodians.list.query({})).filter(({ id }) => id === custodians.copper)
  expect(custodian?.credentialVersion).toBe(0)
})

test('members of the path are refused in the query', async () => {
  await using server = await startTestServer()
  const path = `/tenant/${tenants.first}/custodians/${custodians.copper}/wallets?custodianId=${custodians.fireblocks}`
  expect((await server.rest(await server.token(), path)).status).toBe(400)
})
