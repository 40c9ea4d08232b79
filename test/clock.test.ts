import pino from 'pino'
import { expect, test } from 'vitest'
import { type Clock, createClock } from '../server/platform/clock.ts'
import { createCredentialValidator } from '../server/providers/credential-validator.ts'
import { operatorAt } from './harness/operator.ts'
import { startTestServer } from './harness/server.ts'
import { sealed, targetAt } from './providers/setup.ts'

const hour = 3_600_000
const start = Date.UTC(2026, 0, 1)

/** A machine whose clock is set, whose time passes and that sleeps as the test says. */
function machine() {
  const at = { wall: start, awake: 5_000, asleep: 0 }
  const steps: number[] = []
  const clock = createClock({
    wall: () => at.wall,
    awake: () => at.awake,
    sinceBoot: () => at.awake + at.asleep,
    onStep: (milliseconds) => void steps.push(milliseconds),
  })
  return {
    clock,
    steps,
    set: (milliseconds: number) => {
      at.wall += milliseconds
    },
    pass: (milliseconds: number) => {
      at.wall += milliseconds
      at.awake += milliseconds
    },
    sleep: (milliseconds: number) => {
      at.wall += milliseconds
      at.asleep += milliseconds
    },
  }
}

const since = (clock: Clock) => clock.now() - start

test("the server's time follows the system clock, including small NTP corrections", () => {
  const { clock, steps, set, pass } = machine()
  for (let minute = 1; minute <= 100; minute += 1) {
    pass(60_000)
    set(1_500)
    expect(since(clock)).toBe(minute * 61_500)
  }
  expect(steps).toEqual([])
})

test('a system clock that jumps ahead is ignored, and followed again once it is right', () => {
  const { clock, steps, set, pass } = machine()
  pass(1_000)
  set(9 * hour)
  expect(since(clock)).toBe(1_000)
  pass(hour)
  expect(since(clock)).toBe(hour + 1_000)
  set(-9 * hour)
  pass(1_000)
  expect(since(clock)).toBe(hour + 2_000)
  expect(steps).toEqual([9 * hour, 0])
})

test("a system clock that is set back does not set the server's time back", () => {
  const { clock, steps, set, pass } = machine()
  pass(hour)
  expect(since(clock)).toBe(hour)
  set(-9 * hour)
  pass(hour)
  expect(since(clock)).toBe(2 * hour)
  set(-1_000)
  expect(since(clock)).toBe(2 * hour)
  expect(steps).toEqual([-9 * hour])
})

test("the server's time continues while the machine sleeps", () => {
  const { clock, steps, pass, sleep, set } = machine()
  for (let night = 1; night <= 3; night += 1) {
    pass(16 * hour)
    sleep(8 * hour)
    expect(since(clock)).toBe(night * 24 * hour)
  }
  set(hour)
  sleep(hour)
  expect(since(clock)).toBe(73 * hour)
  expect(steps).toEqual([hour])
})

test('the clocks of this machine agree', async () => {
  const clock = createClock({ onStep: (milliseconds) => expect.fail(`stepped by ${milliseconds} ms`) })
  for (let count = 0; count < 20; count += 1) {
    await new Promise((resolve) => setTimeout(resolve, 5))
    expect(Math.abs(clock.now() - Date.now())).toBeLessThan(1_000)
  }
})

test('one jump of the clock leaves every token valid, then and later; one that expired stays expired', async () => {
  const { clock, set, pass } = machine()
  await using server = await startTestServer({}, { clock })
  const statusOf = async (token: string) => (await server.rest(token, '/platform/admin/session')).status
  const short = await server.token({ name: 'short', expiresAt: start + hour })
  const long = await server.token({ name: 'long', expiresAt: start + 24 * hour })
  set(10_000 * hour)
  expect([await statusOf(short), await statusOf(long)]).toEqual([200, 200])
  set(-10_000 * hour)
  expect([await statusOf(short), await statusOf(long)]).toEqual([200, 200])
  pass(hour)
  expect([await statusOf(short), await statusOf(long)]).toEqual([401, 200])
  set(-2 * hour)
  expect([await statusOf(short), await statusOf(long)]).toEqual([401, 200])
})

test('a start with a clock behind the last commit is logged as an error; any other start is not', async () => {
  const starts = async (aheadOfNow: number) => {
    const lines: string[] = []
    const log = pino({}, { write: (line: string) => void lines.push(line) })
    await using earlier = await startTestServer()
    await earlier.app.store.recordAudit({ kind: 'token.created', actor: 'test', at: Date.now() + aheadOfNow })
    await earlier.app[Symbol.asyncDispose]()
    await using _later = await startTestServer({ dataDir: earlier.dataDir }, { log })
    return lines.join()
  }
  expect(await starts(hour)).toContain('the system clock is behind the last audit record')
  expect(await starts(0)).not.toContain('behind')
})

test("after a clock jump and back, requests are signed with the provider's time", async () => {
  await using server = await startTestServer()
  const operator = await operatorAt(server)
  const credentials = await server.credentials('copper')
  expect((await operator.rotate(credentials)).status).toBe(200)
  let ahead = hour
  const validator = createCredentialValidator({ now: () => Date.now() + ahead })
  const verdict = async () =>
    (await validator.probe(targetAt('copper', server.simulator.url), sealed(credentials))).verdict
  expect(await verdict(), 'the control').toBe('clock-skew')
  ahead = 0
  expect(await verdict()).toBe('valid')
})
