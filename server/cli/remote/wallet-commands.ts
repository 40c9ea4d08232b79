import type { AdministeredWallet } from '../../../shared/wallets.ts'
import { yesOrNo } from './answer-rows.ts'
import { addShow, type Shown } from './item-commands.ts'
import { addUpdate, historyBy } from './item-members.ts'

const flag = (name: 'isActive' | 'isVisible' | 'isTreasuryEnabled' | 'isGasStationEnabled', title: string) => ({
  name,
  title,
  of: (item: AdministeredWallet) => item[name],
  shown: (item: AdministeredWallet) => yesOrNo(item[name]),
})

const wallet: Shown<AdministeredWallet> = {
  noun: 'wallet',
  nameOf: ({ label, address }) => label ?? address,
  shows: (id) => `wallets show ${id}`,
  columns: [
    { name: 'id', title: 'ID', of: ({ id }) => id },
    { name: 'tenantId', title: 'TENANT', of: ({ tenantId }) => tenantId },
    { name: 'custodianId', title: 'CUSTODIAN', of: ({ custodianId }) => custodianId },
    { name: 'network', title: 'NETWORK', of: ({ network }) => network },
    { name: 'address', title: 'ADDRESS', of: ({ address }) => address },
    { name: 'label', title: 'LABEL', of: ({ label }) => label },
    flag('isActive', 'ACTIVE'),
    flag('isVisible', 'VISIBLE'),
    flag('isTreasuryEnabled', 'TREASURY'),
    flag('isGasStationEnabled', 'GAS STATION'),
    { name: 'metadataJson', title: 'METADATA', of: ({ metadataJson }) => metadataJson },
    { name: 'version', title: 'VERSION', of: ({ version }) => version },
  ],
  read: (api, walletId) => api.call('wallets.get', { walletId }),
  history: historyBy('walletId', ['wallet.changed']),
}

export const addWalletsShow = addShow(wallet)

type Given = {
  /** False for `--no-label`. */
  readonly label?: string | false
  readonly treasury?: boolean
}
type Members = { readonly label: string | null | undefined; readonly isTreasuryEnabled: boolean | undefined }

export const addWalletsUpdate = addUpdate<AdministeredWallet, Given, Members>(wallet, {
  options: (command) =>
    command
      .option('--label <text>', 'new label, in its metadata')
      .option('--no-label', 'remove the label')
      .option('--treasury', 'enable its use for the treasury')
      .option('--no-treasury', 'disable its use for the treasury'),
  among: '--label, --no-label, --treasury or --no-treasury',
  membersOf: ({ label, treasury }) => ({ label: label === false ? null : label, isTreasuryEnabled: treasury }),
  send: (api, { id, version, members }, options) =>
    api.call('wallets.update', { walletId: id, version, ...members }, options),
})
