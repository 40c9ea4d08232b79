import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A server on loopback that counts what reaches it. */
export async function listenOnLoopback() {
  const reached: string[] = []
  const server = createServer((request, response) => {
    reached.push(request.url ?? '')
    response.writeHead(200, { 'access-control-allow-origin': '*' }).end('here')
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  return { port, url: `http://127.0.0.1:${port}`, reached, [Symbol.dispose]: () => void server.close() }
}
