import { ActionIcon, Button, type ButtonProps, Tooltip } from '@mantine/core'
import { RefreshCw } from 'lucide-react'
import { type ComponentProps, type RefObject, useLayoutEffect, useRef } from 'react'
import { readAgain } from '../session/sign-in-request.ts'
import { useTranslation } from './use-translation.ts'

type BusyButtonProps = ButtonProps & Omit<ComponentProps<'button'>, keyof ButtonProps | 'ref'>

/** A button that works for a while and cannot be pressed meanwhile. */
export function BusyButton({ loading = false, ...button }: BusyButtonProps) {
  return <Button ref={useFocusKept(loading)} loading={loading} {...button} />
}

type Refreshable = { readonly isFetching: boolean; refetch(): Promise<unknown> }

/** Reads again in place: rows, scroll and selection stay. */
export function RefreshButton({ query }: { readonly query: Refreshable }) {
  const { t } = useTranslation()
  return (
    <Tooltip label={t('refresh')}>
      <ActionIcon
        ref={useFocusKept(query.isFetching)}
        variant="default"
        size="lg"
        aria-label={t('refresh')}
        loading={query.isFetching}
        onClick={() => void readAgain(() => query.refetch())}
      >
        <RefreshCw size={16} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}

/** For what cannot be pressed while it is busy: it has the focus again afterwards if it had it before. */
function useFocusKept(isBusy: boolean): RefObject<HTMLButtonElement | null> {
  const element = useRef<HTMLButtonElement>(null)
  const hadFocus = useRef(false)
  useLayoutEffect(() => {
    if (isBusy) hadFocus.current = document.activeElement === element.current
    else if (hadFocus.current && document.activeElement === document.body) element.current?.focus()
  }, [isBusy])
  return element
}
