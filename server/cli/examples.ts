import type { Command } from 'commander'

type Example = readonly [command: string, does: string]

/** What a command or a group is used for, by its name; the program has none. Shown in its help and its man page. */
export const examples: Readonly<Record<string, readonly Example[]>> = {
  '': [
    ['strongroom serve --demo', 'try the server with demo data'],
    ['strongroom login --server https://desk.example', 'sign in; asks for the token'],
    ['strongroom custodians list', 'every custodian and the state of its credentials'],
    ['strongroom rotate 11', 'ask for new keys, validate and store them'],
    ['strongroom status', 'whether the server is ready and accepts the token'],
  ],
  serve: [
    ['strongroom serve', 'serve the default data folder on loopback'],
    ['strongroom serve --config /etc/strongroom/strongroom.conf', 'serve with the options of a file'],
    ['strongroom serve --demo', 'try it with demo data'],
  ],
  demo: [
    ['strongroom demo --data ./demo', 'make a folder with demo data'],
    ['strongroom demo --data ./demo --store postgres://ada@127.0.0.1/demo', 'put the data into an empty database'],
  ],
  token: [
    ['strongroom token create --name ada --role operator', 'a token for a person'],
    ['strongroom token list', 'every token of the data folder'],
    ['strongroom token revoke 7', 'revoke the token with this ID'],
  ],
  'token create': [
    ['strongroom token create --name ada --role operator', 'a token for a person'],
    ['strongroom token create --name nightly --permission reserves:read --expires-in 30d', 'one for a program'],
  ],
  'token list': [['strongroom token list', 'every token, also revoked and expired ones']],
  'token disable': [['strongroom token disable ada', 'refuse the token of that name from its next request on']],
  'token enable': [['strongroom token enable ada', 'accept it again']],
  'token revoke': [['strongroom token revoke 7', 'revoke the token with this ID']],
  login: [
    ['strongroom login --server https://desk.example', 'sign in; asks for the token'],
    ['strongroom login --server https://desk.example --token-file - < token', 'read the token from standard input'],
    ['strongroom login --server https://desk.example --sso', 'sign in with the identity provider of the institution'],
  ],
  logout: [['strongroom logout', 'remove the current profile and its token']],
  profiles: [
    ['strongroom profiles list', 'the servers this user is signed in to'],
    ['strongroom profiles use production', 'make this profile the current one'],
  ],
  'profiles list': [['strongroom profiles list', 'the servers this user is signed in to']],
  'profiles use': [['strongroom profiles use production', 'make this profile the current one']],
  whoami: [['strongroom whoami', 'the operator and its permissions']],
  status: [['strongroom status --json', 'for a monitoring script: exit code 0 if ready']],
  search: [
    ['strongroom search 0x00a1', 'the wallets whose address begins with it'],
    ['strongroom search cold vault', 'what has both words in its name or label'],
    ['strongroom search 3f0c9a52-7f2b-4a43-9b0a-5c0d7f1e2a11 --json', 'the rotation or the records of a request'],
  ],
  custodians: [
    ['strongroom custodians list', 'every custodian and the state of its credentials'],
    ['strongroom custodians show 11', 'one custodian'],
    ['strongroom custodians disable 11', 'the first step when something may be wrong'],
  ],
  'custodians list': [
    ['strongroom custodians list', 'every custodian and the state of its credentials'],
    ['strongroom custodians list --tenant 1 --csv', 'those of a tenant, for a spreadsheet'],
  ],
  'custodians show': [['strongroom custodians show 11', 'one custodian']],
  'custodians create': [
    ['strongroom custodians create --tenant 1 --name "Cold storage" --provider copper', 'without keys at first'],
  ],
  'custodians update': [
    ['strongroom custodians update 11 --name "Cold storage, Zurich"', 'a new name'],
    ['strongroom custodians update 11 --version 3 --no-base-url', 'only if its version is still 3'],
  ],
  'custodians disable': [['strongroom custodians disable 11', 'the first step when something may be wrong']],
  'custodians enable': [['strongroom custodians enable 11', 'allow rotations and checks again']],
  'custodians delete': [['strongroom custodians delete 11', 'one that nothing refers to; asks for confirmation']],
  tenants: [
    ['strongroom tenants create --name "First Trust"', 'with the next free ID'],
    ['strongroom tenants disable 7', 'its tokens are refused from the next request on'],
  ],
  'tenants list': [['strongroom tenants list', 'every tenant that the token may see']],
  'tenants show': [['strongroom tenants show 7', 'one tenant, with its version']],
  'tenants create': [
    ['strongroom tenants create --name "First Trust"', 'with the next free ID'],
    ['strongroom tenants create --name "First Trust" --id 900', 'safe to run again'],
  ],
  'tenants update': [['strongroom tenants update 7 --name "First Trust Company"', 'a new name']],
  'tenants disable': [['strongroom tenants disable 7', 'its tokens are refused from the next request on']],
  'tenants enable': [['strongroom tenants enable 7', 'its tokens work again']],
  'tenants delete': [['strongroom tenants delete 7', 'one that nothing refers to; asks for confirmation']],
  tokens: [
    ['strongroom tokens list --state valid', 'who has access now, with the last use'],
    ['strongroom tokens create --name night-shift --role operator --tenant 7', 'a token for a person'],
    ['strongroom tokens revoke 31 --reason "left the team"', 'takes effect at once; asks for confirmation'],
  ],
  'tokens list': [
    ['strongroom tokens list --state valid', 'who has access now, with the last use'],
    ['strongroom tokens list --expiring 14d', 'those to renew'],
  ],
  'tokens show': [['strongroom tokens show 31', 'one token, with its last use and its version']],
  'tokens create': [
    ['strongroom tokens create --name night-shift --role operator --tenant 7 > token', 'into a file, shown nowhere'],
    ['strongroom tokens create --name nightly --permission reserves:read --expires-in 30d', 'one for a program'],
  ],
  'tokens update': [['strongroom tokens update 31 --expires-in 90d', 'extend it']],
  'tokens disable': [['strongroom tokens disable 31', 'while you find out whether it is in the wrong hands']],
  'tokens enable': [['strongroom tokens enable 31', 'it works again']],
  'tokens revoke': [
    ['strongroom tokens revoke 31 32 --reason "left the team"', 'two tokens; asks for confirmation'],
    ['strongroom tokens revoke --name nightly --reason "leaked" --yes', 'all tokens of the name'],
  ],
  networks: [
    ['strongroom networks list', 'every network and its ID'],
    ['strongroom networks create --name Base', 'with the built-in icon of its name'],
  ],
  'networks list': [['strongroom networks list', 'every network and its ID']],
  'networks show': [['strongroom networks show 1', 'one network, with its version']],
  'networks create': [
    ['strongroom networks create --name Base', 'with the built-in icon of its name'],
    ['strongroom networks create --name Base --icon base.svg --id 900', 'safe to run again'],
  ],
  'networks update': [['strongroom networks update 1 --name "Ethereum Mainnet"', 'a new name, also in the reports']],
  'networks delete': [['strongroom networks delete 900', 'one that nothing refers to; asks for confirmation']],
  'networks disable': [['strongroom networks disable 1', 'nothing new is stored on it, imports included']],
  'networks enable': [['strongroom networks enable 1', 'allow changes and imports again']],
  'chain-tokens': [
    ['strongroom chain-tokens list', 'the tokens of all networks'],
    ['strongroom chain-tokens create --symbol ETH --network 1 --decimals 18', 'a native coin'],
  ],
  'chain-tokens list': [['strongroom chain-tokens list --csv', 'the tokens of all networks, for a spreadsheet']],
  'chain-tokens show': [['strongroom chain-tokens show 3', 'one token, with its version']],
  'chain-tokens create': [
    ['strongroom chain-tokens create --symbol ETH --network 1 --decimals 18', 'a native coin'],
    [
      'strongroom chain-tokens create --symbol USDX --network 1 --decimals 6 --contract 0x00b2 --id 900',
      'safe to run again',
    ],
  ],
  'chain-tokens update': [['strongroom chain-tokens update 3 --symbol USDX.e', 'a new symbol, also in the reports']],
  'chain-tokens delete': [['strongroom chain-tokens delete 900', 'one without transactions; asks for confirmation']],
  'chain-tokens disable': [['strongroom chain-tokens disable 3', 'a forgery: refuse its transactions in imports']],
  'chain-tokens enable': [['strongroom chain-tokens enable 3', 'allow changes and imports again']],
  'reserve-accounts': [
    ['strongroom reserve-accounts list', 'every account that holds reserves'],
    ['strongroom reserve-accounts create --name "Cold reserve" --network 1 --address 0x00c3', 'with the next free ID'],
  ],
  'reserve-accounts list': [['strongroom reserve-accounts list', 'every account that holds reserves']],
  'reserve-accounts show': [['strongroom reserve-accounts show 5', 'one account, with its version']],
  'reserve-accounts create': [
    ['strongroom reserve-accounts create --name "Cold reserve" --network 1 --address 0x00c3', 'with the next free ID'],
  ],
  'reserve-accounts update': [['strongroom reserve-accounts update 5 --name "Cold reserve, Zurich"', 'a new name']],
  'reserve-accounts delete': [
    ['strongroom reserve-accounts delete 900', 'one without transactions; asks for confirmation'],
  ],
  'reserve-accounts disable': [['strongroom reserve-accounts disable 5', 'refuse its transactions in imports']],
  'reserve-accounts enable': [['strongroom reserve-accounts enable 5', 'allow changes and imports again']],
  webhooks: [
    ['strongroom webhooks list', 'every webhook, and how long one has been failing'],
    ['strongroom webhooks ping 3', 'send a test event'],
    ['strongroom webhooks deliveries 3 --state failed', 'failed deliveries'],
  ],
  'webhooks list': [['strongroom webhooks list', 'every webhook, and how long one has been failing']],
  'webhooks show': [['strongroom webhooks show 3', 'one webhook']],
  'webhooks create': [
    [
      'strongroom webhooks create --name desk --url https://hooks.example.com/ --event rotation.ended > secret',
      'keep its secret in a file',
    ],
  ],
  'webhooks update': [['strongroom webhooks update 3 --event data.imported --event data.damaged', 'send these events']],
  'webhooks rotate-secret': [['strongroom webhooks rotate-secret 3 --overlap 2d > secret', 'two days for the change']],
  'webhooks ping': [['strongroom webhooks ping 3', 'send a test event']],
  'webhooks deliveries': [
    ['strongroom webhooks deliveries 3', 'the newest, with the answer to the last attempt'],
    ['strongroom webhooks deliveries 3 --state failed --json', 'failed deliveries, for a script'],
  ],
  'webhooks redeliver': [['strongroom webhooks redeliver 3 019d0a3e-0000-7000-8000-000000000001', 'send it again']],
  'webhooks disable': [['strongroom webhooks disable 3', 'send nothing to it']],
  'webhooks enable': [['strongroom webhooks enable 3', 'send events again, also what is pending']],
  'webhooks delete': [['strongroom webhooks delete 3', 'delete it, after a question']],
  freezes: [['strongroom freezes list', 'what is frozen, by whom, since when and why']],
  'freezes list': [
    ['strongroom freezes list', 'what is frozen, by whom, since when and why'],
    ['strongroom freezes list --data /var/lib/strongroom', 'without an operator token'],
  ],
  freeze: [
    ['strongroom freeze --reason "case 4711" --yes', 'refuse every change on the server of the current profile'],
    ['strongroom freeze --tenant 1 --reason "case 4711" --yes', 'only those of a tenant'],
  ],
  thaw: [
    ['strongroom thaw --reason "case 4711 closed" --yes', 'end the freeze of everything'],
    ['strongroom thaw --data /var/lib/strongroom --reason "case 4711 closed" --yes', 'without an operator token'],
  ],
  rotate: [
    ['strongroom rotate 11', 'ask for the new keys, validate and store them'],
    ['strongroom rotate 11 --credentials keys.json', 'read them from a JSON file'],
    ['strongroom rotate 11 --credentials keys.json --idempotency-key change-4711', 'safe to run again'],
  ],
  validate: [['strongroom validate 11 --credentials keys.json', 'check new keys without storing them']],
  check: [['strongroom check 11', 'check the active keys with the provider']],
  rotations: [['strongroom rotations 11 --limit 5', 'the last five rotations and their outcomes']],
  wallets: [['strongroom wallets 11 --all --csv', 'all wallets of custodian 11, for a spreadsheet']],
  'wallets show': [['strongroom wallets show 11001', 'one wallet, with its version']],
  'wallets update': [
    ['strongroom wallets update 11001 --label "Vault, Zurich" --treasury', 'a new label, and use for the treasury'],
    ['strongroom wallets update 11001 --version 2 --no-label', 'only if its version is still 2'],
  ],
  reserves: [['strongroom reserves', 'the reserves report']],
  'reserves export': [['strongroom reserves export --output reserves.csv', 'every transaction, from a data folder']],
  import: [['strongroom import tenants.csv custodians.csv wallets.csv', 'import files in any order']],
  'provider-simulator': [['strongroom provider-simulator --port 9000', 'simulate the providers for a drill']],
  audit: [
    ['strongroom audit list --custodian 11', 'the newest records of a custodian, from a server'],
    ['strongroom audit verify', 'check the whole chain of a data folder'],
    ['strongroom audit export --output audit.ndjson', 'write every record of a data folder'],
  ],
  'audit list': [
    ['strongroom audit list --custodian 11 --kind rotation.ended', 'outcomes of the rotations of a custodian'],
    ['strongroom audit list --request-id 3f0c9a52-7f2b-4a43-9b0a-5c0d7f1e2a11', 'what a request led to'],
  ],
  'audit verify': [
    ['strongroom audit verify', 'check the whole chain of a data folder'],
    ['strongroom audit verify --archive audit-1.ndjson', 'check that it continues what was exported'],
  ],
  'audit verify-archive': [
    ['strongroom audit verify-archive audit-1.ndjson audit-2.ndjson', 'check two exports that follow one another'],
  ],
  'audit export': [
    ['strongroom audit export --since 2026-01-01 --output audit.ndjson', 'records of a year'],
    ['strongroom audit export --after 25000 --output audit-2.ndjson', 'what follows an earlier export'],
  ],
  keys: [
    ['strongroom keys list', 'the master keys and what they seal'],
    ['strongroom keys rotate', 'new master key; the server may go on'],
  ],
  'keys list': [['strongroom keys list', 'the master keys and what they seal']],
  'keys rotate': [['strongroom keys rotate', 'new master key; the server may go on']],
  backup: [
    ['strongroom backup create /backups', 'a backup named after the time'],
    ['strongroom backup restore backup.tar --data ./restored', 'restore into an empty folder'],
  ],
  'backup create': [['strongroom backup create /backups', 'a backup named after the time']],
  'backup inspect': [['strongroom backup inspect backup.tar', 'what is in a backup, and whether it is intact']],
  'backup restore': [['strongroom backup restore backup.tar --data ./restored', 'restore into an empty folder']],
  store: [['strongroom store migrate --store postgres://owner@db.example/strongroom', 'create or update its schema']],
  'store copy': [
    [
      'strongroom store copy ./data postgres://owner@db.example/strongroom',
      'from a data folder into an empty database',
    ],
    ['strongroom store copy postgres://owner@db.example/strongroom ./data', 'and back into an empty folder'],
  ],
  'store migrate': [
    ['strongroom store migrate --store postgres://owner@db.example/strongroom', 'create or update its schema'],
    [
      'strongroom store migrate --store postgres://owner@db.example/strongroom --service-role strongroom',
      'and let the role of the servers use it',
    ],
  ],
  update: [['strongroom update verify ./strongroom_0.2.0_amd64.deb', 'with the key that this build carries']],
  'update verify': [
    ['strongroom update verify /media/stick/strongroom_0.2.0_amd64.deb', 'with the key that this build carries'],
    [
      'strongroom update verify ./strongroom_0.2.0_amd64.deb --public-key strongroom-release.pub.pem',
      'with a key file',
    ],
  ],
  doctor: [['strongroom doctor', 'check the data folder']],
  config: [
    ['strongroom config check --config /etc/strongroom/strongroom.conf', 'check a configuration before a restart'],
  ],
  'config check': [
    ['strongroom config check --config /etc/strongroom/strongroom.conf', 'check a configuration before a restart'],
  ],
  completion: [['source <(strongroom completion bash)', 'complete commands in this shell']],
}

/** The name of a command without that of the program: `token create`. */
export const pathOf = (command: Command): string =>
  command.parent?.parent ? `${pathOf(command.parent)} ${command.name()}` : command.parent ? command.name() : ''

/** Adds the examples to the help of a command and of all commands below it. */
export function addExamples(command: Command): void {
  const lines = (examples[pathOf(command)] ?? []).map(([line, does]) => `  ${line}\n      ${does}`)
  if (lines.length > 0) command.addHelpText('after', `\nExamples:\n${lines.join('\n')}`)
  for (const inner of command.commands) addExamples(inner)
}
