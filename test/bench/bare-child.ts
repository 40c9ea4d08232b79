import { readFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * The limit of this runtime: node:http answering constant bytes from memory, for every request. With `ask` behind the file
 * it first asks one question of the database that the environment names.
 */
const [bodyFile = '', question] = process.argv.slice(2)
const body = readFileSync(bodyFile)
const headers = { 'content-type': 'application/json', 'content-length': body.length }

function answer(response: ServerResponse): void {
  response.writeHead(200, headers)
  response.end(body)
}

async function createAsking() {
  const { default: pg } = await import('pg')
  const client = new pg.Client()
  await client.connect()
  const ask = () => client.query({ name: 'asked', text: 'SELECT tokens_version FROM installation' })
  return createServer((_request, response) => void ask().then(() => answer(response)))
}

const server = question ? await createAsking() : createServer((_request, response) => answer(response))

// As Fastify has it; after Node's own five seconds, clients with few requests would find their connections closed.
server.keepAliveTimeout = 72_000
server.listen(0, '127.0.0.1', () => {
  console.log(JSON.stringify({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }))
})
process.on('SIGTERM', () => process.exit())
