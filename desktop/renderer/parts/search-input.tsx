import { Kbd, TextInput } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { Search } from 'lucide-react'
import { useRef } from 'react'

type SearchInputProps = {
  readonly label: string
  /** What can be searched for. */
  readonly hint?: string
  readonly value: string
  readonly onChange: (text: string) => void
}

/** The one search field of a screen: `/` and Mod+F lead to it, Escape empties it. */
export function SearchInput({ label, hint, value, onChange }: SearchInputProps) {
  const input = useRef<HTMLInputElement>(null)
  const find = () => input.current?.focus()
  useHotkeys([
    ['/', find],
    ['mod+F', find],
  ])
  return (
    <TextInput
      ref={input}
      type="search"
      aria-label={label}
      placeholder={hint}
      leftSection={<Search size={16} aria-hidden />}
      rightSection={<Kbd aria-hidden>/</Kbd>}
      flex="1 1 220px"
      maw={420}
      spellCheck={false}
      autoComplete="off"
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      onKeyDown={({ key }) => key === 'Escape' && onChange('')}
    />
  )
}
