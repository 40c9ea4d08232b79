/** The commands that ask a server as its operator, in the order of the help. */
export const remoteCommands = {
  login: {
    description: 'sign in to a server and store the token of its operator',
    load: async () => (await import('./login.ts')).addLogin,
  },
  logout: {
    description: 'remove a profile and its token from this machine',
    load: async () => (await import('./logout.ts')).addLogout,
  },
  profiles: {
    description: 'list and choose the servers this user is signed in to',
    commands: {
      list: {
        description: 'list the servers this user is signed in to',
        load: async () => (await import('./profile-commands.ts')).addProfilesList,
      },
      use: {
        description: 'make a profile the one that commands use',
        load: async () => (await import('./profile-commands.ts')).addProfilesUse,
      },
    },
  },
  whoami: {
    description: 'show the operator, its permissions and the server',
    load: async () => (await import('./session-commands.ts')).addWhoAmI,
  },
  status: {
    description: 'show whether the server is ready and accepts the token',
    load: async () => (await import('./session-commands.ts')).addStatus,
  },
  search: {
    description: 'find custodians, wallets, tenants, tokens, rotations and audit records of a server',
    load: async () => (await import('./search.ts')).addSearch,
  },
  custodians: {
    description: 'list and administer custodians of a server',
    commands: {
      list: {
        description: 'list custodians and the state of their credentials',
        load: async () => (await import('./custodian-commands.ts')).addCustodiansList,
      },
      show: {
        description: 'show one custodian',
        load: async () => (await import('./custodian-commands.ts')).addCustodiansShow,
      },
      create: {
        description: 'create a custodian; its keys come with "rotate"',
        load: async () => (await import('./custodian-commands.ts')).addCustodiansCreate,
      },
      update: {
        description: 'change what is set of a custodian',
        load: async () => (await import('./custodian-commands.ts')).addCustodiansUpdate,
      },
      disable: {
        description: 'disable a custodian: its keys are not rotated, validated or checked',
        load: async () => (await import('./custodian-commands.ts')).addCustodiansDisable,
      },
      enable: {
        description: 'enable a disabled custodian',
        load: async () => (await import('./custodian-commands.ts')).addCustodiansEnable,
      },
      delete: {
        description: 'delete a custodian that nothing refers to',
        load: async () => (await import('./custodian-commands.ts')).addCustodiansDelete,
      },
    },
  },
  tenants: {
    description: 'list and administer tenants of a server',
    commands: {
      list: {
        description: 'list tenants',
        load: async () => (await import('./tenant-commands.ts')).addTenantsList,
      },
      show: {
        description: 'show one tenant',
        load: async () => (await import('./tenant-commands.ts')).addTenantsShow,
      },
      create: {
        description: 'create a tenant',
        load: async () => (await import('./tenant-commands.ts')).addTenantsCreate,
      },
      update: {
        description: 'change the name of a tenant',
        load: async () => (await import('./tenant-commands.ts')).addTenantsUpdate,
      },
      disable: {
        description: 'disable a tenant: its tokens stop working, and nothing of it can be changed',
        load: async () => (await import('./tenant-commands.ts')).addTenantsDisable,
      },
      enable: {
        description: 'enable a disabled tenant',
        load: async () => (await import('./tenant-commands.ts')).addTenantsEnable,
      },
      delete: {
        description: 'delete a tenant that nothing refers to',
        load: async () => (await import('./tenant-commands.ts')).addTenantsDelete,
      },
    },
  },
  tokens: {
    description: 'list and administer operator tokens of a server',
    commands: {
      list: {
        description: 'list operator tokens with their last use',
        load: async () => (await import('./token-commands.ts')).addTokensList,
      },
      show: {
        description: 'show one token',
        load: async () => (await import('./token-commands.ts')).addTokensShow,
      },
      create: {
        description: 'create an operator token and print it once; it gets at most what yours has',
        load: async () => (await import('./token-commands.ts')).addTokensCreate,
      },
      update: {
        description: 'change when a token expires, or where it works',
        load: async () => (await import('./token-commands.ts')).addTokensUpdate,
      },
      disable: {
        description: 'disable an operator token: it is refused from its next request on, until it is enabled',
        load: async () => (await import('./token-commands.ts')).addTokensDisable,
      },
      enable: {
        description: 'enable a disabled operator token',
        load: async () => (await import('./token-commands.ts')).addTokensEnable,
      },
      revoke: {
        description: 'revoke operator tokens; takes effect at once',
        load: async () => (await import('./tokens-revoke.ts')).addTokensRevoke,
      },
    },
  },
  networks: {
    description: 'list and administer blockchain networks of a server',
    commands: {
      list: {
        description: 'list networks',
        load: async () => (await import('./network-commands.ts')).addNetworksList,
      },
      show: {
        description: 'show one network',
        load: async () => (await import('./network-commands.ts')).addNetworksShow,
      },
      create: {
        description: 'create a network',
        load: async () => (await import('./network-commands.ts')).addNetworksCreate,
      },
      update: {
        description: 'change the name or the icon of a network',
        load: async () => (await import('./network-commands.ts')).addNetworksUpdate,
      },
      disable: {
        description: 'disable a network: nothing new is stored on it, imports included',
        load: async () => (await import('./network-commands.ts')).addNetworksDisable,
      },
      enable: {
        description: 'enable a disabled network',
        load: async () => (await import('./network-commands.ts')).addNetworksEnable,
      },
      delete: {
        description: 'delete a network that nothing refers to',
        load: async () => (await import('./network-commands.ts')).addNetworksDelete,
      },
    },
  },
  'chain-tokens': {
    description: 'list and administer tokens of blockchain networks, whose reserves are reported',
    commands: {
      list: {
        description: 'list chain tokens',
        load: async () => (await import('./chain-token-commands.ts')).addChainTokensList,
      },
      show: {
        description: 'show one chain token',
        load: async () => (await import('./chain-token-commands.ts')).addChainTokensShow,
      },
      create: {
        description: 'create a chain token',
        load: async () => (await import('./chain-token-commands.ts')).addChainTokensCreate,
      },
      update: {
        description: 'change what is set of a chain token',
        load: async () => (await import('./chain-token-commands.ts')).addChainTokensUpdate,
      },
      disable: {
        description: 'disable a chain token: it is not changed, and imports refuse its new transactions',
        load: async () => (await import('./chain-token-commands.ts')).addChainTokensDisable,
      },
      enable: {
        description: 'enable a disabled chain token',
        load: async () => (await import('./chain-token-commands.ts')).addChainTokensEnable,
      },
      delete: {
        description: 'delete a chain token that nothing refers to',
        load: async () => (await import('./chain-token-commands.ts')).addChainTokensDelete,
      },
    },
  },
  'reserve-accounts': {
    description: 'list and administer the accounts that hold the reserves',
    commands: {
      list: {
        description: 'list reserve accounts',
        load: async () => (await import('./reserve-account-commands.ts')).addReserveAccountsList,
      },
      show: {
        description: 'show one reserve account',
        load: async () => (await import('./reserve-account-commands.ts')).addReserveAccountsShow,
      },
      create: {
        description: 'create a reserve account',
        load: async () => (await import('./reserve-account-commands.ts')).addReserveAccountsCreate,
      },
      update: {
        description: 'change what is set of a reserve account',
        load: async () => (await import('./reserve-account-commands.ts')).addReserveAccountsUpdate,
      },
      disable: {
        description: 'disable a reserve account: it is not changed, and imports refuse its new transactions',
        load: async () => (await import('./reserve-account-commands.ts')).addReserveAccountsDisable,
      },
      enable: {
        description: 'enable a disabled reserve account',
        load: async () => (await import('./reserve-account-commands.ts')).addReserveAccountsEnable,
      },
      delete: {
        description: 'delete a reserve account that nothing refers to',
        load: async () => (await import('./reserve-account-commands.ts')).addReserveAccountsDelete,
      },
    },
  },
  webhooks: {
    description: 'list and administer webhooks, which are sent events',
    commands: {
      list: {
        description: 'list webhooks',
        load: async () => (await import('./webhook-commands.ts')).addWebhooksList,
      },
      show: {
        description: 'show one webhook',
        load: async () => (await import('./webhook-commands.ts')).addWebhooksShow,
      },
      create: {
        description: 'create a webhook and print its secret once',
        load: async () => (await import('./webhook-commands.ts')).addWebhooksCreate,
      },
      update: {
        description: 'change what is set of a webhook',
        load: async () => (await import('./webhook-commands.ts')).addWebhooksUpdate,
      },
      'rotate-secret': {
        description: 'make a new secret and print it once; the previous one signs too for a time',
        load: async () => (await import('./webhook-commands.ts')).addWebhooksRotateSecret,
      },
      ping: {
        description: 'send a test event to a webhook',
        load: async () => (await import('./delivery-commands.ts')).addWebhooksPing,
      },
      deliveries: {
        description: 'list what was sent to a webhook or is to be, newest first',
        load: async () => (await import('./delivery-commands.ts')).addWebhooksDeliveries,
      },
      redeliver: {
        description: 'send an event again',
        load: async () => (await import('./delivery-commands.ts')).addWebhooksRedeliver,
      },
      disable: {
        description: 'disable a webhook: nothing is sent to it',
        load: async () => (await import('./webhook-commands.ts')).addWebhooksDisable,
      },
      enable: {
        description: 'enable a disabled webhook',
        load: async () => (await import('./webhook-commands.ts')).addWebhooksEnable,
      },
      delete: {
        description: 'delete a webhook with its deliveries',
        load: async () => (await import('./webhook-commands.ts')).addWebhooksDelete,
      },
    },
  },
  freezes: {
    description: 'list what is frozen on a server or in a data folder',
    commands: {
      list: {
        description: 'list what is frozen, with who froze it, when and why',
        load: async () => (await import('./freeze.ts')).addFreezesList,
      },
    },
  },
  freeze: {
    description: 'refuse every change of a tenant, or of everything, in an emergency',
    load: async () => (await import('./freeze.ts')).addFreeze,
  },
  thaw: {
    description: 'end a freeze',
    load: async () => (await import('./freeze.ts')).addThaw,
  },
  rotate: {
    description: 'replace the API keys of a custodian; the new ones are validated before they are stored',
    load: async () => (await import('./rotate.ts')).addRotate,
  },
  validate: {
    description: 'check new API keys with the provider without storing them',
    load: async () => (await import('./check-commands.ts')).addValidate,
  },
  check: {
    description: 'check the active API keys of a custodian with its provider',
    load: async () => (await import('./check-commands.ts')).addCheck,
  },
  rotations: {
    description: 'list the rotations of a custodian, newest first',
    load: async () => (await import('./list-commands.ts')).addRotations,
  },
  wallets: {
    description: 'list the wallets of a custodian, or show and change one wallet',
    own: async () => (await import('./list-commands.ts')).addWalletsList,
    commands: {
      show: {
        description: 'show one wallet',
        load: async () => (await import('./wallet-commands.ts')).addWalletsShow,
      },
      update: {
        description: 'change the label or the treasury flag of a wallet; its next import overwrites both',
        load: async () => (await import('./wallet-commands.ts')).addWalletsUpdate,
      },
    },
  },
} as const
