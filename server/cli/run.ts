import { Command } from 'commander'
import { serverVersion } from '../platform/version.ts'
import { addExamples } from './examples.ts'
import { exitCodes } from './exit-codes.ts'
import { report } from './report.ts'
import { readSwitches } from './settings.ts'

type Addition = (command: Command) => void

/** Loads the code of a command. */
type Loader = () => Promise<Addition>

/** A command of its own, such as `serve`. Its description is here, so that the help of all loads none. */
type Single = { readonly description: string; readonly load: Loader }

/** A command that only holds others, such as `token`. */
type Group = {
  readonly description: string
  readonly commands: Readonly<Record<string, Loader>>
  /** What it does without one of them. */
  readonly own?: Loader
}

/** Every command of `strongroom`, in the order of its help. */
const commands: Readonly<Record<string, Single | Group>> = {
  serve: {
    description: 'serve the API of a data folder',
    load: async () => (await import('./serve.ts')).addServe,
  },
  demo: {
    description: 'fill an empty folder with demo tenants, custodians, wallets and reserves',
    load: async () => (await import('./demo.ts')).addDemo,
  },
  token: {
    description: 'create, list and revoke operator tokens of a data folder',
    commands: {
      create: async () => (await import('./token-create.ts')).addTokenCreate,
      list: async () => (await import('./token-list.ts')).addTokenList,
      revoke: async () => (await import('./token-revoke.ts')).addTokenRevoke,
    },
  },
  login: {
    description: 'sign in to a server and store the token of its operator',
    load: async () => (await import('./remote/login.ts')).addLogin,
  },
  logout: {
    description: 'remove a profile and its token from this machine',
    load: async () => (await import('./remote/logout.ts')).addLogout,
  },
  profiles: {
    description: 'list and choose the servers this user is signed in to',
    commands: {
      list: async () => (await import('./remote/profile-commands.ts')).addProfilesList,
      use: async () => (await import('./remote/profile-commands.ts')).addProfilesUse,
    },
  },
  whoami: {
    description: 'show the operator, its permissions and the server',
    load: async () => (await import('./remote/session-commands.ts')).addWhoAmI,
  },
  status: {
    description: 'show whether the server is ready and accepts the token',
    load: async () => (await import('./remote/session-commands.ts')).addStatus,
  },
  search: {
    description: 'find custodians, wallets, tenants, tokens, rotations and audit records of a server',
    load: async () => (await import('./remote/search.ts')).addSearch,
  },
  custodians: {
    description: 'list and administer custodians of a server',
    commands: {
      list: async () => (await import('./remote/custodian-commands.ts')).addCustodiansList,
      show: async () => (await import('./remote/custodian-commands.ts')).addCustodiansShow,
      create: async () => (await import('./remote/custodian-commands.ts')).addCustodiansCreate,
      update: async () => (await import('./remote/custodian-commands.ts')).addCustodiansUpdate,
      disable: async () => (await import('./remote/custodian-commands.ts')).addCustodiansDisable,
      enable: async () => (await import('./remote/custodian-commands.ts')).addCustodiansEnable,
      delete: async () => (await import('./remote/custodian-commands.ts')).addCustodiansDelete,
    },
  },
  tenants: {
    description: 'list and administer tenants of a server',
    commands: {
      list: async () => (await import('./remote/tenant-commands.ts')).addTenantsList,
      show: async () => (await import('./remote/tenant-commands.ts')).addTenantsShow,
      create: async () => (await import('./remote/tenant-commands.ts')).addTenantsCreate,
      update: async () => (await import('./remote/tenant-commands.ts')).addTenantsUpdate,
      disable: async () => (await import('./remote/tenant-commands.ts')).addTenantsDisable,
      enable: async () => (await import('./remote/tenant-commands.ts')).addTenantsEnable,
      delete: async () => (await import('./remote/tenant-commands.ts')).addTenantsDelete,
    },
  },
  tokens: {
    description: 'list and administer operator tokens of a server',
    commands: {
      list: async () => (await import('./remote/token-commands.ts')).addTokensList,
      show: async () => (await import('./remote/token-commands.ts')).addTokensShow,
      create: async () => (await import('./remote/token-commands.ts')).addTokensCreate,
      update: async () => (await import('./remote/token-commands.ts')).addTokensUpdate,
      revoke: async () => (await import('./remote/tokens-revoke.ts')).addTokensRevoke,
    },
  },
  networks: {
    description: 'list and administer blockchain networks of a server',
    commands: {
      list: async () => (await import('./remote/network-commands.ts')).addNetworksList,
      show: async () => (await import('./remote/network-commands.ts')).addNetworksShow,
      create: async () => (await import('./remote/network-commands.ts')).addNetworksCreate,
      update: async () => (await import('./remote/network-commands.ts')).addNetworksUpdate,
      delete: async () => (await import('./remote/network-commands.ts')).addNetworksDelete,
    },
  },
  'chain-tokens': {
    description: 'list and administer tokens of blockchain networks, whose reserves are reported',
    commands: {
      list: async () => (await import('./remote/chain-token-commands.ts')).addChainTokensList,
      show: async () => (await import('./remote/chain-token-commands.ts')).addChainTokensShow,
      create: async () => (await import('./remote/chain-token-commands.ts')).addChainTokensCreate,
      update: async () => (await import('./remote/chain-token-commands.ts')).addChainTokensUpdate,
      delete: async () => (await import('./remote/chain-token-commands.ts')).addChainTokensDelete,
    },
  },
  'reserve-accounts': {
    description: 'list and administer the accounts that hold the reserves',
    commands: {
      list: async () => (await import('./remote/reserve-account-commands.ts')).addReserveAccountsList,
      show: async () => (await import('./remote/reserve-account-commands.ts')).addReserveAccountsShow,
      create: async () => (await import('./remote/reserve-account-commands.ts')).addReserveAccountsCreate,
      update: async () => (await import('./remote/reserve-account-commands.ts')).addReserveAccountsUpdate,
      delete: async () => (await import('./remote/reserve-account-commands.ts')).addReserveAccountsDelete,
    },
  },
  freezes: {
    description: 'list what is frozen on a server or in a data folder',
    commands: { list: async () => (await import('./remote/freeze.ts')).addFreezesList },
  },
  freeze: {
    description: 'refuse every change of a tenant, or of everything, in an emergency',
    load: async () => (await import('./remote/freeze.ts')).addFreeze,
  },
  thaw: {
    description: 'end a freeze',
    load: async () => (await import('./remote/freeze.ts')).addThaw,
  },
  rotate: {
    description: 'replace the API keys of a custodian; the new ones are validated before they are stored',
    load: async () => (await import('./remote/rotate.ts')).addRotate,
  },
  validate: {
    description: 'check new API keys with the provider without storing them',
    load: async () => (await import('./remote/check-commands.ts')).addValidate,
  },
  check: {
    description: 'check the active API keys of a custodian with its provider',
    load: async () => (await import('./remote/check-commands.ts')).addCheck,
  },
  rotations: {
    description: 'list the rotations of a custodian, newest first',
    load: async () => (await import('./remote/list-commands.ts')).addRotations,
  },
  wallets: {
    description: 'list the wallets of a custodian, or show and change one wallet',
    own: async () => (await import('./remote/list-commands.ts')).addWalletsList,
    commands: {
      show: async () => (await import('./remote/wallet-commands.ts')).addWalletsShow,
      update: async () => (await import('./remote/wallet-commands.ts')).addWalletsUpdate,
    },
  },
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
      list: async () => (await import('./remote/audit-list.ts')).addAuditList,
      verify: async () => (await import('./audit-verify.ts')).addAuditVerify,
      export: async () => (await import('./audit-export.ts')).addAuditExport,
    },
  },
  reserves: {
    description: 'show the reserves report of a server, or export the transactions behind it',
    own: async () => (await import('./remote/list-commands.ts')).addReservesReport,
    commands: { export: async () => (await import('./reserves-export.ts')).addReservesExport },
  },
  keys: {
    description: 'list and rotate the master keys that seal the stored credentials',
    commands: {
      list: async () => (await import('./keys-list.ts')).addKeysList,
      rotate: async () => (await import('./keys-rotate.ts')).addKeysRotate,
    },
  },
  backup: {
    description: 'create, inspect and restore backups',
    commands: {
      create: async () => (await import('./backup-create.ts')).addBackupCreate,
      inspect: async () => (await import('./backup-inspect.ts')).addBackupInspect,
      restore: async () => (await import('./backup-restore.ts')).addBackupRestore,
    },
  },
  store: {
    description: 'prepare a PostgreSQL database for servers',
    commands: { migrate: async () => (await import('./store-migrate.ts')).addStoreMigrate },
  },
  update: {
    description: 'verify the files of a release before they are installed',
    commands: { verify: async () => (await import('./update-verify.ts')).addUpdateVerify },
  },
  doctor: {
    description:
      'check a whole data folder without changing it, also while it is served; print a next step for each finding',
    load: async () => (await import('./doctor.ts')).addDoctor,
  },
  config: {
    description: 'check the configuration of "serve"',
    commands: { check: async () => (await import('./config-check.ts')).addConfigCheck },
  },
  completion: {
    description: 'print a script that completes commands and options in a shell',
    load: async () => (await import('./completion/completion.ts')).addCompletion,
  },
}

/** The one that a word names; all of them where it names none, since help and errors list them. */
const chosen = <Entry>(table: Readonly<Record<string, Entry>>, word = ''): readonly (readonly [string, Entry])[] => {
  const entry = Object.hasOwn(table, word) ? table[word] : undefined
  return entry === undefined ? Object.entries(table) : [[word, entry]]
}

type NamedCommand = readonly [name: string, command: Single | Group]

async function addCommand(program: Command, [name, entry]: NamedCommand, word?: string): Promise<void> {
  if ('load' in entry) {
    const add = await entry.load()
    add(program)
    program.commands.at(-1)?.description(entry.description)
    return
  }
  // Positional, since an option behind the name of a command is that command's, such as --version.
  program.enablePositionalOptions()
  const group = program.command(name).description(entry.description).enablePositionalOptions()
  if (entry.own && !Object.hasOwn(entry.commands, word ?? '')) (await entry.own())(group)
  for (const [, load] of chosen(entry.commands, word)) (await load())(group)
}

/** Adds the commands that a command line needs: with their code where it is run or described, otherwise by name. */
async function addCommands(program: Command, argv: readonly string[]): Promise<void> {
  const [first = '', second] = argv[0] === 'help' ? argv.slice(1) : argv
  if (first === 'completion') return addAll(program)
  if (Object.hasOwn(commands, first)) return addCommand(program, [first, commands[first] as Single | Group], second)
  for (const [name, { description }] of Object.entries(commands)) program.command(name).description(description)
}

async function addAll(program: Command): Promise<void> {
  for (const entry of Object.entries(commands)) await addCommand(program, entry)
}

/** The command line with the code that these arguments need; without arguments, with the code of all commands. */
export async function createProgram(argv?: readonly string[]): Promise<Command> {
  const program = new Command('strongroom')
    .description('The admin desk of a custody platform.')
    .version(serverVersion)
    .configureHelp({ subcommandTerm: (command) => command.name() })
    .exitOverride()
    // Usage errors are reported in run(), in one line like all others.
    .configureOutput({ outputError: () => {} })
  await (argv ? addCommands(program, argv) : addAll(program))
  addExamples(program)
  readSwitches(program)
  return program
}

/** A reader that closes the pipe, such as `head`, is not an error; a full disk is, reported in one line. */
function bearClosedOutput(): void {
  process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
    if (code === 'EPIPE') return
    process.stderr.write(
      `strongroom: standard output cannot be written (${code}). Free some space, or write to another place.\n`,
    )
    process.exit(exitCodes.failed)
  })
}

/** Runs one command line. Every outcome is an exit code and, on failure, one line on standard error. */
export async function run(argv: readonly string[]): Promise<void> {
  // Files written by a command are private to its user.
  process.umask(0o077)
  bearClosedOutput()
  const program = await createProgram(argv)
  try {
    await program.parseAsync(argv, { from: 'user' })
  } catch (error) {
    report(error, { program, argv })
  }
}
