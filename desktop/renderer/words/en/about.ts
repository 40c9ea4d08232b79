export const about = {
  title: 'Strongroom {{version}}',
  about: 'The admin desk of a custody platform: rotate keys, report reserves, list wallets.',
  licence:
    'Strongroom comes under the Apache License 2.0. It is built on the packages below, each under its own licence.',
  packages: 'Packages',
  search: 'Search the {{count}} packages by name or licence',
  nothing: 'No package of that name or licence',
  noText: 'The package names this licence without repeating its words.',
} as const
