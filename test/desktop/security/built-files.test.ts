import { readdir, readFile } from 'node:fs/promises'
import { builtinModules } from 'node:module'
import { extname, join } from 'node:path'
import { beforeAll, describe, expect, inject, test } from 'vitest'

/** Addresses in the code, none of which is ever asked for. */
const words: readonly (readonly [start: string, why: string])[] = [
  ['http://www.w3.org/', 'names of XML and SVG'],
  ['https://json-schema.org/', 'names of the dialects that a schema library writes'],
  ['http://json-schema.org/', 'names of the dialects that a schema library writes'],
  ['https://react.dev/errors/', 'in messages of React'],
  ['https://react.i18next.com/', 'in a warning of i18next'],
  ['https://mantine.dev/', 'in a warning of Mantine'],
  ['https://host', 'how the address of a server is written'],
  ['http://[${', 'how a schema library tries an address of IPv6'],
  ['https://hooks.example.com/', 'the example of an address that receives events'],
  ['http://localhost', 'stands in where there is no address to read a path from'],
]

type BuiltFile = { readonly path: string; readonly text: string }

const texts = ['.html', '.js', '.cjs', '.css', '.svg']

async function filesIn(folder: string): Promise<BuiltFile[]> {
  const names = await readdir(join(inject('bundle'), 'out', folder), { recursive: true })
  const paths = names.filter((name) => texts.includes(extname(name))).map((name) => join(folder, name))
  return Promise.all(
    paths.map(async (path) => ({ path, text: await readFile(join(inject('bundle'), 'out', path), 'utf8') })),
  )
}

const matchesIn = (files: readonly BuiltFile[], pattern: RegExp) =>
  files.flatMap(({ text }) => [...text.matchAll(pattern)].map(([whole, part]) => part ?? whole))

const required = (files: readonly BuiltFile[]) => [
  ...new Set(matchesIn(files, /(?:\brequire\s*\(\s*|\bimport\s*\(\s*|\bfrom\s*|\bimport\s*)["'`]([^"'`]+)["'`]/g)),
]

const isBuiltIn = (name: string) => name.startsWith('node:') || builtinModules.includes(name) || name === 'electron'

let renderer: BuiltFile[]
let preload: BuiltFile[]
let main: BuiltFile[]
beforeAll(async () => {
  ;[renderer, preload, main] = await Promise.all([filesIn('renderer'), filesIn('preload'), filesIn('main')])
})

describe('the built preload', () => {
  test('requires electron and nothing else', () => {
    expect(required(preload)).toEqual(['electron'])
  })

  test('is a single file', () => {
    expect(preload.map(({ path }) => path)).toEqual([join('preload', 'index.cjs')])
  })
})

describe('the built renderer', () => {
  test('contains no built-in module of Node and no electron', () => {
    expect(required(renderer).filter(isBuiltIn)).toEqual([])
    expect(required(renderer).length).toBeGreaterThan(10)
  })

  test('unlike main contains no such import (control)', () => {
    expect(required(main).filter(isBuiltIn)).toEqual(expect.arrayContaining(['electron', 'node:fs']))
  })

  test('loads only its own files', () => {
    const addresses = [
      ...matchesIn(renderer, /<(?:script|link|img|iframe|base|source)\b[^>]*?(?:src|href)="([^"]*)"/g),
      ...matchesIn(renderer, /\burl\(\s*["']?([^"')]+)/g).filter((address) => !address.startsWith('data:image/')),
      ...matchesIn(renderer, /@import\s+(?:url\()?["']?([^"');]+)/g),
    ]
    expect(addresses.filter((address) => /^(?:[a-z]+:)?\/\//i.test(address))).toEqual([])
    expect(addresses.filter((address) => address.startsWith('./assets/')).length).toBeGreaterThan(1)
  })

  test('contains no web address except known identifiers', () => {
    const code = renderer.filter(({ text }) => !text.includes('Permission is hereby granted')) // words of licences
    const named = matchesIn(code, /https?:\/\/[^\s"'`<>\\)]+/g)
    expect(renderer.length - code.length).toBeLessThan(3)
    const unknown = named.filter((address) => !words.some(([start]) => address.startsWith(start)))
    expect([...new Set(unknown)]).toEqual([])
    for (const [start, why] of words)
      expect(
        named.find((address) => address.startsWith(start)),
        why,
      ).toBeDefined()
  })
})

test.each(["'unsafe-inline'", "'unsafe-eval'", "'unsafe-hashes'", "'strict-dynamic'"])(
  'no built file has %s',
  (source) => {
    expect([...main, ...preload, ...renderer].filter(({ text }) => text.includes(source))).toEqual([])
  },
)

test('the built page has no inline script or style', () => {
  const page = renderer.find(({ path }) => path.endsWith('index.html'))?.text ?? ''
  expect(page).not.toMatch(/<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=/i)
  expect(page).toMatch(/<script[^>]*\bsrc="\.\/assets\//)
})
