import { Agent, get } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { temporaryFolder } from '../../harness/temporary-folder.ts'
import { startChildServer, startStrongroom } from '../child-server.ts'
import { fillReserves, fillWallets, makeFolder, reservesPath } from '../fill.ts'
import { interleave } from '../interleave.ts'
import type { Lane } from '../lane.ts'
import { grouped, type Measure, median, ratioOf, required } from '../measure.ts'
import { servers } from './install.ts'
import { fillTransactions, giveToken } from './peer-data.ts'
import type { Postgres } from './postgres.ts'

const transactionsIn = ({ isFull }: Lane) => (isFull ? 10_000_000 : 20_000)
const asked = 50

/** The report summed by PostgreSQL for each request, and written as JSON there, as PostgREST has it done. */
export async function sumsMeasure(lane: Lane, postgres: Postgres): Promise<Measure> {
  await using folder = await temporaryFolder()
  const dataDir = join(folder.path, 'data')
  const count = transactionsIn(lane)
  const token = await makeFolder(dataDir, async (store) => {
    await fillWallets(store, 1)
    await fillReserves(store, count)
  })
  giveToken(postgres, token)
  fillTransactions(postgres, count)
  await using strongroom = await startStrongroom(dataDir)
  await using peer = await startChildServer([join(servers, 'fastify-pg.mjs'), postgres.url], { NODE_ENV: 'production' })
  const agent = new Agent({ keepAlive: true })
  const ask = (url: string) => timedGet(url, { agent, headers: { authorization: `Bearer ${token}` } })
  const ours = await ask(strongroom.url + reservesPath)
  const theirs = await ask(`${peer.url}/sums`)
  if (ours.body !== theirs.body)
    throw new Error(`the sums differ: ${ours.body.slice(0, 300)} ${theirs.body.slice(0, 300)}`)
  const many = async () => {
    const times: number[] = []
    for (let number = 0; number < asked; number += 1)
      times.push((await ask(strongroom.url + reservesPath)).milliseconds)
    return median(times)
  }
  const times = await interleave(
    { theirs: async () => (await ask(`${peer.url}/sums`)).milliseconds, ours: many, again: many },
    lane.rounds,
  )
  agent.destroy()
  return required('G8', {
    value: ratioOf(times.theirs, times.ours),
    control: ratioOf(times.again, times.ours),
    detail: `p50 ${median(times.ours).toFixed(2)} ms against ${grouped(median(times.theirs))} ms, one request at a time`,
  })
}

type Timed = { readonly milliseconds: number; readonly body: string }

function timedGet(url: string, options: { agent: Agent; headers: Record<string, string> }): Promise<Timed> {
  const start = performance.now()
  return new Promise((resolve, reject) => {
    get(url, options, async (answer) => {
      const body = await text(answer)
      if (answer.statusCode === 200) resolve({ milliseconds: performance.now() - start, body })
      else reject(new Error(`${url} answered ${answer.statusCode}: ${body}`))
    }).on('error', reject)
  })
}
