// @module-tag long
import { expect, test } from 'vitest'
import type { Id } from '../../shared/primitives.ts'
import { type Child, signal } from './child.ts'
import { isLongLane } from './lanes.ts'
import { type Scene, setScene } from './scene.ts'

const clients = 50
const rounds = isLongLane ? 25 : 1

/** A small generator (Park and Miller), so that a failing run can be repeated from its seed. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state * 48_271) % 2_147_483_647
    return state % below
  }
}

const modes = ['ok', 'ok', 'ok', 'wrong-signature', '500', 'no-permission'] as const

/** Rotates and reads until the server is gone. */
async function useUntilGone(scene: Scene, child: Child, { custodianId, random }: Client): Promise<void> {
  const custodian = `/platform/admin/custodians/${custodianId}`
  const reads = [`/tenant/1/custodians/${custodianId}/wallets`, `${custodian}/rotations`, '/platform/admin/audit']
  for (let gone = false; !gone; ) {
    const offer = await scene.offer(child, custodianId, modes[random(modes.length)])
    gone = offer.rotationId === null && offer.code === null
    const path = reads[random(reads.length)] as string
    await scene.call(child, path).then(
      (answer) => answer.arrayBuffer(),
      () => {},
    )
    await scene.call(child, `${custodian}/check_api_keys`, { method: 'POST' }).catch(() => {})
  }
}

type Client = { readonly custodianId: Id; readonly random: (below: number) => number }

test(`killed at random under ${clients} clients: exactly the acknowledged credentials are active, and no rotation is in progress`, {
  timeout: 900_000,
}, async ({ annotate }) => {
  const seed = Number(process.env.STRONGROOM_SEED ?? Date.now() % 1_000_000) || 1
  await annotate(`STRONGROOM_SEED=${seed}`)
  const random = randomFrom(seed)
  await using scene = await setScene({ providers: Array.from({ length: clients / 2 }, () => 'copper' as const) })
  for (let round = 1; round <= rounds; round += 1) {
    await using child = await scene.start()
    if (!child) throw new Error('the server ended before it listened')
    let left = 20 + random(200)
    const stop = scene.simulator.onRequest(() => {
      left -= 1
      if (left === 0) signal(child.pid, 'SIGKILL')
    })
    await Promise.all(
      Array.from({ length: clients }, (_, index) =>
        useUntilGone(scene, child, { custodianId: scene.custodians[index % (clients / 2)] as Id, random }),
      ),
    )
    await child.ended
    stop()
    expect(await scene.examine(), `round ${round} of seed ${seed}`).toEqual([])
  }
})
