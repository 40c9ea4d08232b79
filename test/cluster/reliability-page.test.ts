import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Reliability, reliabilityPage } from './reliability-page.ts'
import { readReliability } from './reliability-report.ts'

const root = join(import.meta.dirname, '../..')

test('docs/reliability.md is written from the last run: npm run test:cluster', async () => {
  await expect(reliabilityPage(readReliability())).toMatchFileSnapshot(join(root, 'docs/reliability.md'))
})

test('what failed, took too long or has no control is shown as that', () => {
  const last = readReliability()
  const [fault] = last.faults
  const [claim] = last.claims
  if (!fault || !claim) throw new Error('the last run has no faults and claims')
  const page = (changed: Partial<Reliability>) => reliabilityPage({ ...last, ...changed })
  expect(page({ faults: [{ ...fault, longestAnswer: 5_001 }] })).toMatch(/or a connection \| 5\.0 s \| .* \| missed \|/)
  expect(page({ claims: [{ ...claim, failed: 1 }] })).toContain('| not shown |')
  expect(page({ claims: [{ ...claim, control: null }] })).toContain('| not shown |')
  expect(page({ claims: [claim] }), 'control').not.toContain('| not shown |')
})
