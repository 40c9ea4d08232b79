/** Custodians as objects of administration. */
export const custodianCommands = {
  custodians: {
    description: 'list and administer custodians of a server',
    commands: {
      list: {
        description: 'list custodians and the state of their credentials',
        load: async () => (await import('../custodian-commands.ts')).addCustodiansList,
      },
      show: {
        description: 'show one custodian',
        load: async () => (await import('../custodian-commands.ts')).addCustodiansShow,
      },
      create: {
        description: 'create a custodian; its keys come with "rotate"',
        load: async () => (await import('../custodian-commands.ts')).addCustodiansCreate,
      },
      update: {
        description: 'change what is set of a custodian',
        load: async () => (await import('../custodian-commands.ts')).addCustodiansUpdate,
      },
      disable: {
        description: 'disable a custodian: its keys are not rotated, validated or checked',
        load: async () => (await import('../custodian-commands.ts')).addCustodiansDisable,
      },
      enable: {
        description: 'enable a disabled custodian',
        load: async () => (await import('../custodian-commands.ts')).addCustodiansEnable,
      },
      delete: {
        description: 'delete a custodian that nothing refers to',
        load: async () => (await import('../custodian-commands.ts')).addCustodiansDelete,
      },
    },
  },
} as const

/** What is done with the API keys and wallets of a custodian. */
export const credentialCommands = {
  rotate: {
    description: 'replace the API keys of a custodian; the new ones are validated before they are stored',
    load: async () => (await import('../rotate.ts')).addRotate,
  },
  validate: {
    description: 'check new API keys with the provider without storing them',
    load: async () => (await import('../check-commands.ts')).addValidate,
  },
  check: {
    description: 'check the active API keys of a custodian with its provider',
    load: async () => (await import('../check-commands.ts')).addCheck,
  },
  rotations: {
    description: 'list the rotations of a custodian, newest first',
    load: async () => (await import('../list-commands.ts')).addRotations,
  },
  wallets: {
    description: 'list the wallets of a custodian, or show and change one wallet',
    own: async () => (await import('../list-commands.ts')).addWalletsList,
    commands: {
      show: {
        description: 'show one wallet',
        load: async () => (await import('../wallet-commands.ts')).addWalletsShow,
      },
      update: {
        description: 'change the label or the treasury flag of a wallet; its next import overwrites both',
        load: async () => (await import('../wallet-commands.ts')).addWalletsUpdate,
      },
    },
  },
} as const
