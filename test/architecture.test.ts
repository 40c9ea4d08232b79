import { spawnSync } from 'node:child_process'
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'

const root = new URL('..', import.meta.url).pathname
const house = mkdtempSync(join(tmpdir(), 'strongroom-arrows-'))
afterAll(() => rmSync(house, { recursive: true }))

const rules = JSON.parse(readFileSync(join(root, 'biome.json'), 'utf8'))
writeFileSync(join(house, 'biome.json'), JSON.stringify({ linter: rules.linter, overrides: rules.overrides }))

/** Whether the project's own linter rules refuse a file in that folder with this one import. */
function isForbidden(folder: string, from: string): boolean {
  const file = join(house, folder, 'part.ts')
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `import { part } from '${from}'\n\nexport const whole = part\n`)
  const { stdout, stderr } = spawnSync(join(root, 'node_modules/.bin/biome'), ['lint', file], {
    cwd: house,
    encoding: 'utf8',
  })
  expect(stdout + stderr).toContain('Checked 1 file')
  return stderr.includes('noRestrictedImports')
}

test.each([
  ['shared', 'node:fs'],
  ['shared', '../server/app.ts'],
  ['client', 'zod'],
  ['client', '../server/app.ts'],
  ['server', 'keytar'],
  ['server', '../desktop/main/index.ts'],
  ['server/http', 'better-sqlite3'],
  ['server/http/rest', '../../rotations/rotate.ts'],
  ['server/custodians', '../app.ts'],
  ['server/rotations', '../http/rest/rest.ts'],
  ['server/custodians', '../store/sqlite/connection.ts'],
  ['server/providers', '../store/store.ts'],
  ['server/providers', '../core/call.ts'],
  ['server/store', '../access/authorize.ts'],
  ['server/store/sqlite', '../../core/operations.ts'],
  ['desktop/main', '../../server/app.ts'],
  ['desktop/main', 'electron'],
  ['desktop/main/tokens', 'keytar'],
  ['desktop/bridge', 'node:fs'],
  ['desktop/bridge', '../main/gate.ts'],
  ['desktop/preload', '../../server/app.ts'],
  ['desktop/renderer', 'electron'],
  ['desktop/renderer/screens/rotate', 'node:fs'],
  ['desktop/renderer/screens/rotate', '../../../main/gate.ts'],
  ['desktop/renderer/screens/rotate', '../../../../server/providers/credential-validator.ts'],
])('a file in %s may not import %s', (folder, from) => {
  expect(isForbidden(folder, from)).toBe(true)
})

test.each([
  ['shared', './failure.ts'],
  ['shared', 'zod'],
  ['client', '../shared/router.ts'],
  ['server/custodians', '../../shared/operations.ts'],
  ['server/custodians', '../store/store.ts'],
  ['server/store/sqlite', 'better-sqlite3'],
  ['desktop/main', './remote/connections.ts'],
  ['desktop/preload', 'electron'],
  ['desktop/renderer/screens/rotate', '../../../bridge/schema.ts'],
  ['desktop/renderer/screens/rotate', '../../../../shared/providers.ts'],
])('a file in %s may import %s', (folder, from) => {
  expect(isForbidden(folder, from)).toBe(false)
})

test('only serving and tests import the composition root', () => {
  const importers = globSync('server/**/*.ts', { cwd: root }).filter((file) =>
    /'[./]+\/app\.ts'/.test(readFileSync(join(root, file), 'utf8')),
  )
  expect(importers).toEqual(['server/serving.ts'])
})
