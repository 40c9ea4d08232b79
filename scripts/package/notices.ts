import type { ThirdParty } from '../third-party.ts'

const rule = '-'.repeat(80)

const head = `Strongroom is licensed under the Apache License, Version 2.0.

It is built with the packages below, under their own licences. The licences of Chromium and of what else is in
Electron are in LICENSES.chromium.html next to the program.
`

const notice = ({ name, version, license, text }: ThirdParty) =>
  `${rule}\n${name} ${version}\nLicence: ${license}\n\n${text || `(its archive holds no licence text; see ${license})`}\n`

/** The text of THIRD-PARTY-NOTICES.txt. */
export const noticesText = (packages: readonly ThirdParty[]): string => [head, ...packages.map(notice)].join('\n')
