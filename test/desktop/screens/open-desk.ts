import { type ConsoleOptions, type OpenConsole, openConsole } from '../harness/console.ts'

/** The console loaded anew once it is signed in, so that nothing is left of having been asked to. */
export async function openDesk(options: ConsoleOptions): Promise<OpenConsole> {
  const desk = await openConsole(options)
  desk.page.setDefaultTimeout(15_000)
  const loaded = desk.page.waitForEvent('load')
  await desk.electron.window.reload()
  await loaded
  return desk
}
