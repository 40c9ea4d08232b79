import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { openImportScene } from './import-scene.ts'

const auditOf = async ({ store }: Awaited<ReturnType<typeof openImportScene>>) =>
  (await store.listAudit({ kind: 'data.imported', limit: 100 }, null)).records

test('each imported file leaves one audit record with its name, SHA-256, kind and counts, and never its folder', async () => {
  await using desk = await openImportScene()
  const content = 'tenantId,name\n1,One\n0,Zero\n2,Two\n'
  await desk.take('tenants.csv', content)
  await desk.take('tenants.csv', content, { actor: 'importer' })
  const [second, first] = await auditOf(desk)
  const sha256 = createHash('sha256').update(content).digest('hex')
  expect(first).toMatchObject({
    actor: 'strongroom import',
    tenantId: null,
    details: {
      file: 'tenants.csv',
      sha256,
      kind: 'tenants',
      added: '2',
      changed: '0',
      unchanged: '0',
      skipped: '0',
      refused: '1',
    },
  })
  expect(second).toMatchObject({ actor: 'importer', details: { added: '0', unchanged: '2', sha256 } })
  expect(JSON.stringify([first, second])).not.toContain(desk.path)
})

test('a file of an unknown kind leaves no audit record', async () => {
  await using desk = await openImportScene()
  await desk.take('strange.csv', 'colour,size\nred,1\n')
  expect(await auditOf(desk)).toEqual([])
})
