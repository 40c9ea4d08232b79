import express from 'express'
import { announce, envelope, hashOf } from './answers.mjs'

/** An Express server as its guide writes it: a middleware for the token, and a handler for each route. */
export function serveExpress({ findToken, findListing, findReserves }) {
  const app = express()
  app.use(async (req, res, next) => {
    const token = await findToken(hashOf(req.headers.authorization))
    if (!token || Number(token.expiresAt) <= Date.now()) return res.status(401).json({ error: 'Unauthorized' })
    next()
  })
  app.get('/tenant/:tenantId/custodians/:custodianId/wallets', async (req, res) => {
    const listing = await findListing(Number(req.params.tenantId), Number(req.params.custodianId))
    if (!listing) return res.status(404).json({ error: 'Not found' })
    res.json(envelope(listing))
  })
  app.get('/platform/admin/reports/reserves', async (_req, res) => res.json(envelope(await findReserves())))
  announce(app.listen(0, '127.0.0.1'))
}
