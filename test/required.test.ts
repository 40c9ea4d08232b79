import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
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

test('a missing requirement skips a test with the reason, and fails it if the requirement is enforced', () => {
  expect(outcomeOf('no Electron here')).toBe('skipped: no Electron here')
  expect(outcomeOf('no Electron here', '')).toBe('skipped: no Electron here')
  expect(outcomeOf('no Electron here', 'required')).toBe('failed: STRONGROOM_ELECTRON is "required": no Electron here.')
  expect(outcomeOf(null, 'required')).toBe('run')
})

test('a misspelled requirement of a test fails, too', () => {
  expect(outcomeOf('no Electron here', 'requried')).toContain('failed: STRONGROOM_ELECTRON is "requried".')
})

test('no test is skipped without a reason', () => {
  const files = globSync('**/*.test.ts', { cwd: import.meta.dirname, exclude: ['**/node_modules/**'] })
  const withoutReason = /\b(?:test|describe)(?:\.each)?\.(?:skipIf|runIf|skip|todo|only)\b|\bskip\(\)/
  const found = files.filter((file) => withoutReason.test(readFileSync(join(import.meta.dirname, file), 'utf8')))
  expect(files.length).toBeGreaterThan(200)
  expect(found).toEqual([])
})
