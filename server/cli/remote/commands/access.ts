/** Tenants and the operator tokens that act for them. */
export const accessCommands = {
  tenants: {
    description: 'list and administer tenants of a server',
    commands: {
      list: {
        description: 'list tenants',
        load: async () => (await import('../tenant-commands.ts')).addTenantsList,
      },
      show: {
        description: 'show one tenant',
        load: async () => (await import('../tenant-commands.ts')).addTenantsShow,
      },
      create: {
        description: 'create a tenant',
        load: async () => (await import('../tenant-commands.ts')).addTenantsCreate,
      },
      update: {
        description: 'change the name of a tenant',
        load: async () => (await import('../tenant-commands.ts')).addTenantsUpdate,
      },
      disable: {
        description: 'disable a tenant: its tokens stop working, and nothing of it can be changed',
        load: async () => (await import('../tenant-commands.ts')).addTenantsDisable,
      },
      enable: {
        description: 'enable a disabled tenant',
        load: async () => (await import('../tenant-commands.ts')).addTenantsEnable,
      },
      delete: {
        description: 'delete a tenant that nothing refers to',
        load: async () => (await import('../tenant-commands.ts')).addTenantsDelete,
      },
    },
  },
  tokens: {
    description: 'list and administer operator tokens of a server',
    commands: {
      list: {
        description: 'list operator tokens with their last use',
        load: async () => (await import('../token-commands.ts')).addTokensList,
      },
      show: {
        description: 'show one token',
        load: async () => (await import('../token-commands.ts')).addTokensShow,
      },
      create: {
        description: 'create an operator token and print it once; it gets at most what yours has',
        load: async () => (await import('../token-commands.ts')).addTokensCreate,
      },
      update: {
        description: 'change when a token expires, or where it works',
        load: async () => (await import('../token-commands.ts')).addTokensUpdate,
      },
      disable: {
        description: 'disable an operator token: it is refused from its next request on, until it is enabled',
        load: async () => (await import('../token-commands.ts')).addTokensDisable,
      },
      enable: {
        description: 'enable a disabled operator token',
        load: async () => (await import('../token-commands.ts')).addTokensEnable,
      },
      revoke: {
        description: 'revoke operator tokens; takes effect at once',
        load: async () => (await import('../tokens-revoke.ts')).addTokensRevoke,
      },
    },
  },
} as const

/** What refuses changes in an emergency. */
export const freezeCommands = {
  freezes: {
    description: 'list what is frozen on a server or in a data folder',
    commands: {
      list: {
        description: 'list what is frozen, with who froze it, when and why',
        load: async () => (await import('../freeze.ts')).addFreezesList,
      },
    },
  },
  freeze: {
    description: 'refuse every change of a tenant, or of everything, in an emergency',
    load: async () => (await import('../freeze.ts')).addFreeze,
  },
  thaw: {
    description: 'end a freeze',
    load: async () => (await import('../freeze.ts')).addThaw,
  },
} as const
