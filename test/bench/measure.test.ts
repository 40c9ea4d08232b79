import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../harness/cli.ts'
import { figureNames } from './figures.ts'
import { interleave } from './interleave.ts'
import { extra, once, type Ratio, ratioOf, verdictOf } from './measure.ts'
import { figureText } from './measure-text.ts'
import { benchmarksPage } from './write-report.ts'

const target = { atLeast: 0.8 }
const detail = ''

test('a figure is judged by the median of its rounds', () => {
  const verdictFor = (value: number) =>
    verdictOf(extra({ name: '', target, detail, value: ratioOf([value, 0.1, 9], [1, 1, 1]) }))
  expect(verdictFor(0.8)).toBe('met')
  expect(verdictFor(0.79)).toBe('missed')
  expect(verdictOf(extra({ name: '', detail, value: 1 }))).toBe('reported')
})

test('a figure is not judged if its control is off by more than 5 %, and says so', () => {
  const withControl = (control: number) => extra({ name: '', target, detail, value: 0.5, control: once(control) })
  expect([0.94, 0.96, 1.04, 1.06].map((control) => verdictOf(withControl(control)))).toEqual([
    'not judged',
    'missed',
    'missed',
    'not judged',
  ])
  expect(figureText(withControl(1.06))).toBe('0.50 [not judged: the control is 1.06]')
})

test('a figure with two ratios is judged by those that can be, and misses its target with either of them', () => {
  const rate = (value: number, notJudged?: string): Ratio => ({
    of: 'requests/s',
    value: once(value),
    control: null,
    ...(notJudged && { notJudged }),
  })
  const cpu = (value: number): Ratio => ({ of: 'CPU', value: once(value), control: once(1) })
  const verdictFor = (...value: Ratio[]) => verdictOf(extra({ name: '', target, detail, value }))
  expect(verdictFor(rate(0.9), cpu(0.9))).toBe('met')
  expect(verdictFor(rate(0.5), cpu(0.9))).toBe('missed')
  expect(verdictFor(rate(0.5, 'the generator was the limit'), cpu(0.9))).toBe('met')
  expect(verdictFor(rate(0.9, 'the generator was the limit'))).toBe('not judged')
})

test('sides are run in turn, and every second round backwards', async () => {
  const order: string[] = []
  const side = (name: string) => () => order.push(name)
  const samples = await interleave({ a: side('a'), b: side('b') }, 3)
  expect(order.join('')).toBe('abbaab')
  expect(samples).toEqual({ a: [1, 4, 5], b: [2, 3, 6] })
})

test('the page has a row for every required figure, measured or not', () => {
  const page = benchmarksPage([])
  expect(figureNames.filter((name) => !page.includes(`| ${name} |`))).toEqual([])
  expect(page.match(/not measured/g)).toHaveLength(figureNames.length)
})

test('docs/benchmarks.md is written from the last results: npm run bench -- report', () => {
  expect(readFileSync(join(root, 'docs/benchmarks.md'), 'utf8')).toBe(benchmarksPage())
})
