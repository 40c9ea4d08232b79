import { type EcmaScriptModule, parseSync, type Span, Visitor, type VisitorObject } from 'oxc-parser'

export type Place = { readonly line: number; readonly text: string }
type FunctionFact = Place & { readonly lines: number }
type Golf = { readonly tupleAssignments: Place[]; readonly literalSpreads: Place[] }
/** `isOwn` is false for what the file passes on from another one. */
type ExportedName = { readonly name: string; readonly isOwn: boolean }

/** What one file says about itself, without its neighbours. */
export type SourceFacts = {
  readonly lines: number
  /** Relative specifiers as written, those of types and dynamic imports included. */
  readonly imports: readonly { readonly from: string; readonly line: number }[]
  readonly exports: readonly ExportedName[]
  /** `text` is the name. */
  readonly functions: readonly FunctionFact[]
  readonly tupleAssignments: readonly Place[]
  readonly literalSpreads: readonly Place[]
  readonly source: string
  /** The source with its comments blanked. */
  readonly code: string
}

/** Finds the line of an offset; lines count from 1. */
function lineCounter(source: string) {
  const ends = [...source.matchAll(/\n/g)].map(({ index }) => index)
  return (offset: number) => {
    let low = 0
    let high = ends.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((ends[middle] ?? 0) < offset) low = middle + 1
      else high = middle
    }
    return low + 1
  }
}

function withoutComments(source: string, comments: readonly Span[]) {
  let end = 0
  const kept: string[] = []
  for (const comment of comments) {
    kept.push(source.slice(end, comment.start), source.slice(comment.start, comment.end).replace(/[^\n]/g, ' '))
    end = comment.end
  }
  return kept.join('') + source.slice(end)
}

type Text = ReturnType<typeof createText>

/** The source by the offsets of the parser. */
function createText(source: string) {
  const lineOf = lineCounter(source)
  const textOf = ({ start, end }: Span) => source.slice(start, end)
  const place = (node: Span): Place => ({ line: lineOf(node.start), text: textOf(node).split('\n')[0] ?? '' })
  return { lineOf, textOf, place }
}

function importsOf({ staticImports, staticExports, dynamicImports }: EcmaScriptModule, { lineOf, textOf }: Text) {
  const from = (specifier: string, start: number) => ({ from: specifier, line: lineOf(start) })
  const literal = (span: Span) => /^['"`]([^'"`$]+)['"`]$/.exec(textOf(span))?.[1]
  return [
    ...staticImports.map(({ moduleRequest, start }) => from(moduleRequest.value, start)),
    ...staticExports.flatMap(({ entries, start }) =>
      entries.flatMap(({ moduleRequest }) => (moduleRequest ? [from(moduleRequest.value, start)] : [])),
    ),
    ...dynamicImports.map(({ moduleRequest, start }) => from(literal(moduleRequest) ?? '', start)),
  ]
}

function exportsOf({ staticImports, staticExports }: EcmaScriptModule): ExportedName[] {
  const imported = new Set(staticImports.flatMap(({ entries }) => entries.map(({ localName }) => localName.value)))
  return staticExports
    .flatMap(({ entries }) => entries)
    .flatMap(({ moduleRequest, exportName: { name }, localName }) =>
      name ? [{ name, isOwn: !moduleRequest && !imported.has(localName.name ?? '') }] : [],
    )
}

/** Finds functions, with the name of what they are assigned to where they have none of their own. */
function functionVisitor({ lineOf, textOf }: Text, functions: FunctionFact[]): VisitorObject {
  const names = new Map<number, string>()
  const suites = new Set<number>()
  const add = (node: Span, name: string | null = null) => {
    const line = lineOf(node.start)
    const lines = lineOf(node.end) - line + 1
    if (!suites.has(node.start)) functions.push({ line, lines, text: name ?? names.get(node.start) ?? '(no name)' })
  }
  return {
    VariableDeclarator({ id, init }) {
      if (init && id.type === 'Identifier') names.set(init.start, id.name)
    },
    Property({ key, value }) {
      if (key.type === 'Identifier') names.set(value.start, key.name)
    },
    MethodDefinition({ key, value }) {
      if (key.type === 'Identifier') names.set(value.start, key.name)
    },
    CallExpression(node) {
      // The body of `describe` is a list of tests, not a function that has to be followed.
      if (/^describe\b/.test(textOf(node.callee))) for (const each of node.arguments) suites.add(each.start)
    },
    FunctionDeclaration(node) {
      add(node, node.id?.name)
    },
    FunctionExpression(node) {
      add(node, node.id?.name)
    },
    ArrowFunctionExpression(node) {
      add(node)
    },
  }
}

/** `[a, b] = [b, a]`: what stands on the right stands on the left too. */
const isSwap = (left: readonly string[], right: readonly string[]) =>
  left.length === right.length && right.every((element) => left.includes(element))

/** Finds lines that were saved at the cost of the reader. */
function golfVisitor({ textOf, place }: Text, { tupleAssignments, literalSpreads }: Golf): VisitorObject {
  const textsOf = (elements: readonly (Span | null)[]) => elements.map((each) => (each ? textOf(each) : ''))
  return {
    VariableDeclaration({ declarations }) {
      for (const node of declarations) {
        if (node.id.type === 'ArrayPattern' && node.init?.type === 'ArrayExpression') tupleAssignments.push(place(node))
      }
    },
    AssignmentExpression(node) {
      if (node.left.type !== 'ArrayPattern' || node.right.type !== 'ArrayExpression') return
      if (!isSwap(textsOf(node.left.elements), textsOf(node.right.elements))) tupleAssignments.push(place(node))
    },
    SpreadElement(node) {
      if (/^(Object|Array)Expression$/.test(node.argument.type)) literalSpreads.push(place(node))
    },
  }
}

/** The facts of one file. Throws where it does not parse. */
export function readSource(path: string, source: string): SourceFacts {
  const { program, module, comments, errors } = parseSync(path, source)
  if (errors[0]) throw new Error(`${path} cannot be parsed: ${errors[0].message}`)
  const text = createText(source)
  const imports = importsOf(module, text)
  const functions: FunctionFact[] = []
  const golf = { tupleAssignments: [], literalSpreads: [] }
  new Visitor({
    ...functionVisitor(text, functions),
    ...golfVisitor(text, golf),
    TSImportType({ source: type, start }) {
      imports.push({ from: type.value, line: text.lineOf(start) })
    },
  }).visit(program)
  return {
    lines: source.split('\n').length - (source.endsWith('\n') ? 1 : 0),
    imports: imports.filter(({ from }) => from.startsWith('.')),
    exports: exportsOf(module),
    functions,
    ...golf,
    source,
    code: withoutComments(source, comments),
  }
}
