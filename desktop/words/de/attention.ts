import type { attention as english } from '../en/attention.ts'
import type { Translated } from '../translate.ts'

export const attention = {
  status: {
    off: 'keine Prüfung',
    locked: 'gesperrt',
    signedOut: 'nicht angemeldet',
    reading: 'wird geprüft',
    failed: 'Prüfung fehlgeschlagen',
  },
  menu: { open: 'Strongroom öffnen', check: 'Jetzt prüfen', quit: 'Beenden' },
  added: '{{count, number}} neue Einträge erfordern Aufmerksamkeit',
  unlockFirst: 'Entsperren Sie die Konsole, um sie zu sehen.',
} as const satisfies Translated<typeof english>
