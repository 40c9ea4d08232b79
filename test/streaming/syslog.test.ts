import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import { expect } from 'vitest'
import { noStreams } from '../../server/streaming/destination.ts'
import { toSecurityEvent } from '../../server/streaming/security-event.ts'
import { streamAudit } from '../../server/streaming/stream-audit.ts'
import { toFrame } from '../../server/streaming/syslog-sink.ts'
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

test('a frame has its length in octets, RFC 5424 parts, and only ASCII', () => {
  const link = { sequence: '7', at: 0, kind: 'token.refused', actor: 'Zoë', tenantId: null, custodianId: null }
  const details = JSON.stringify({ tokenId: '3', reason: 'revoked' })
  const frame = toFrame(
    toSecurityEvent({ ...link, rotationId: null, details, hash: 'ab', previous: null, commitStart: null }),
  ).toString('latin1')
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
