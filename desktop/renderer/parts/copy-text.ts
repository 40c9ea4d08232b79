import { notifications } from '@mantine/notifications'
import i18next from 'i18next'
import { bridge } from '../session/bridge.ts'
import { announce } from './announcer.tsx'
import { visibleText } from './visible-text.ts'

/** Copies through main, for the page has no right to the clipboard, and says so; `what` names it. False when it could not be copied. */
export async function copyText(text: string, what: string): Promise<boolean> {
  const answer = await bridge.copy({ text })
  if (answer.ok) announce(i18next.t('copiedWhat', { what: visibleText(what) }))
  else notifications.show({ color: 'red', title: i18next.t('notCopied'), message: answer.error.message })
  return answer.ok
}
