export const about = {
  title: 'Strongroom {{version}}',
  about: 'The admin console of a custody platform: rotate keys, report reserves, list wallets.',
  licence:
    'Strongroom is licensed under the Apache License 2.0. It includes the packages below, each under its own license.',
  packages: 'Packages',
  search: 'Search {{count}} packages by name or license',
  nothing: 'No matching packages',
  noText: 'This package names its license but does not include the text.',
} as const
