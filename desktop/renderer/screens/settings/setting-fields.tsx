import { NumberInput } from '@mantine/core'
import { useState } from 'react'

type WholeNumberProps = {
  readonly label: string
  readonly value: number
  readonly most: number
  /** Called with a number from 1 to `most` once the field is left. */
  readonly onSettled: (value: number) => void
}

export function WholeNumber({ label, value, most, onSettled }: WholeNumberProps) {
  const [draft, setDraft] = useState<number | string>(value)
  const settle = () => {
    const settled = typeof draft === 'number' ? draft : value
    setDraft(settled)
    if (settled !== value) onSettled(settled)
  }
  return (
    <NumberInput
      label={label}
      value={draft}
      onChange={setDraft}
      onBlur={settle}
      min={1}
      max={most}
      clampBehavior="strict"
      allowDecimal={false}
      w={220}
    />
  )
}
