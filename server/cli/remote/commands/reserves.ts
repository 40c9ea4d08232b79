/** What reserves are reported of. */
export const reserveCommands = {
  networks: {
    description: 'list and administer blockchain networks of a server',
    commands: {
      list: {
        description: 'list networks',
        load: async () => (await import('../network-commands.ts')).addNetworksList,
      },
      show: {
        description: 'show one network',
        load: async () => (await import('../network-commands.ts')).addNetworksShow,
      },
      create: {
        description: 'create a network',
        load: async () => (await import('../network-commands.ts')).addNetworksCreate,
      },
      update: {
        description: 'change the name or the icon of a network',
        load: async () => (await import('../network-commands.ts')).addNetworksUpdate,
      },
      disable: {
        description: 'disable a network: nothing new is stored on it, imports included',
        load: async () => (await import('../network-commands.ts')).addNetworksDisable,
      },
      enable: {
        description: 'enable a disabled network',
        load: async () => (await import('../network-commands.ts')).addNetworksEnable,
      },
      delete: {
        description: 'delete a network that nothing refers to',
        load: async () => (await import('../network-commands.ts')).addNetworksDelete,
      },
    },
  },
  'chain-tokens': {
    description: 'list and administer tokens of blockchain networks, whose reserves are reported',
    commands: {
      list: {
        description: 'list chain tokens',
        load: async () => (await import('../chain-token-commands.ts')).addChainTokensList,
      },
      show: {
        description: 'show one chain token',
        load: async () => (await import('../chain-token-commands.ts')).addChainTokensShow,
      },
      create: {
        description: 'create a chain token',
        load: async () => (await import('../chain-token-commands.ts')).addChainTokensCreate,
      },
      update: {
        description: 'change what is set of a chain token',
        load: async () => (await import('../chain-token-commands.ts')).addChainTokensUpdate,
      },
      disable: {
        description: 'disable a chain token: it is not changed, and imports refuse its new transactions',
        load: async () => (await import('../chain-token-commands.ts')).addChainTokensDisable,
      },
      enable: {
        description: 'enable a disabled chain token',
        load: async () => (await import('../chain-token-commands.ts')).addChainTokensEnable,
      },
      delete: {
        description: 'delete a chain token that nothing refers to',
        load: async () => (await import('../chain-token-commands.ts')).addChainTokensDelete,
      },
    },
  },
  'reserve-accounts': {
    description: 'list and administer the accounts that hold the reserves',
    commands: {
      list: {
        description: 'list reserve accounts',
        load: async () => (await import('../reserve-account-commands.ts')).addReserveAccountsList,
      },
      show: {
        description: 'show one reserve account',
        load: async () => (await import('../reserve-account-commands.ts')).addReserveAccountsShow,
      },
      create: {
        description: 'create a reserve account',
        load: async () => (await import('../reserve-account-commands.ts')).addReserveAccountsCreate,
      },
      update: {
        description: 'change what is set of a reserve account',
        load: async () => (await import('../reserve-account-commands.ts')).addReserveAccountsUpdate,
      },
      disable: {
        description: 'disable a reserve account: it is not changed, and imports refuse its new transactions',
        load: async () => (await import('../reserve-account-commands.ts')).addReserveAccountsDisable,
      },
      enable: {
        description: 'enable a disabled reserve account',
        load: async () => (await import('../reserve-account-commands.ts')).addReserveAccountsEnable,
      },
      delete: {
        description: 'delete a reserve account that nothing refers to',
        load: async () => (await import('../reserve-account-commands.ts')).addReserveAccountsDelete,
      },
    },
  },
} as const
