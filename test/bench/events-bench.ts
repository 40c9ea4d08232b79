import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { keyFileIn } from '../../server/config.ts'
import type { Store } from '../../server/store/store.ts'
import { openVault } from '../../server/vault/open-vault.ts'
import { Secret } from '../../shared/secret.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import type { Outcome } from './bench.ts'
import { type ChildServer, startBareServer } from './child-server.ts'
import { interleave } from './interleave.ts'
import type { Lane } from './lane.ts'
import { extra, type Measure, ratioOf } from './measure.ts'
import { type Sample, type Side, startSide, textOf } from './rotation-bench.ts'

const receivers = 3
/** Until what waits in the outbox is sent, which takes longer than the load. */
const mostRounds = 5

/** What rotations cost more where webhooks are notified of them, and where the audit is streamed. */
export async function eventsBench({ load: { rounds, seconds } }: Lane): Promise<Outcome> {
  await using folder = await temporaryFolder()
  const bodyFile = join(folder.path, 'answer')
  await writeFile(bodyFile, 'taken')
  await using receiver = await startBareServer(bodyFile)
  await using plain = await startSide()
  await using notifying = await startSide({ add: (store, dataDir) => addWebhooks(store, dataDir, receiver.url) })
  await using toFile = await startSide({ destinations: [pathToFileURL(join(folder.path, 'audit.jsonl'))] })
  await using toCollector = await startSide({ destinations: [new URL(receiver.url)] })
  for (const side of [plain, notifying, toFile, toCollector]) await rotateAndSettle(side, seconds)
  const at = (side: Side) => () => rotateAndSettle(side, seconds)
  const subjects = {
    plain: at(plain),
    again: at(plain),
    notifying: at(notifying),
    toFile: at(toFile),
    toCollector: at(toCollector),
  }
  return { measures: measuresOf(await interleave(subjects, Math.min(rounds, mostRounds))) }
}

/** The CPU time of the server is with all that it sends afterwards. */
async function rotateAndSettle({ server, rotate }: Side, seconds: number): Promise<Sample> {
  const before = server.cpu().allThreads
  const sample = await rotate(seconds)
  await untilIdle(server)
  return { ...sample, cpu: (server.cpu().allThreads - before) / (sample.perSecond * seconds) }
}

/** Milliseconds; longer than a server waits before it looks for what is due. */
const idleFor = 1_500
/** Of a processor. */
const idleShare = 0.05

async function untilIdle(server: ChildServer): Promise<void> {
  let used = Infinity
  while (used > idleFor * 1_000 * idleShare) {
    const before = server.cpu().allThreads
    await wait(idleFor)
    used = server.cpu().allThreads - before
  }
}

async function addWebhooks(store: Store, dataDir: string, url: string): Promise<void> {
  const vault = await openVault(store, keyFileIn(dataDir))
  for (let number = 1; number <= receivers; number += 1) {
    const secret = await vault.sealSecret(new Secret(`whsec_${randomBytes(32).toString('base64')}`))
    const values = { name: `receiver ${number}`, url, eventTypes: ['rotation.ended' as const], tenantIds: null, secret }
    const by = { actor: 'bench', at: Date.now() }
    const created = await store.createItem({ kind: 'webhook', id: null, seenBy: null, values, ...by })
    if (!created.ok) throw new Error(created.error.message)
  }
}

type Samples = Readonly<Record<'plain' | 'again' | 'notifying' | 'toFile' | 'toCollector', readonly Sample[]>>

function measuresOf({ plain, again, notifying, toFile, toCollector }: Samples): Measure[] {
  const ratio = (samples: readonly Sample[], pick: (sample: Sample) => number) =>
    ratioOf(samples.map(pick), plain.map(pick))
  const against = (name: string, samples: readonly Sample[]) => {
    const rate = ({ perSecond }: Sample) => perSecond
    const cpu = (sample: Sample) => sample.cpu
    return extra({
      name: `rotations, 64 connections, ${name}, against the same without`,
      value: [
        { of: 'rotations/s', value: ratio(samples, rate), control: ratio(again, rate) },
        {
          of: 'CPU of the server for each, with what it sends afterwards',
          value: ratio(samples, cpu),
          control: ratio(again, cpu),
        },
      ],
      detail: `${textOf(samples)} against ${textOf(plain)}`,
    })
  }
  return [
    against(`each notified to ${receivers} webhooks on this machine`, notifying),
    against('with the audit streamed to a file', toFile),
    against('with the audit streamed to a collector on this machine over HTTP', toCollector),
  ]
}
