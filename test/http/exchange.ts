import { request } from 'node:http'
import { connect } from 'node:net'

export type Sent = {
  readonly method: string
  readonly path: string
  /** In the order and as often as they are to be sent. */
  readonly headers: readonly (readonly [string, string])[]
  readonly body?: string
}

export type Answer = {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: string
}

/** Sends a request just as it is, which fetch would not: with any Host, or a body to GET. */
export function exchange(url: string, { method, path, headers, body }: Sent): Promise<Answer> {
  const { hostname, port, host } = new URL(url)
  const all = [...(headers.some(([name]) => name === 'host') ? [] : [['host', host]]), ...headers]
  const length = body === undefined && method === 'GET' ? [] : ['content-length', `${Buffer.byteLength(body ?? '')}`]
  return new Promise((resolve, reject) => {
    const outgoing = request(
      { hostname, port, method, path, headers: [...all.flat(), ...length], agent: false },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', reject)
        response.on('end', () =>
          resolve({
            status: response.statusCode as number,
            headers: response.headers,
            body: Buffer.concat(chunks).toString(),
          }),
        )
      },
    )
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}

function read(text: string): Answer {
  const [head = '', body = ''] = text.split('\r\n\r\n')
  const [statusLine = '', ...lines] = head.split('\r\n')
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  )
  return { status: Number(statusLine.split(' ')[1]), headers, body }
}

/** Sends text that may end in the middle of a request, and waits for the server to answer and hang up. */
export function halfExchange(url: string, text: string): Promise<Answer> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    let received = ''
    const socket = connect(Number(port), hostname, () => socket.write(text))
    socket.on('data', (chunk: Buffer) => (received += chunk))
    socket.on('error', reject)
    socket.on('close', () => resolve(read(received)))
  })
}
