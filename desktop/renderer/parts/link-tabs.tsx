import { useLocation } from '@tanstack/react-router'
import { type FocusEvent, type ReactNode, useLayoutEffect, useRef } from 'react'
import classes from './link-tabs.module.css'

/** The class of each link in {@link LinkTabs}. */
export const tabClass = classes.tab ?? ''

/** Parts of a screen that have addresses of their own, so these are links. */
export function LinkTabs({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  const line = useRef<HTMLDivElement>(null)
  const path = useLocation({ select: ({ pathname }) => pathname })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has another current tab
  useLayoutEffect(() => showCurrent(line.current), [path])
  return (
    <nav aria-label={label} className={classes.tabs}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the focus is that of its links */}
      <div ref={line} className={classes.line} onFocus={showFocused}>
        {children}
      </div>
    </nav>
  )
}

/** A tab that is partly in sight gets the focus where it is. */
const showFocused = ({ target }: FocusEvent) => target.scrollIntoView({ block: 'nearest', inline: 'nearest' })

/** Scrolls the tab of the page that is shown to the middle, as far as that is possible. */
function showCurrent(line: HTMLElement | null): void {
  const tab = line?.querySelector<HTMLElement>('[aria-current="page"]')
  if (line && tab) line.scrollLeft = tab.offsetLeft - (line.clientWidth - tab.offsetWidth) / 2
}
