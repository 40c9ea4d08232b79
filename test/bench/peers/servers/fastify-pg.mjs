import fastify from 'fastify'
import { announce, envelope, hashOf } from './answers.mjs'
import { findListing, findReserves, findToken, sumReserves } from './pg-queries.mjs'

const app = fastify()

app.addHook('onRequest', async (request, reply) => {
  const token = await findToken(hashOf(request.headers.authorization))
  if (!token || Number(token.expiresAt) <= Date.now()) return reply.code(401).send({ error: 'Unauthorized' })
})
app.get('/tenant/:tenantId/custodians/:custodianId/wallets', async (request, reply) => {
  const { tenantId, custodianId } = request.params
  const listing = await findListing(Number(tenantId), Number(custodianId))
  return listing ? envelope(listing) : reply.code(404).send({ error: 'Not found' })
})
app.get('/platform/admin/reports/reserves', async () => envelope(await findReserves()))
app.get('/sums', async (_request, reply) => reply.type('application/json').send(await sumReserves()))

announce(app.server)
await app.listen({ port: 0, host: '127.0.0.1' })
