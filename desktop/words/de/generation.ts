import type { generation as english } from '../en/generation.ts'
import type { Translated } from '../translate.ts'

export const generation = {
  newerTitle: 'Der Server ist neuer als diese Konsole',
  newer:
    'Der Server verwendet die API-Version {{server}}, die Konsole {{console}}. Alle gezeigten Daten sind richtig, neuere Funktionen fehlen jedoch. Aktualisieren Sie die Konsole, um sie zu sehen.',
  olderTitle: 'Der Server ist älter als diese Konsole',
  older:
    'Der Server verwendet die API-Version {{server}}, die Konsole {{console}}. Funktionen, die der Server nicht kennt, schlagen mit einer Meldung fehl. Aktualisieren Sie den Server.',
  otherTitle: 'Konsole und Server passen nicht zusammen',
  other:
    'Der Server verwendet die API-Version {{server}}, die Konsole {{console}}. Wechseln Sie von hier aus keine Schlüssel. Verwenden Sie eine Konsole, die zur Version des Servers passt.',
} as const satisfies Translated<typeof english>
