type Skip = (condition: boolean, note?: string) => void

/** Whether a test that cannot run for want of Electron fails: in a workflow that is there to run it. */
function isRequired(env: NodeJS.ProcessEnv): boolean {
  const wanted = env.STRONGROOM_ELECTRON || 'optional'
  if (!['optional', 'required'].includes(wanted))
    throw new Error(`STRONGROOM_ELECTRON is "${wanted}". Set it to "required" or leave it out.`)
  return wanted === 'required'
}

/** Skips a test that lacks what it runs on, with the reason; with STRONGROOM_ELECTRON=required it fails instead. */
export function skipWithout(missing: string | null, skip: Skip, env: NodeJS.ProcessEnv = process.env): void {
  if (missing !== null && isRequired(env)) throw new Error(`STRONGROOM_ELECTRON is "required": ${missing}.`)
  skip(missing !== null, missing ?? undefined)
}
