import { NumberInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import type { Settings } from '../../../bridge/settings.ts'
import { bridge } from '../../session/bridge.ts'

/** Keeps the settings in main; what comes back with its next state is what counts. */
export async function changeSettings(settings: Settings): Promise<void> {
  const answer = await bridge.settings(settings)
  if (!answer.ok) notifications.show({ color: 'red', message: answer.error.message })
}

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
