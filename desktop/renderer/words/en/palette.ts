export const palette = {
  title: 'Command palette',
  placeholder: 'Go to a screen or a custodian …',
  nothing: 'Nothing of that name',
  screens: 'Screens',
  custodians: 'Custodians',
  deeds: 'Actions',
  rotate: 'Rotate keys of {{name}}',
  wallets: 'Wallets of {{name}}',
  history: 'History of {{name}}',
  lock: 'Lock the console',
  use: 'Use the server {{name}} ({{label}})',
} as const
