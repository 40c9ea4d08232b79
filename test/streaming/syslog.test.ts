import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createServer as createTlsServer } from 'node:tls'
import { pino } from 'pino'
import { expect } from 'vitest'
import { authoritiesOf } from '../../server/platform/authorities.ts'
import { noStreams } from '../../server/streaming/destination.ts'
import { toSecurityEvent } from '../../server/streaming/security-event.ts'
import { streamAudit } from '../../server/streaming/stream-audit.ts'
import { syslogSink, toFrame } from '../../server/streaming/syslog-sink.ts'
import { type Authority, createAuthority } from '../desktop/remote/certificates.ts'
import { test } from '../harness/fixtures.ts'
import { freePort } from '../harness/free-port.ts'
import { until } from '../harness/until.ts'
import { whereIs } from '../package/missing.ts'
import { eventsIn, sequencesOf } from './receivers.ts'

const rsyslogd = whereIs('rsyslogd') ?? (existsSync('/usr/sbin/rsyslogd') ? '/usr/sbin/rsyslogd' : null)
const driver = '/usr/lib/x86_64-linux-gnu/rsyslog/lmnsd_ossl.so'

const missing = [...(rsyslogd === null ? ['rsyslog'] : []), ...(existsSync(driver) ? [] : ['rsyslog-openssl'])]

type Receiver = AsyncDisposable & { readonly url: URL; readonly text: () => string }

/** A real rsyslog that takes syslog over TLS, and writes for each message what it made of its parts. */
async function startRsyslog(folder: string, authority: Authority, port: number): Promise<Receiver> {
  const { key, cert } = await authority.sign()
  const file = (name: string, text: string) => {
    writeFileSync(join(folder, name), text, { mode: 0o600 })
    return join(folder, name)
  }
  const output = join(folder, 'received')
  const settings = `
    global(workDirectory="${folder}" defaultNetstreamDriver="ossl" defaultNetstreamDriverCAFile="${authority.caFile}"
      defaultNetstreamDriverCertFile="${file('cert.pem', cert)}" defaultNetstreamDriverKeyFile="${file('key.pem', key)}"
      maxMessageSize="64k")
    module(load="imtcp" streamDriver.name="ossl" streamDriver.mode="1" streamDriver.authMode="anon")
    template(name="parts" type="string" string="%pri% %app-name% %msgid% %timereported:::date-rfc3339%\\n%msg%\\n")
    input(type="imtcp" port="${port}" address="127.0.0.1")
    action(type="omfile" file="${output}" template="parts")
  `
  const args = ['-n', '-f', file('rsyslog.conf', settings), '-i', join(folder, 'pid')]
  const daemon: ChildProcess = spawn(rsyslogd as string, args, { stdio: 'ignore' })
  return {
    url: new URL(`syslog+tls://127.0.0.1:${port}`),
    text: () => (existsSync(output) ? readFileSync(output, 'utf8') : ''),
    [Symbol.asyncDispose]: async () => {
      if (daemon.exitCode !== null) return
      daemon.kill('SIGTERM')
      await once(daemon, 'exit')
    },
  }
}

test('rsyslog receives every record over TLS, with its parts, also after it was away', async ({ folder, skip }) => {
  skip(missing.length > 0, `missing on this machine: ${missing.join(', ')}`)
  await using authority = await createAuthority()
  const store = await folder.data.open()
  const port = await freePort()
  const head = async () => Number((await store.auditHead())?.sequence ?? 0)
  const settings = { ...noStreams, caFile: authority.caFile }
  const destinations = [{ url: new URL(`syslog+tls://127.0.0.1:${port}`), isRequired: true }]
  const log = pino({ level: 'silent' })
  {
    await using _ = streamAudit({ ...settings, destinations }, { store, log, paces: { look: 5, retry: 50 } })
    await using receiver = await startRsyslog(folder.path, authority, port)
    await store.recordAudit({ kind: 'data.imported', actor: 'Zoë', at: Date.now(), details: { file: 'Zürich\n.csv' } })
    const last = await head()
    await until(() => sequencesOf(eventsIn(receiver.text())).includes(last))
    const events = eventsIn(receiver.text())
    expect([...new Set(sequencesOf(events))]).toEqual(Array.from({ length: last }, (_unused, at) => at + 1))
    expect(events.at(-1)?.actor.user.name).toBe('Zoë')
    expect(receiver.text()).toMatch(/^109 strongroom data\.imported \d{4}-/m)
  }
  await store.close()
})

/** Keeps what it is sent over TLS. */
async function startTlsReceiver(authority: Authority) {
  let received = ''
  let connections = 0
  const server = createTlsServer(await authority.sign(), (socket) => {
    connections += 1
    socket.on('error', () => {}).on('data', (data) => (received += data.toString('latin1')))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    url: new URL(`syslog+tls://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`),
    connections: () => connections,
    messages: () => received.match(/strongroom \d+ /g)?.length ?? 0,
    [Symbol.asyncDispose]: async () => {
      server.close()
      await once(server, 'close')
    },
  }
}

test('all batches go over one connection, however many there are and however long it is open', async () => {
  await using authority = await createAuthority()
  await using receiver = await startTlsReceiver(authority)
  const warnings: Error[] = []
  const onWarning = (warning: Error) => void warnings.push(warning)
  process.on('warning', onWarning)
  const within = 500
  const sink = syslogSink(receiver.url, authoritiesOf(authority.caFile), within)
  const batches = 12
  for (let sent = 0; sent < batches; sent += 1) await sink.send([event])
  await pause(2 * within)
  await sink.send([event])
  await until(() => receiver.messages() === batches + 1)
  expect(receiver.connections()).toBe(1)
  expect(warnings, 'as of too many listeners').toEqual([])
  process.off('warning', onWarning)
  sink.close()
})

const link = { sequence: '7', at: 0, kind: 'token.refused', actor: 'Zoë', tenantId: null, custodianId: null }
const ofChain = { hash: 'ab', previous: null, commitStart: null }
const event = toSecurityEvent({ ...link, ...ofChain, rotationId: null, details: '{}' })

test('a frame has its length in octets, RFC 5424 parts, and only ASCII', () => {
  const details = JSON.stringify({ tokenId: '3', reason: 'revoked' })
  const frame = toFrame(toSecurityEvent({ ...link, ...ofChain, rotationId: null, details })).toString('latin1')
  const [, length = '', message = ''] = /^(\d+) (.*)$/s.exec(frame) ?? []
  expect(Number(length)).toBe(message.length)
  expect(message).toMatch(/^<108>1 1970-01-01T00:00:00\.000Z \S+ strongroom \d+ token\.refused - \{/)
  expect(message).toMatch(/^[\x20-\x7e]+$/)
  expect(JSON.parse(message.slice(message.indexOf('{')))).toMatchObject({
    actor: { user: { name: 'Zoë' } },
    entity: { type: 'token', uid: '3' },
    status_id: 2,
    status_detail: 'revoked',
    type_uid: 300499,
  })
})
