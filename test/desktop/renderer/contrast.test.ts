import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

const renderer = fileURLToPath(new URL('../../../desktop/renderer/', import.meta.url))
const sheet = readFileSync(`${renderer}app/tokens.css`, 'utf8')

type Tokens = Readonly<Record<string, string>>

/** The colours and shadows that the rule of a selector sets. */
function tokensOf(selector: string): Tokens {
  const [, body] = sheet.split(`${selector} {`)
  const lines = body?.split('}')[0]?.matchAll(/--((?:color|shadow)-[\w-]+): ([^;]+);/g) ?? []
  return Object.fromEntries([...lines].map(([, name, value]) => [name, value]))
}

const themes = { light: tokensOf('[data-mantine-color-scheme="light"]'), dark: tokensOf('scheme="dark"]') }
const forced = tokensOf('[data-mantine-color-scheme]')

/** Relative luminance as WCAG 2.2 defines it. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

const grounds = ['canvas', 'surface', 'sunken', 'hover', 'selected']
const tones = ['positive', 'negative', 'caution', 'due', 'info', 'neutral']
const pairs = (fronts: readonly string[], backs: readonly string[]) =>
  fronts.flatMap((front) => backs.map((back) => [front, back] as const))

/** What is read, on what it is read on: 4.5 to 1. */
const texts = [
  ...pairs(['text', 'muted', 'accent-text', 'negative'], grounds),
  ...pairs(['text', 'muted'], ['neutral-soft', ...tones.map((tone) => `${tone}-soft`)]),
  ...pairs(tones, ['canvas', 'surface', 'sunken', 'hover']),
  ...tones.map((tone) => [tone, `${tone}-soft`] as const),
  ...pairs(['on-accent'], ['accent', 'accent-hover', 'danger', 'danger-hover']),
]
/** What shows where a control or a bar ends: 3 to 1. */
const shapes = pairs(['control', 'accent', 'danger', 'chart'], ['canvas', 'surface', 'sunken'])

function tooFaint(theme: Tokens): readonly string[] {
  const ratio = ([front, back]: readonly [string, string]) =>
    contrast(theme[`color-${front}`] ?? '', theme[`color-${back}`] ?? '')
  const below = (least: number) => (pair: readonly [string, string]) => !(ratio(pair) >= least)
  return [...texts.filter(below(4.5)), ...shapes.filter(below(3))].map(
    (pair) => `${pair.join(' on ')}: ${ratio(pair).toFixed(2)}`,
  )
}

describe.each(['light', 'dark'] as const)('the %s theme', (name) => {
  test('has the contrast of WCAG 2.2 AA in every pair of colours that meet', () => {
    expect(tooFaint(themes[name])).toEqual([])
  })

  test('sets every colour that the other one sets, and no other', () => {
    expect(Object.keys(themes[name])).toEqual(Object.keys(themes.light))
    expect(Object.keys(themes[name]).length).toBeGreaterThan(25)
  })
})

test('a pair of too little contrast is found (control)', () => {
  expect(tooFaint({ ...themes.light, 'color-muted': '#8a94a3' })).toContain('muted on surface: 3.07')
})

test('with forced colours every colour is one of the system', () => {
  const system = /^(Canvas|CanvasText|LinkText|ButtonBorder|Highlight|HighlightText|none)$/
  expect(Object.keys(forced)).toEqual(Object.keys(themes.light))
  expect(Object.values(forced).filter((value) => !system.test(value))).toEqual([])
})

test('what is disabled has colours of which the contrast is judged', () => {
  const styles = readFileSync(`${renderer}app/styles.css`, 'utf8')
  const [front, back] = ['disabled-color', 'disabled'].map(
    (name) => new RegExp(`--mantine-color-${name}: var\\(--color-([\\w-]+)\\)`).exec(styles)?.[1],
  )
  expect(texts).toContainEqual([front, back])
})

test('no other style sheet names a colour', () => {
  const sheets = globSync('**/*.css', { cwd: renderer }).filter((name) => !name.endsWith('tokens.css'))
  const literal = /#[\da-f]{3,8}\b|\b(rgb|hsl|oklch)a?\(/i
  expect(sheets.length).toBeGreaterThan(15)
  expect(sheets.filter((name) => literal.test(readFileSync(renderer + name, 'utf8')))).toEqual([])
})

test('every style names only variables that are set', () => {
  const sources = globSync('**/*.{css,ts,tsx}', { cwd: renderer }).map((name) => readFileSync(renderer + name, 'utf8'))
  const named = sources.flatMap((text) => [...text.matchAll(/var\(--((?:color|shadow|motion)-[\w-]+)\)/g)])
  const set = new Set([...Object.keys(themes.light), 'motion-fast', 'motion-slow', 'motion-curve'])
  expect(named.map(([, name]) => name ?? '').filter((name) => !set.has(name))).toEqual([])
})
