import type { OpenConsole } from '../desktop/harness/console.ts'
import type { Outcome } from './bench.ts'
import { bundleSizeMeasure } from './bundle-size.ts'
import { consoleFolder } from './console-folder.ts'
import { ask } from './console-probe.ts'
import type { Lane } from './lane.ts'
import { extra, type Measure, median, ratioOf } from './measure.ts'

/** Custodians without wallets and keys, each of which needs attention. */
const idle = 500

/** Screens with data against one that is nothing but the shell and words. */
export async function consoleStartBench({ rounds }: Pick<Lane, 'rounds'>): Promise<Outcome> {
  await using folder = await consoleFolder(new Map(Array.from({ length: idle }, (_, at) => [1_000 + at, 0])))
  await using desk = await folder.open()
  return { measures: [...(await startMeasures(desk, rounds)), bundleSizeMeasure(folder.bundle)] }
}

async function startMeasures({ page, electron }: OpenConsole, rounds: number): Promise<Measure[]> {
  const start = async (hash: string, selector: string) => {
    await page.evaluate(`location.hash = '${hash}'`)
    await electron.window.reload()
    return await ask<number>(page, `painted(probe.there('${selector}'))`)
  }
  const shell: number[] = []
  const home: number[] = []
  const custodians: number[] = []
  for (let round = 0; round <= rounds; round += 1) {
    shell.push(await start('#/shortcuts', '#content h1'))
    home.push(await start('#/home', '#content li a'))
    custodians.push(await start('#/custodians', '#content tbody tr'))
  }
  const measure = (what: string, times: readonly number[], most: number) =>
    extra({
      name: `start of the console until ${what}, against its shell alone`,
      value: ratioOf(times.slice(1), shell.slice(1)),
      target: { atMost: most },
      detail: `${median(times.slice(1)).toFixed(0)} ms against ${median(shell.slice(1)).toFixed(0)} ms`,
    })
  return [
    measure(`Home lists what ${idle} custodians need`, home, 1.3),
    measure('its custodians are painted', custodians, 1.5),
  ]
}
