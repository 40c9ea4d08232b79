import { expect, test } from 'vitest'
import { skipWithout } from './required.ts'

function outcomeOf(missing: string | null, wanted?: string): string {
  let outcome = 'run'
  const skip = (condition: boolean, note?: string) => {
    if (condition) outcome = `skipped: ${note}`
  }
  try {
    skipWithout(missing, skip, wanted === undefined ? {} : { STRONGROOM_ELECTRON: wanted })
  } catch (error) {
    outcome = `failed: ${(error as Error).message}`
  }
  return outcome
}

test('what a test lacks skips it with the reason, and fails it where Electron is required', () => {
  expect(outcomeOf('no Electron here')).toBe('skipped: no Electron here')
  expect(outcomeOf('no Electron here', '')).toBe('skipped: no Electron here')
  expect(outcomeOf('no Electron here', 'required')).toBe('failed: STRONGROOM_ELECTRON is "required": no Electron here.')
  expect(outcomeOf(null, 'required')).toBe('run')
})

test('a misspelled requirement fails, too', () => {
  expect(outcomeOf('no Electron here', 'requried')).toContain('failed: STRONGROOM_ELECTRON is "requried".')
})
