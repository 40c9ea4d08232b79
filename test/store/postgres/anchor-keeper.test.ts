import { mkdirSync, readdirSync, readFileSync, rmdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { keepAnchor } from '../../../server/store/postgres/anchor-keeper.ts'
import { test } from '../../harness/fixtures.ts'
import { id } from '../../harness/seed.ts'

const hash = 'a'.repeat(64)

test('an anchor that cannot be written leaves no drafts, and the next record writes it', async ({ folder }) => {
  const file = join(folder.path, 'place', 'audit.anchor')
  const warnings: string[] = []
  mkdirSync(file, { recursive: true })
  rmdirSync(file)
  const anchor = keepAnchor(file, (warning) => warnings.push(warning))
  // A folder of that name cannot be replaced by a file.
  mkdirSync(file)
  for (const sequence of ['1', '2', '3']) await anchor.acknowledge({ sequence: id(Number(sequence)), hash })
  expect(warnings).toHaveLength(3)
  expect(readdirSync(join(folder.path, 'place'))).toEqual(['audit.anchor'])
  rmdirSync(file)
  await anchor.acknowledge({ sequence: id(4), hash })
  expect(readFileSync(file, 'utf8'), 'control').toBe(`4 ${hash}\n`)
})
