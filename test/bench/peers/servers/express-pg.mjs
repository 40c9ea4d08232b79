import { serveExpress } from './express-app.mjs'
import { findListing, findReserves, findToken } from './pg-queries.mjs'

serveExpress({ findToken, findListing, findReserves })
