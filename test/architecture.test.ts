import { spawnSync } from 'node:child_process'
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'

const root = new URL('..', import.meta.url).pathname
const scratch = mkdtempSync(join(tmpdir(), 'strongroom-arrows-'))
afterAll(() => rmSync(scratch, { recursive: true }))

/** A folder, and what a file in it imports. */
type Arrow = readonly [folder: string, from: string]

const forbidden: readonly Arrow[] = [
  ['shared', 'node:fs'],
  ['shared', '../server/app.ts'],
  ['client', 'zod'],
  ['client', '../server/app.ts'],
  ['server', 'keytar'],
  ['server', '../desktop/main/index.ts'],
  ['server/http', 'better-sqlite3'],
  ['server/http/rest', '../../rotations/rotate.ts'],
  ['server/http/listener', '../../store/sqlite/connection.ts'],
  ['server/http/docs', '../../cli/run.ts'],
  ['server/core', '../http/rest/rest.ts'],
  ['server/core', '../store/sqlite/connection.ts'],
  ['server/core', '../app.ts'],
  ['server/backup', '../store/sqlite/anchor.ts'],
  ['server/cli', 'better-sqlite3'],
  ['server/doctor', '../store/sqlite/inspect/inspect-folder.ts'],
  ['server/custodians', '../app.ts'],
  ['server/rotations', '../http/rest/rest.ts'],
  ['server/rotations', '../core/perform.ts'],
  ['server/audit', 'better-sqlite3'],
  ['server/custodians', '../store/sqlite/connection.ts'],
  ['server/providers', '../store/store.ts'],
  ['server/providers', '../context/call.ts'],
  ['server/context', '../core/perform.ts'],
  ['server/vault', '../rotations/rotate.ts'],
  ['server/store', '../access/authorize.ts'],
  ['server/store', '../rotations/rotate.ts'],
  ['server/store', './sqlite/connection.ts'],
  ['server/store', 'better-sqlite3'],
  ['server/store/sqlite', '../../core/operations.ts'],
  ['server/store/sqlite/writes', '../../../http/rest/rest.ts'],
  ['server/platform', '../store/store.ts'],
  ['server/text', '../vault/vault.ts'],
  ['desktop/main', '../../server/app.ts'],
  ['desktop/main', 'electron'],
  ['desktop/main/tokens', 'keytar'],
  ['desktop/bridge', 'node:fs'],
  ['desktop/bridge', '../main/gate.ts'],
  ['desktop/words', 'node:fs'],
  ['desktop/words', '../bridge/failures.ts'],
  ['desktop/preload', '../../server/app.ts'],
  ['desktop/renderer', 'electron'],
  ['desktop/renderer/app', 'node:fs'],
  ['desktop/renderer/screens/rotate', 'node:fs'],
  ['desktop/renderer/screens/rotate', '../../../main/gate.ts'],
  ['desktop/renderer/screens/rotate', '../../../../server/providers/credential-validator.ts'],
  ['desktop/renderer/screens/rotate', '../custodians/custodian-rows.ts'],
  ['desktop/renderer/screens/rotate/form', '../../wallets/wallets.tsx'],
  ['desktop/renderer/screens/rotate', '../about.tsx'],
  ['desktop/renderer/screens/rotate', '../../app/shell.tsx'],
  ['desktop/renderer/screens', '../app/shell.tsx'],
  ['desktop/renderer/data', '../screens/rotate/rotate.tsx'],
  ['desktop/renderer/parts', '../app/shell.tsx'],
  ['desktop/renderer/session', '../screens/rotate/rotate.tsx'],
  ['desktop/renderer/session', 'electron'],
  ['test/audit', 'better-sqlite3'],
  ['test/backup', '../../server/store/sqlite/connection.ts'],
  ['test/store/contract', 'better-sqlite3'],
]

const permitted: readonly Arrow[] = [
  ['shared', './failure.ts'],
  ['shared', 'zod'],
  ['client', '../shared/router.ts'],
  ['server', './store/sqlite/sqlite-store.ts'],
  ['server/http/rest', '../../core/perform.ts'],
  ['server/http/request', '../../access/authenticate.ts'],
  ['server/core', '../rotations/rotate.ts'],
  ['server/custodians', '../../shared/operations.ts'],
  ['server/custodians', '../store/store.ts'],
  ['server/rotations', '../context/call.ts'],
  ['server/core', '../context/parts.ts'],
  ['server/rotations', '../providers/credential-validator.ts'],
  ['server/store', '../vault/vault.ts'],
  ['server/store/sqlite', 'better-sqlite3'],
  ['server/store/sqlite/writes', '../../../rotations/attempt-budget.ts'],
  ['server/store/sqlite', '../store.ts'],
  ['server/providers', '../vault/credentials.ts'],
  ['server/vault', '../platform/durable-files.ts'],
  ['desktop/main', './remote/connections.ts'],
  ['desktop/bridge', '../words/words.ts'],
  ['desktop/words/en', '../../../shared/failure.ts'],
  ['desktop/preload', 'electron'],
  ['desktop/renderer/app', '../screens/rotate/rotate.tsx'],
  ['desktop/renderer', './app/app.tsx'],
  ['desktop/renderer/screens/rotate', '../../../bridge/schema.ts'],
  ['desktop/renderer/screens/rotate', '../../../../shared/reserves.ts'],
  ['desktop/renderer/screens/rotate', '../../data/use-custodians.ts'],
  ['desktop/renderer/screens/rotate', './form/key-field.tsx'],
  ['desktop/renderer/session', '@trpc/server/observable'],
  ['test/store/sqlite', 'better-sqlite3'],
  ['test/store/engines', '../../../server/store/sqlite/sqlite-store.ts'],
  ['test/audit', '../store/engines.ts'],
]

const fileOf = ([folder, from]: Arrow) => join(folder, `imports-${from.replace(/\W/g, '-')}.ts`)

/** The files of these arrows that the project's own linter refuses, each with its one import. */
function refusedFiles(): ReadonlySet<string> {
  const { linter, overrides } = JSON.parse(readFileSync(join(root, 'biome.json'), 'utf8'))
  writeFileSync(join(scratch, 'biome.json'), JSON.stringify({ linter, overrides }))
  for (const arrow of [...forbidden, ...permitted]) {
    const file = join(scratch, fileOf(arrow))
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, `import { part } from '${arrow[1]}'\n\nexport const whole = part\n`)
  }
  const biome = join(root, 'node_modules/.bin/biome')
  const options = ['lint', '--reporter=json', '--max-diagnostics=1000', '--only=style/noRestrictedImports', '.']
  const { stdout } = spawnSync(biome, options, { cwd: scratch, encoding: 'utf8' })
  const { diagnostics, summary } = JSON.parse(stdout)
  expect(summary.unchanged).toBe(forbidden.length + permitted.length + 1)
  return new Set(diagnostics.map(({ location }: { location: { path: string } }) => location.path))
}

const refused = refusedFiles()

test.each(forbidden)('a file in %s may not import %s', (...arrow) => {
  expect(refused).toContain(fileOf(arrow))
})

test.each(permitted)('a file in %s may import %s', (...arrow) => {
  expect(refused).not.toContain(fileOf(arrow))
})

test('only serving and tests import the composition root', () => {
  const importers = globSync('server/**/*.ts', { cwd: root }).filter((file) =>
    /'[./]+\/app\.ts'/.test(readFileSync(join(root, file), 'utf8')),
  )
  expect(importers).toEqual(['server/serving.ts'])
})

const sql =
  /\b(?:SELECT [\w*]|INSERT INTO \w|UPDATE \w+ SET \w|DELETE FROM \w|(?:CREATE|ALTER|DROP) TABLE \w|PRAGMA \w)/

test('only the tests of an engine and the benchmarks contain SQL', () => {
  const files = globSync('test/**/*.ts', { cwd: root, exclude: ['**/node_modules/**'] })
  const found = files.filter((file) => sql.test(readFileSync(join(root, file), 'utf8')))
  expect(found, 'control').toContain('test/store/engines/sqlite.ts')
  // Recovery to a point in time is asked of PostgreSQL itself.
  const ofEngines = /^test\/(?:bench\/|cluster\/point-in-time|store\/(?:engines|sqlite|postgres)\/)/
  const attacks = ['test/api/injection.test.ts', 'test/desktop/security/payloads.ts']
  expect(found.filter((file) => !ofEngines.test(file)).sort()).toEqual(attacks)
})

/** Bound to a session, lost behind a pooler or on a reconnect, or missing in engines that speak the protocol of PostgreSQL. */
const sessionSql =
  /pg_(try_)?advisory|^\s*(LISTEN|NOTIFY) |pg_notify|plpgsql|CREATE (TEMP|TRIGGER)|\bDEFERRABLE\b|nextval/im

test('servers on PostgreSQL use neither advisory locks, notifications, triggers, temporary tables nor sequences', () => {
  const files = globSync('server/store/postgres/**/*.{ts,sql}', { cwd: root })
  expect(files, 'control').toContain('server/store/postgres/migrations/001-initial.sql')
  expect('pg_advisory_lock(1)', 'control').toMatch(sessionSql)
  expect(files.filter((file) => sessionSql.test(readFileSync(join(root, file), 'utf8')))).toEqual([])
})

test('only the page of the stand-in host declares a global: the compiler checks every file again when its types change', () => {
  const files = globSync('{shared,client,server,desktop,scripts,test}/**/*.{ts,tsx}', {
    cwd: root,
    exclude: ['**/node_modules/**'],
  })
  const declaring = files.filter((file) => /^declare global/m.test(readFileSync(join(root, file), 'utf8')))
  expect(declaring).toEqual([join('test', 'desktop', 'host', 'browser', 'page-world.ts')])
})
