import { cp, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { resolveConfig } from 'electron-vite'
import i18next from 'i18next'
import { build, type Plugin } from 'vite'
import { inject } from 'vitest'
import { en } from '../../../desktop/words/en.ts'
import './words.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))

const plain = 'AEINOSUYaceinosuy'
const accented = 'ÂÊÎÑÖŠÛÝåçéïñöšüý'
const accents = new Map([...plain].map((letter, at) => [letter, accented[at] ?? letter]))

/** How much longer than English another language may be. */
const growth = 0.4

/** Accented, with letters doubled until it is longer by `growth`; it breaks into lines where the English text does. */
function lengthened(text: string): string {
  let due = 0
  const longer = [...text].map((letter) => {
    due += growth
    const accent = accents.get(letter) ?? letter
    if (due < 1 || !/\p{L}/u.test(letter)) return accent
    due -= 1
    return accent + accent.toLowerCase()
  })
  return longer.join('')
}

/** A text as a language would have it that is 40 % longer than English, in brackets; its holes stay as they are. */
export function pseudoText(text: string): string {
  const parts = text.split(/(\{\{[^}]*\}\})/)
  return `⟦${parts.map((part, at) => (at % 2 === 0 ? lengthened(part) : part)).join('')}⟧`
}

type Texts = { readonly [key: string]: string | Texts }

const pseudoTable = (texts: Texts): Texts =>
  Object.fromEntries(
    Object.entries(texts).map(([key, text]) => [key, typeof text === 'string' ? pseudoText(text) : pseudoTable(text)]),
  )

const tables = pseudoTable(en)
/** i18next writes new texts into the object that it was started with. */
const english = structuredClone(en)

/** Has a build take the pseudo-locale for English. */
const pseudoWords: Plugin = {
  name: 'pseudo-words',
  load: (id) => (id.endsWith('/desktop/words/en.ts') ? `export const en = ${JSON.stringify(tables)}` : null),
}

/** Builds name their mode and their Electron in the environment, which later tests would inherit. */
function keptEnvironment(): Disposable {
  const before = { ...process.env }
  return {
    [Symbol.dispose]: () => {
      for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name]
      Object.assign(process.env, before)
    },
  }
}

/** Makes these the texts of `t` for this process. */
function useTexts(texts: Texts): void {
  for (const [table, words] of Object.entries(texts)) i18next.addResourceBundle('en', table, words, true, true)
}

/** The console with main and its page in the pseudo-locale, and `t` of the tests with it; a folder for `openConsole`. */
export async function buildPseudoConsole(): Promise<AsyncDisposable & { readonly folder: string }> {
  const folder = await mkdtemp(join(root, 'node_modules/.cache/pseudo-'))
  await cp(inject('bundle'), folder, { recursive: true })
  using _ = keptEnvironment()
  const inline = { root, logLevel: 'warn', plugins: [pseudoWords], build: { outDir: join(folder, 'out') } } as const
  const { config } = await resolveConfig({ ...inline, plugins: [pseudoWords] }, 'build', 'production')
  for (const bundle of ['main', 'renderer'] as const) {
    if (!config?.[bundle]) throw new Error(`There is no build of ${bundle}.`)
    await build({ ...config[bundle], configFile: false })
  }
  useTexts(tables)
  return {
    folder,
    async [Symbol.asyncDispose]() {
      useTexts(english)
      await rm(folder, { recursive: true, force: true })
    },
  }
}
