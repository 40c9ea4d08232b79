import type { about as english } from '../en/about.ts'
import type { Translated } from '../translate.ts'

export const about = {
  title: 'Strongroom {{version}}',
  about: 'Die Verwaltungskonsole einer Verwahrplattform: Schlüssel wechseln, Reserven ausweisen, Wallets auflisten.',
  licence:
    'Strongroom steht unter der Apache-Lizenz 2.0. Es enthält die folgenden Pakete, jedes unter seiner eigenen Lizenz.',
  packages: 'Pakete',
  search: '{{count}} Pakete nach Name oder Lizenz durchsuchen',
  nothing: 'Keine passenden Pakete',
  noText: 'Dieses Paket nennt seine Lizenz, enthält aber ihren Text nicht.',
} as const satisfies Translated<typeof english>
