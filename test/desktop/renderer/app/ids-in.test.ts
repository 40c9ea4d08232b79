import { expect, test } from 'vitest'
import { idsIn } from '../../../../desktop/renderer/app/palette-filter.ts'

test.each([
  ['wallets 1 42', { tenantId: '1', custodianId: '42' }],
  ['tenant 7, custodian 9223372036854775807', { tenantId: '7', custodianId: '9223372036854775807' }],
  ['7/42', { tenantId: '7', custodianId: '42' }],
  ['wallets 42', null],
  ['wallets', null],
  ['1 2 3', null],
  ['0 42', null],
  ['1 99999999999999999999', null],
])('%j gives the IDs %j where there are several tenants', (text, ids) => {
  expect(idsIn(text, null)).toEqual(ids)
})

test('a token of one tenant needs only the custodian ID', () => {
  expect(idsIn('wallets 42', '7')).toEqual({ tenantId: '7', custodianId: '42' })
  expect(idsIn('8 42', '7')).toEqual({ tenantId: '8', custodianId: '42' })
  expect(idsIn('wallets', '7')).toBeNull()
})
