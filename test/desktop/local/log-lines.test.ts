import { expect, test } from 'vitest'
import { createLogLines } from '../../../desktop/main/local/log-lines.ts'
import { mintToken } from '../../../server/access/token-text.ts'

test('the last 500 lines are kept in order', () => {
  const log = createLogLines()
  for (let line = 1; line <= 1_200; line++) log.add(`line ${line}`)
  expect(log.all()).toHaveLength(500)
  expect(log.all()[0]).toBe('line 701')
  expect(log.last(2)).toEqual(['line 1199', 'line 1200'])
})

test('text that looks like a token is removed from its line', () => {
  const log = createLogLines()
  const token = mintToken()
  log.add(`{"authorization":"Bearer ${token}","status":401}`)
  log.add(`given: ${token}, ${token.slice(0, 20)}`)
  expect(log.all().join('\n')).not.toContain(token.slice(4, 20))
  expect(log.all()).toEqual(['{"authorization":"Bearer ...","status":401}', 'given: srt_..., srt_...'])
})

test('a long line is cut to its beginning', () => {
  const log = createLogLines()
  log.add('x'.repeat(1_000_000))
  expect(log.all()[0]).toHaveLength(4_000)
})
