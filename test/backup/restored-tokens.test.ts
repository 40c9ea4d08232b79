import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { failures } from '../doctor/findings.ts'
import { strongroom } from '../harness/cli.ts'
import { withStoreOf } from '../harness/folders.ts'
import type { FolderTamper, Tamper } from '../store/engine.ts'
import type { Facts } from '../store/facts.ts'
import { accepts, revoke, test } from './revoked-since.ts'

const revocationsIn = (dataDir: string) =>
  withStoreOf(dataDir, async (store) => {
    const { records } = await store.listAudit({ kind: 'token.revoked', limit: 100 }, null)
    return Object.fromEntries(records.map(({ details }) => [details.name, details.reason]))
  })

test('a token revoked since the backup stays revoked, one that was not is still valid', async ({ revoked: folder }) => {
  const { dataDir, tokens, restore } = folder
  expect(await restore()).toEqual({ revoked: 1, valid: 2, unknown: null })
  expect(await accepts(dataDir, tokens)).toEqual({ leaver: 401, stayer: 200 })
  expect(await revocationsIn(dataDir)).toEqual({ leaver: 'revoked-since' })
  const restored = (await folder.data.truth.read('audit')).find(({ kind }) => kind === 'backup.restored')
  expect(JSON.parse(restored?.details ?? '')).toMatchObject({ tokensRevoked: '1', tokensValid: '2' })
  expect(await failures(dataDir)).toEqual([])
})

test('--keep-tokens does not revive tokens that are revoked in the replaced data', async ({ revoked: folder }) => {
  await folder.restore({ keepTokens: true })
  expect(await accepts(folder.dataDir, folder.tokens)).toEqual({ leaver: 401, stayer: 200 })
})

test('backup restore revokes every token in an empty folder, unless --keep-tokens is given, and reports it', async ({
  revoked: folder,
}) => {
  const restore = async (name: string, ...more: readonly string[]) => {
    const dataDir = join(folder.path, name)
    const run = await strongroom(['backup', 'restore', folder.backup, '--data', dataDir, '--json', ...more])
    return { dataDir, ...(JSON.parse(run.stdout) as { nextSteps: string[] }) }
  }
  const bare = await restore('bare')
  const kept = await restore('kept', '--keep-tokens')
  expect(bare).toMatchObject({ tokensRevoked: 3, tokensValid: 0 })
  expect(bare.nextSteps.join(' ')).toMatch(/Revoked 3 .*\(the folder was empty\)\. Create .*token create/)
  expect(await revocationsIn(bare.dataDir)).toMatchObject({ stayer: 'nothing-to-compare' })
  expect(kept).toMatchObject({ tokensRevoked: 0, tokensValid: 3 })
  expect(kept.nextSteps.join(' ')).toContain('Kept 3 operator tokens that may have been revoked since')
  for (const { dataDir } of [bare, kept])
    cpSync(join(folder.dataDir, 'keys'), join(dataDir, 'keys'), { recursive: true })
  expect(await accepts(bare.dataDir, folder.tokens)).toEqual({ leaver: 401, stayer: 401 })
  expect(await accepts(kept.dataDir, folder.tokens)).toEqual({ leaver: 200, stayer: 200 })
})

/** Takes back the commit that revoked "leaver". */
async function loseRevocation(tamper: FolderTamper, head: number): Promise<void> {
  await tamper.remove('audit', ({ sequence }) => sequence === head)
  await tamper.change('tokens', () => true, { revokedAt: null })
}

test.for<[what: string, damage: (tamper: FolderTamper, head: number) => Promise<void>]>([
  ['lost its anchor', (tamper) => tamper.removeAnchor()],
  ['lost the commit of the revocation', loseRevocation],
])('if the replaced database %s, every token is revoked', async ([, damage], { revoked: folder }) => {
  const { data, dataDir, tokens, restore } = folder
  await damage(data.tamper, (await data.truth.read('audit')).length)
  const unknown = expect.stringMatching(/does not match its anchor/)
  expect(await restore()).toEqual({ revoked: 3, valid: 0, unknown })
  expect(await accepts(dataDir, tokens)).toEqual({ leaver: 401, stayer: 401 })
  expect(await failures(dataDir)).toEqual([])
})

test('if the replaced database is damaged, --keep-tokens keeps tokens that are not known to be revoked', async ({
  revoked: folder,
}) => {
  await folder.data.tamper.removeAnchor()
  expect(await folder.restore({ keepTokens: true })).toMatchObject({ revoked: 1, valid: 2 })
  expect(await accepts(folder.dataDir, folder.tokens)).toEqual({ leaver: 401, stayer: 200 })
})

const isStayer = ({ name }: Facts['tokens']) => name === 'stayer'

test.for<[reason: string, what: string, damage: (tamper: Tamper) => Promise<number>]>([
  ['not-in-replaced-data', 'missing there', (tamper) => tamper.remove('tokens', isStayer)],
  [
    'limits-differ',
    'of another lifetime',
    (tamper) => tamper.change('tokens', isStayer, { expiresAt: 4_000_000_000_000 }),
  ],
  [
    'limits-differ',
    'of other networks',
    (tamper) => tamper.change('tokens', isStayer, { allowedFrom: ['10.0.0.0/8'] }),
  ],
  [
    'limits-differ',
    'of other permissions',
    (tamper) => tamper.change('tokens', isStayer, { permissions: ['audit:read'] }),
  ],
])(
  'a token not found valid in the replaced data is revoked: %s, %s',
  async ([reason, , damage], { revoked: folder }) => {
    await damage(folder.data.tamper)
    expect(await folder.restore()).toEqual({ revoked: 2, valid: 1, unknown: null })
    expect(await revocationsIn(folder.dataDir)).toEqual({ leaver: 'revoked-since', stayer: reason })
    expect(await accepts(folder.dataDir, folder.tokens)).toEqual({ leaver: 401, stayer: 401 })
  },
)

test('a second restore of the folder revives no token', async ({ revoked: folder }) => {
  const { dataDir, tokens, restore } = folder
  await restore()
  await revoke(dataDir, 'stayer')
  expect(await restore()).toEqual({ revoked: 2, valid: 1, unknown: null })
  expect(await accepts(dataDir, tokens)).toEqual({ leaver: 401, stayer: 401 })
})
