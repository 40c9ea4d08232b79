import type { palette as english } from '../en/palette.ts'
import type { Translated } from '../translate.ts'

export const palette = {
  title: 'Befehlspalette',
  placeholder: 'Seiten, Verwahrer und Token suchen…',
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
  lock: 'Konsole sperren',
  use: 'Zu {{name}} ({{label}}) wechseln',
} as const satisfies Translated<typeof english>
