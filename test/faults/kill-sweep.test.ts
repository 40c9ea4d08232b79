import { expect, type TestContext, test } from 'vitest'
import type { Id } from '../../shared/primitives.ts'
import type { Offer } from './invariants.ts'
import { strideOf } from './lanes.ts'
import { type Scene, setScene } from './scene.ts'
import { type Injection, straceProblem } from './strace.ts'

const only = '1' as Id

/** Kills a server at the n-th call, for every n until a whole rotation is through; returns the answer of each caller. */
async function sweep(call: Injection['call'], stride: number): Promise<string[]> {
  await using scene = await setScene()
  const answers: string[] = []
  for (let n = 1; ; n += stride) {
    await using child = await scene.start({ call, fault: `signal=SIGKILL:when=${n}` })
    const offer = child && (await scene.offer(child, only))
    if (offer?.answer === 'ok' && (await isReady(child?.url))) return answers
    await child?.ended
    expect(await scene.examine(), `${call} ${n}, answered ${offer?.answer}`).toEqual([])
    if (offer) await retried(scene, offer)
    answers.push(offer?.answer ?? 'none')
  }
}

/** The same request to the next server, which the fault spares: it is stored, by the first sending or by this one. */
async function retried(scene: Scene, offer: Offer): Promise<void> {
  await using next = await scene.start()
  expect(next && (await scene.retry(next, offer))).toMatchObject({ answer: 'ok' })
}

const isReady = async (url = '') => (await fetch(`${url}/readyz`).catch(() => null))?.ok

const title =
  'killed at any %s from the start of the server to the end of a rotation: completely old or completely new, and reported correctly'

async function surviveKills([call, stride]: readonly [Injection['call'], number], { skip }: TestContext) {
  skip(straceProblem !== null, straceProblem ?? '')
  const answers = await sweep(call, strideOf(stride))
  expect(answers, 'kills in the middle of a rotation').toContain('unknown')
}

test.for([
  ['fdatasync', 3],
  ['fsync', 1],
  ['pwrite64', 40],
] as const)(title, { timeout: 600_000, tags: ['long'] }, surviveKills)
