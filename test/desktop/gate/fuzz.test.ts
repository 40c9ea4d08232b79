import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Method, methods } from '../../../desktop/bridge/channels.ts'
import { schema } from '../../../desktop/bridge/schema.ts'
import { fuzzedCall, goodPayloads } from './payloads.ts'
import { ourSender, verdictOn, wrongSenders } from './senders.ts'
import { type Reached, spiedGate } from './spies.ts'

const runs = Number(process.env.STRONGROOM_FUZZ ?? 50_000)

/** Whether it is exactly what the schema makes of it, and of what was sent. */
const isValidated = ({ name, payload }: Reached, sent: unknown) => {
  const again = schema[name].payload.safeParse(payload)
  const first = schema[name].payload.safeParse(sent)
  return (
    again.success &&
    isDeepStrictEqual(again.data, payload) &&
    first.success &&
    isDeepStrictEqual(first.data, payload) &&
    Object.getPrototypeOf(payload ?? {}) === Object.prototype
  )
}

const senders = [ourSender, ...Object.values(wrongSenders)]
const anySender = fc.oneof(
  { weight: 3, arbitrary: fc.constant(ourSender) },
  { weight: 1, arbitrary: fc.constantFrom(...senders) },
)

describe(`${runs.toLocaleString('en')} fuzzed IPC calls`, () => {
  test('reach no handler unvalidated or from a wrong sender, and none throws or hangs', {
    timeout: 120_000,
  }, async () => {
    const { gate, reached, bugs } = spiedGate()
    const counts: Record<string, number> = { NotAllowed: 0, done: 0, wrong: 0 }
    const names: Set<string> = new Set()
    const count = (what: string) => {
      counts[what] = (counts[what] ?? 0) + 1
    }
    await fc.assert(
      fc.asyncProperty(fuzzedCall, anySender, async ({ name, payload }, sender) => {
        const before = reached.length
        const isOurs = verdictOn(sender)
        const given = await gate({ name, payload, isOurs })
        const arrived = reached.slice(before)
        if (!given.ok && given.error.code !== 'NotAllowed') throw new Error(`refused with ${given.error.code}`)
        if (arrived.length !== (given.ok ? 1 : 0)) throw new Error(`${arrived.length} calls reached a handler`)
        if (arrived.length && (sender !== ourSender || arrived[0]?.name !== name)) throw new Error('a wrong sender')
        if (!arrived.every((one) => isValidated(one, payload))) throw new Error('an unvalidated argument')
        structuredClone(given)
        count(given.ok ? 'done' : 'NotAllowed')
        if (sender !== ourSender) count('wrong')
        if (given.ok) names.add(name)
      }),
      { numRuns: runs },
    )
    expect(bugs).toEqual([])
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
    // Else the fuzz would be of nothing but refusals, or of nothing but good calls.
    expect([...names].sort()).toEqual([...methods].sort())
    expect(Math.min(...Object.values(counts))).toBeGreaterThan(runs / 20)
  })

  test('find a gate that passes on its raw input (control)', async () => {
    const unchecked = fc.asyncProperty(fuzzedCall, async ({ name, payload }) => {
      const isMethod = (methods as readonly string[]).includes(name)
      return !isMethod || isValidated({ name: name as Method, payload }, payload)
    })
    expect((await fc.check(unchecked, { numRuns: 1_000 })).failed).toBe(true)
  })
})

test.each(methods)('%s accepts its valid payloads as its schema parses them', async (name) => {
  const { gate, reached } = spiedGate()
  for (const payload of goodPayloads[name]) {
    expect(await gate({ name, payload, isOurs: true })).toMatchObject({ ok: true })
    expect(reached.at(-1)).toEqual({ name, payload: schema[name].payload.parse(payload) })
  }
})
