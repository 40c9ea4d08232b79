import { describe, expect, test } from 'vitest'
import { engines } from '../engines.ts'
import { install } from './installation.ts'

const syslog = 'syslog+tls://logs.example.com:6514'
const file = 'file:///var/log/strongroom/audit.jsonl'

describe.each(engines)('the streams of the audit on $name', (engine) => {
  test('a destination has received nothing until its stream moves, each on its own', async () => {
    await using place = await install(engine)
    const { store } = place
    expect(await store.auditStreamPosition(syslog)).toBe('0')
    expect(await store.moveAuditStream({ destination: syslog, from: '0', to: '7' })).toBe(true)
    expect(await store.auditStreamPosition(syslog)).toBe('7')
    expect(await store.auditStreamPosition(file)).toBe('0')
  })

  test('of servers that sent the same records, one moves the stream', async () => {
    await using place = await install(engine)
    await using other = await place.data.otherServer()
    const move = { destination: syslog, from: '0', to: '5' }
    const moves = await Promise.all([place, other, place, other].map(({ store }) => store.moveAuditStream(move)))
    expect(moves.filter((isMoved) => isMoved)).toHaveLength(1)
    expect(await other.store.auditStreamPosition(syslog)).toBe('5')
    expect(await place.store.moveAuditStream({ ...move, to: '3' }), 'never back').toBe(false)
    expect(await place.store.auditStreamPosition(syslog)).toBe('5')
  })

  test('is where it was after a restart', async () => {
    await using place = await install(engine)
    await place.store.moveAuditStream({ destination: file, from: '0', to: '9007199254740993' })
    await using other = await place.data.otherServer()
    expect(await other.store.auditStreamPosition(file)).toBe('9007199254740993')
  })
})
