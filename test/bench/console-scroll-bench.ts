import type { Page } from 'playwright-core'
import type { Outcome } from './bench.ts'
import { consoleFolder, openWallets } from './console-folder.ts'
import { ask } from './console-probe.ts'
import { longestTask, type Task } from './console-trace.ts'
import type { Lane } from './lane.ts'
import { extra, grouped, spreadOf } from './measure.ts'

const custodian = 100

/** How long the page is held up while a long listing is scrolled. */
export async function consoleScrollBench({ rounds, wallets }: Pick<Lane, 'rounds' | 'wallets'>): Promise<Outcome> {
  await using folder = await consoleFolder(new Map([[custodian, wallets]]))
  await using desk = await folder.open()
  await openWallets(desk.page, custodian, { count: wallets })
  const longest: Task[] = []
  const counts: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const { task, count } = await scrolled(desk.page)
    longest.push(task)
    counts.push(count)
  }
  const wall = longest.map((task) => task.wall.toFixed(0)).join(', ')
  return {
    measures: [
      extra({
        name: `longest task while ${grouped(wallets)} wallets are scrolled, ms of CPU`,
        value: spreadOf(longest.map(({ cpu }) => cpu)),
        target: { atMost: 50 },
        detail: `in ${rounds} runs of 480 frames; in wall time ${wall}; long tasks seen by the page: ${counts.join(', ')}`,
      }),
    ],
  }
}

async function scrolled(page: Page): Promise<{ readonly task: Task; readonly count: number }> {
  let count = 0
  const task = await longestTask(page, async () => {
    count = (await ask<number[]>(page, 'scroll(240)')).length
  })
  return { task, count }
}
