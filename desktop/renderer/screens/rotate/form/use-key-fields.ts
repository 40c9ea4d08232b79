import { useState } from 'react'
import type { ProviderId } from '../../../../../shared/providers.ts'
import { createFieldRefs } from './field-refs.ts'
import { putText, textOf } from './field-text.ts'
import { type Half, halves, type Issues, isFine, issuesOf, type Pair } from './local-check.ts'

const both = <Value>(value: Value): Record<Half, Value> => ({ apiKey: value, secretApiKey: value })
const nothing: Pair = both('')

/**
 * The two fields of a pair. What is typed stays in the fields alone: not in the state of the page, which outlives them,
 * nor in attributes, which are part of the page's text. They are emptied when they leave the page.
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
  const mend = (half: Half) => {
    putText(field(half), issues[half]?.mend?.(read()[half]) ?? read()[half])
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
    onMend: () => mend(half),
  })
  return { fieldOf, read, check, clear }
}

export type KeyFieldState = ReturnType<ReturnType<typeof useKeyFields>['fieldOf']>
