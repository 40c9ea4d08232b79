import { Group } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './link-tabs.module.css'

/** The class of each link in {@link LinkTabs}. */
export const tabClass = classes.tab ?? ''

/** Parts of a screen that have addresses of their own, so these are links. */
export const LinkTabs = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <Group component="nav" gap="xs" aria-label={label} className={classes.tabs ?? ''}>
    {children}
  </Group>
)
