import { notifications } from '@mantine/notifications'
import type { Settings } from '../../bridge/settings.ts'
import { bridge } from '../session/bridge.ts'

/** Keeps the settings in main; what comes back with its next state is what counts. */
export async function changeSettings(settings: Settings): Promise<void> {
  const answer = await bridge.settings(settings)
  if (!answer.ok) notifications.show({ color: 'red', message: answer.error.message })
}
