import type { palette as english } from '../en/palette.ts'
import type { Translated } from '../translate.ts'

export const palette = {
  title: 'Befehlspalette',
  placeholder: 'Seiten, Verwahrer, Adressen, Bezeichnungen und IDs suchen…',
  nothing: 'Keine Treffer',
  screens: 'Seiten',
  custodians: 'Verwahrer',
  parts: 'Seiten der Verwahrer',
  tokens: 'Token',
  actions: 'Aktionen',
  short: 'Gehe zu…',
  selected: '{{label}}, {{place}} von {{count}}',
  rotate: 'Schlüssel von {{name}} wechseln',
  wallets: 'Wallets von {{name}}',
  history: 'Verlauf von {{name}}',
  byId: 'Nach ID',
  walletsById: 'Wallets des Verwahrers {{custodianId}} des Mandanten {{tenantId}}',
  found: {
    custodians: 'Weitere Verwahrer',
    wallets: 'Wallets',
    tenants: 'Mandanten',
    tokens: 'Bedienertoken',
    rotations: 'Schlüsselwechsel',
    auditRecords: 'Einträge des Protokolls',
  },
  server: {
    idle: 'Findet Wallets, Mandanten, Bedienertoken sowie IDs von Schlüsselwechseln und Anfragen auf dem Server.',
    waiting: 'Der Server wird durchsucht…',
    answered_one: '{{count}} Treffer auf dem Server',
    answered_other: '{{count}} Treffer auf dem Server',
    more: 'Weitere Treffer auf dem Server: {{kinds}}. Tippen Sie weiter, um sie einzugrenzen.',
    failed: 'Die Suche auf dem Server ist fehlgeschlagen: {{why}}.',
    older: 'Dieser Server ist zu alt, um durchsucht zu werden.',
  },
  lock: 'Konsole sperren',
  use: 'Zu {{name}} ({{label}}) wechseln',
} as const satisfies Translated<typeof english>
