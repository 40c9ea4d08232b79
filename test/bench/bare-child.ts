import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The limit of this runtime: node:http answering constant bytes from memory, for every request. */
const body = readFileSync(process.argv[2] as string)
const headers = { 'content-type': 'application/json', 'content-length': body.length }

const server = createServer((_request, response) => {
  response.writeHead(200, headers)
  response.end(body)
})

// As Fastify has it; after Node's own five seconds, clients with few requests would find their connections closed.
server.keepAliveTimeout = 72_000
server.listen(0, '127.0.0.1', () => {
  console.log(JSON.stringify({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }))
})
process.on('SIGTERM', () => process.exit())
