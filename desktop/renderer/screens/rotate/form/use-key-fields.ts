import { useState } from 'react'
import type { ProviderId } from '../../../../../shared/providers.ts'
import { type Half, halves, type Issues, isFine, issuesOf, type Pair } from './local-check.ts'

const both = <Value>(value: Value): Record<Half, Value> => ({ apiKey: value, secretApiKey: value })
const nothing: Pair = both('')

/**
 * The fields for API key and secret. What is typed stays in the elements: not in React state, which outlives them, nor in
 * attributes, which are part of the page's text. They are emptied when they leave the page.
 */
export function useKeyFields(provider: ProviderId, onChange: () => void) {
  const [{ field, refs }] = useState(createFieldRefs)
  const [issues, setIssues] = useState<Issues>(() => issuesOf(provider, nothing))
  const [counts, setCounts] = useState(both(0))
  const [isLeft, setLeft] = useState(both(false))

  const read = (): Pair => ({ apiKey: textOf(field('apiKey')), secretApiKey: textOf(field('secretApiKey')) })
  const look = () => {
    const pair = read()
    setIssues(issuesOf(provider, pair))
    setCounts({ apiKey: pair.apiKey.length, secretApiKey: pair.secretApiKey.length })
    onChange()
  }
  /** Shows every issue and puts the focus on the first; true when there is none. */
  const check = (): boolean => {
    setLeft(both(true))
    const found = issuesOf(provider, read())
    const wrong = halves.find((half) => found[half] !== null)
    if (wrong) field(wrong)?.focus()
    return isFine(found)
  }
  const clear = () => {
    for (const half of halves) putText(field(half), '')
    look()
    setLeft(both(false))
  }
  const fix = (half: Half) => {
    putText(field(half), issues[half]?.fix?.(read()[half]) ?? read()[half])
    field(half)?.focus()
    look()
  }
  const fieldOf = (half: Half) => ({
    issue: issues[half],
    isIssueShown: isLeft[half] && issues[half] !== null,
    count: counts[half],
    field: refs[half],
    onInput: look,
    onBlur: () => counts[half] > 0 && setLeft((left) => ({ ...left, [half]: true })),
    onFix: () => fix(half),
  })
  return { fieldOf, read, check, clear }
}

export type KeyFieldState = ReturnType<ReturnType<typeof useKeyFields>['fieldOf']>

/** The two fields as elements of the page. */
type FieldRefs = {
  readonly field: (half: Half) => Field | null
  /** What React calls as a field comes and goes. */
  readonly refs: Readonly<Record<Half, (element: Field | null) => () => void>>
}

/** Whether nothing in particular has the focus: it went away with what was there before, or is at a screen's beginning. */
const isFocusFree = () => document.activeElement === document.body || document.activeElement?.id === 'content'

/** A field that leaves the page is emptied; one that takes its place in the same moment, shown or masked, takes over its text. */
function createFieldRefs(): FieldRefs {
  const fields: Record<Half, Field | null> = { apiKey: null, secretApiKey: null }
  const refOf = (half: Half) => {
    let left = ''
    return (element: Field | null) => {
      fields[half] = element
      if (left) putText(element, left)
      left = ''
      if (half === 'apiKey' && isFocusFree()) element?.focus()
      return () => {
        left = textOf(element)
        queueMicrotask(() => {
          left = ''
        })
        putText(element, '')
        fields[half] = null
      }
    }
  }
  return { field: (half) => fields[half], refs: { apiKey: refOf('apiKey'), secretApiKey: refOf('secretApiKey') } }
}

type Field = HTMLInputElement | HTMLTextAreaElement

/** Stands for a line break in a field of one line, which would drop it: the line separator of Unicode. */
const lineMark = '\u2028'

const inOneLine = (text: string): string => text.replaceAll(/\r\n?|\n/g, lineMark)

/** What a field holds, with the line breaks it was given. */
const textOf = (field: Field | null): string => field?.value.replaceAll(lineMark, '\n') ?? ''

function putText(field: Field | null, text: string): void {
  if (field) field.value = field instanceof HTMLInputElement ? inOneLine(text) : text
}

/** Puts text in the place of what is selected, as pasting does, but keeps its line breaks. */
export function pasteText(field: HTMLInputElement, text: string): void {
  const { selectionStart, selectionEnd, value } = field
  field.setRangeText(inOneLine(text), selectionStart ?? 0, selectionEnd ?? value.length, 'end')
}
