import type { Command } from 'commander'
import { remoteCommands } from './remote/commands.ts'

type Addition = (command: Command) => void

/** Loads the code of a command. */
type Loader = () => Promise<Addition>

/** A command, such as `serve`. Its description is here, so that the help that lists it does not load its code. */
export type Single = { readonly description: string; readonly load: Loader }

/** A command that holds others, such as `token`. */
export type Group = {
  readonly description: string
  readonly commands: Readonly<Record<string, Single>>
  /** What it does without one of them. */
  readonly own?: Loader
}

export type Commands = Readonly<Record<string, Single | Group>>

/** Every command of `strongroom`, in the order of its help. */
export const commands: Commands = {
  serve: {
    description: 'serve the API of a data folder or a database',
    load: async () => (await import('./serve.ts')).addServe,
  },
  demo: {
    description: 'fill an empty folder or database with demo tenants, custodians, wallets and reserves',
    load: async () => (await import('./demo.ts')).addDemo,
  },
  token: {
    description: 'create, list, disable, enable and revoke operator tokens of a data folder',
    commands: {
      create: {
        description: 'create an operator token and print it once',
        load: async () => (await import('./token-create.ts')).addTokenCreate,
      },
      list: {
        description:
          'list all tokens, including revoked and expired ones, with the last use; a server stores uses once a minute',
        load: async () => (await import('./token-list.ts')).addTokenList,
      },
      disable: {
        description: 'refuse the valid token of that name, or the one with that ID, until it is enabled',
        load: async () => (await import('./token-switch.ts')).addTokenDisable,
      },
      enable: {
        description: 'accept a disabled token again',
        load: async () => (await import('./token-switch.ts')).addTokenEnable,
      },
      revoke: {
        description: 'revoke the valid token of that name, or the one with that ID; takes effect at once',
        load: async () => (await import('./token-revoke.ts')).addTokenRevoke,
      },
    },
  },
  ...remoteCommands,
  import: {
    description:
      'import CSV or NDJSON, also gzip; the same file twice changes nothing, rejected lines go to FILE.rejected.ndjson',
    load: async () => (await import('./import.ts')).addImport,
  },
  'provider-simulator': {
    description: 'simulate Fireblocks and Copper for drills; "serve" starts one itself if the data folder needs it',
    load: async () => (await import('./provider-simulator.ts')).addProviderSimulator,
  },
  audit: {
    description: 'list, verify and export the audit log',
    commands: {
      list: {
        description: 'list audit records of a server, newest first',
        load: async () => (await import('./remote/audit-list.ts')).addAuditList,
      },
      verify: {
        description: 'check every record, the hash chain, its anchor, and that every intent has one outcome',
        load: async () => (await import('./audit-verify.ts')).addAuditVerify,
      },
      'verify-archive': {
        description: 'check exported records by themselves: whole, unchanged, and one after the other',
        load: async () => (await import('./audit-verify-archive.ts')).addAuditVerifyArchive,
      },
      export: {
        description: 'write the records as NDJSON, oldest first',
        load: async () => (await import('./audit-export.ts')).addAuditExport,
      },
    },
  },
  reserves: {
    description: 'show the reserves report of a server, or export the transactions behind it',
    own: async () => (await import('./remote/list-commands.ts')).addReservesReport,
    commands: {
      export: {
        description: 'write every reserve transaction, in block order',
        load: async () => (await import('./reserves-export.ts')).addReservesExport,
      },
    },
  },
  keys: {
    description: 'list and rotate the master keys that seal the stored credentials',
    commands: {
      list: {
        description: 'list the master keys, where they are, and how many stored credentials each one wraps',
        load: async () => (await import('./keys-list.ts')).addKeysList,
      },
      rotate: {
        description: 'create a new master key and rewrap all stored credentials; run it again if interrupted',
        load: async () => (await import('./keys-rotate.ts')).addKeysRotate,
      },
    },
  },
  backup: {
    description: 'create, inspect and restore backups',
    commands: {
      create: {
        description: 'back up a data folder, also while it is served; the key file is not included',
        load: async () => (await import('./backup-create.ts')).addBackupCreate,
      },
      inspect: {
        description: 'verify a backup as a restore does, and show what is in it; the data folder is not changed',
        load: async () => (await import('./backup-inspect.ts')).addBackupInspect,
      },
      restore: {
        description: 'restore a backup into an empty folder, or replace the data of one that is not served',
        load: async () => (await import('./backup-restore.ts')).addBackupRestore,
      },
    },
  },
  store: {
    description: 'prepare a PostgreSQL database for servers, and copy data between a folder and a database',
    commands: {
      copy: {
        description:
          'copy everything between a data folder and a PostgreSQL database, neither of them served, and compare both',
        load: async () => (await import('./store-copy.ts')).addStoreCopy,
      },
      migrate: {
        description: 'create or update the schema of a database, as the user that owns it',
        load: async () => (await import('./store-migrate.ts')).addStoreMigrate,
      },
    },
  },
  update: {
    description: 'verify the files of a release before they are installed',
    commands: {
      verify: {
        description:
          'verify signature and checksum of a release file; SHA256SUMS and SHA256SUMS.sig must be next to it',
        load: async () => (await import('./update-verify.ts')).addUpdateVerify,
      },
    },
  },
  doctor: {
    description:
      'check a whole data folder without changing it, also while it is served; print a next step for each finding',
    load: async () => (await import('./doctor.ts')).addDoctor,
  },
  config: {
    description: 'check the configuration of "serve"',
    commands: {
      check: {
        description: 'check the options of "serve" and show the value and origin of each',
        load: async () => (await import('./config-check.ts')).addConfigCheck,
      },
    },
  },
  completion: {
    description: 'print a script that completes commands and options in a shell',
    load: async () => (await import('./completion/completion.ts')).addCompletion,
  },
}
