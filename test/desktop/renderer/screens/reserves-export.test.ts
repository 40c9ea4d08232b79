import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fileNameOf } from '../../../../desktop/renderer/parts/export-file.ts'
import { wholeReport } from '../../../../desktop/renderer/screens/reserves/reserve-rows.ts'
import { reservesCsv, reservesJson } from '../../../../desktop/renderer/screens/reserves/reserves-export.ts'
import type { ReportReservesModel } from '../../../../shared/reserves.ts'
import { amount } from '../amounts.ts'
import { readCsv } from '../read-csv.ts'

const rowOf = (reserveAmount: string) =>
  ({
    tokenSymbol: '=cmd',
    reserveAmount,
    transactionCount: 3,
    lastTransactionDate: '2026-01-02T03:04:05.000Z',
    blockchain: 'Ethereum',
  }) as ReportReservesModel

const origin = {
  asOf: '2026-03-04T05:06:07.000Z',
  server: 'https://desk.example',
  profile: 'Desk',
  environment: 'Staging',
  contractVersion: '1.0',
  view: { ...wholeReport, text: 'cmd', isDescending: true },
}

test('both exports contain amounts with every digit, negative ones as numbers', () => {
  fc.assert(
    fc.property(fc.array(amount), (amounts) => {
      const rows = amounts.map(rowOf)
      expect(readCsv(reservesCsv(rows)).map((row) => row[2])).toEqual(['reserveAmount', ...amounts])
      const parsed = JSON.parse(reservesJson(rows, origin)) as { rows: ReportReservesModel[] }
      expect(parsed.rows.map(({ reserveAmount }) => reserveAmount)).toEqual(amounts)
    }),
  )
})

test('the CSV of reserves has the contract members as its header and times in UTC', () => {
  expect(reservesCsv([rowOf('-1.5')])).toBe(
    "tokenSymbol,blockchain,reserveAmount,transactionCount,lastTransactionDate\r\n'=cmd,Ethereum,-1.5,3,2026-01-02T03:04:05.000Z\r\n",
  )
})

test('the JSON of reserves names its source and its filters', () => {
  expect(JSON.parse(reservesJson([rowOf('1')], origin))).toEqual({
    report: 'reserves',
    asOf: '2026-03-04T05:06:07.000Z',
    server: 'https://desk.example',
    profile: 'Desk',
    environment: 'Staging',
    contractVersion: '1.0',
    filter: { text: 'cmd', blockchain: null },
    sort: { by: 'tokenSymbol', order: 'descending' },
    rows: [rowOf('1')],
  })
})

test('an export file is named after its content and time, in characters that every system allows', () => {
  expect(fileNameOf('reserves', origin.asOf, 'csv')).toBe('strongroom-reserves-2026-03-04T050607Z.csv')
})
