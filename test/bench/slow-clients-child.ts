import { connect } from 'node:net'
import { json } from 'node:stream/consumers'

/** Clients that hold a server up until its limits end them; each is replaced by another until this process is ended. */
export type SlowClients = {
  readonly url: string
  readonly path: string
  readonly token: string
  /** So many send a byte of their headers a second. */
  readonly senders: number
  /** So many ask for the answer and do not read it. */
  readonly readers: number
}

const { url, path, token, senders, readers } = (await json(process.stdin)) as SlowClients
const { hostname, port, host } = new URL(url)
const request = `GET ${path} HTTP/1.1\r\nhost: ${host}\r\nauthorization: Bearer ${token}\r\n\r\n`
const open = () => connect({ host: hostname, port: Number(port) })

function sendSlowly(): void {
  const socket = open()
  let sent = 0
  const timer = setInterval(() => {
    socket.write(request.charAt(sent))
    sent += 1
  }, 1_000)
  socket
    .on('error', () => {})
    .on('close', () => {
      clearInterval(timer)
      sendSlowly()
    })
}

function readNothing(): void {
  const socket = open().pause()
  // Pipelined, so that the answers do not fit into the buffers of both systems.
  socket
    .on('connect', () => socket.write(request.repeat(40)))
    .on('error', () => {})
    .on('close', readNothing)
}

for (let place = 0; place < senders; place += 1) sendSlowly()
for (let place = 0; place < readers; place += 1) readNothing()
console.log('ready')
