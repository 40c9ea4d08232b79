import { type RefObject, useRef, useState } from 'react'
import type { ProviderId } from '../../../../shared/providers.ts'
import { type Half, halves, type Issues, isFine, issuesOf, type Pair } from './local-check.ts'

type Field = HTMLInputElement | HTMLTextAreaElement

const both = <Value>(value: Value): Record<Half, Value> => ({ apiKey: value, secretApiKey: value })
const nothing: Pair = both('')

/**
 * The two fields of a pair. What is typed stays in the fields alone: not in the state of the page, which outlives them,
 * nor in attributes, which are part of the page's text. They are emptied when they leave the page.
 */
export function useKeyFields(provider: ProviderId, onChange: () => void) {
  const fields = useRef<Record<Half, Field | null>>(both(null))
  const [refs] = useState(() => ({
    apiKey: fieldRef(fields, 'apiKey'),
    secretApiKey: fieldRef(fields, 'secretApiKey'),
  }))
  const [issues, setIssues] = useState<Issues>(() => issuesOf(provider, nothing))
  const [counts, setCounts] = useState(both(0))
  const [isLeft, setLeft] = useState(both(false))

  const read = (): Pair => ({
    apiKey: fields.current.apiKey?.value ?? '',
    secretApiKey: fields.current.secretApiKey?.value ?? '',
  })
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
    if (wrong) fields.current[wrong]?.focus()
    return isFine(found)
  }
  const clear = () => {
    for (const half of halves) empty(fields.current[half])
    look()
    setLeft(both(false))
  }
  const fieldOf = (half: Half) => ({
    issue: issues[half],
    isIssueShown: isLeft[half] && issues[half] !== null,
    count: counts[half],
    onInput: look,
    onBlur: () => counts[half] > 0 && setLeft((left) => ({ ...left, [half]: true })),
    onMend: () => {
      const field = fields.current[half]
      if (field) field.value = issues[half]?.mend?.(field.value) ?? field.value
      field?.focus()
      look()
    },
    field: refs[half],
  })
  return { fieldOf, read, check, clear }
}

/** Empties the field when it leaves the page; must be the same function at every drawing. */
const fieldRef = (fields: RefObject<Record<Half, Field | null>>, half: Half) => (element: Field | null) => {
  fields.current[half] = element
  return () => {
    empty(element)
    fields.current[half] = null
  }
}

function empty(field: Field | null): void {
  if (field) field.value = ''
}

export type KeyFieldState = ReturnType<ReturnType<typeof useKeyFields>['fieldOf']>
