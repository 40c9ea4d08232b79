/** Who asks, and which server. */
export const sessionCommands = {
  login: {
    description: 'sign in to a server and store the token of its operator',
    load: async () => (await import('../login.ts')).addLogin,
  },
  logout: {
    description: 'remove a profile and its token from this machine',
    load: async () => (await import('../logout.ts')).addLogout,
  },
  profiles: {
    description: 'list and choose the servers this user is signed in to',
    commands: {
      list: {
        description: 'list the servers this user is signed in to',
        load: async () => (await import('../profile-commands.ts')).addProfilesList,
      },
      use: {
        description: 'make a profile the one that commands use',
        load: async () => (await import('../profile-commands.ts')).addProfilesUse,
      },
    },
  },
  whoami: {
    description: 'show the operator, its permissions and the server',
    load: async () => (await import('../session-commands.ts')).addWhoAmI,
  },
  status: {
    description: 'show whether the server is ready and accepts the token',
    load: async () => (await import('../session-commands.ts')).addStatus,
  },
} as const
