import { Button, type ButtonProps } from '@mantine/core'
import { type ComponentProps, useLayoutEffect, useRef } from 'react'

type BusyButtonProps = ButtonProps & Omit<ComponentProps<'button'>, keyof ButtonProps | 'ref'>

/** A button that works for a while and cannot be pressed meanwhile; it has the focus again afterwards if it had it before. */
export function BusyButton({ loading = false, ...button }: BusyButtonProps) {
  const element = useRef<HTMLButtonElement>(null)
  const hadFocus = useRef(false)
  useLayoutEffect(() => {
    if (loading) hadFocus.current = document.activeElement === element.current
    else if (hadFocus.current && document.activeElement === document.body) element.current?.focus()
  }, [loading])
  return <Button ref={element} loading={loading} {...button} />
}
