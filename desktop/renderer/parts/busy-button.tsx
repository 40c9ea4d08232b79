import { Button, type ButtonProps } from '@mantine/core'
import type { ComponentProps } from 'react'
import { useFocusKept } from './use-focus-kept.ts'

type BusyButtonProps = ButtonProps & Omit<ComponentProps<'button'>, keyof ButtonProps | 'ref'>

/** A button that works for a while and cannot be pressed meanwhile. */
export function BusyButton({ loading = false, ...button }: BusyButtonProps) {
  return <Button ref={useFocusKept(loading)} loading={loading} {...button} />
}
