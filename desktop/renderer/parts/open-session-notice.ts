import { notifications } from '@mantine/notifications'
import type { KnownProfile, SignOutAnswer } from '../../bridge/state.ts'
import { t } from '../../words/words.ts'
import { localOf } from './time-text.ts'

/** Shows until it is closed how long a session goes on that its server could not be asked to end. */
export function showOpenSession({ name }: Pick<KnownProfile, 'name'>, { openUntil }: SignOutAnswer): void {
  if (openUntil === null) return
  const message = t('connect:sessionOpen', { name, time: localOf(openUntil) })
  notifications.show({ color: 'yellow', autoClose: false, title: t('connect:sessionOpenTitle'), message })
}
