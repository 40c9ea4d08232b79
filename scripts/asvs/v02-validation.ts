import { type Chapter, met } from './answer.ts'

export const validation: Chapter = {
  title: 'Validation and business logic',
  answers: {
    '2.1.1': met(
      'Document the rules of input.',
      'The OpenAPI document is generated from the schemas that check; the import page names each column.',
      {
        where: ['docs/openapi.json', 'docs/import.md'],
        tests: {
          'test/http/openapi.test.ts': 'the committed OpenAPI documents match the code',
          'test/import/examples.test.ts': 'docs/import.md lists every column of every kind, and which are required',
        },
      },
    ),
    '2.1.2': met('Document rules over combined items.', 'In the import page and under Limits of the inventory.', {
      where: ['docs/import.md', 'docs/security-inventory.md'],
    }),
    '2.1.3': met('Document limits, per user and in all.', 'Under Limits of the inventory.', {
      where: ['docs/security-inventory.md', 'docs/guides/monitoring.md'],
    }),
    '2.2.1': met(
      'Validate all input by rules.',
      'A schema for each operation, a rule for each column; unknown members are refused.',
      {
        where: ['server/core/perform.ts', 'shared/operations.ts', 'server/import/column.ts'],
        tests: {
          'test/api/bad-input.test.ts': 'with %j is refused, one line for each rule',
          'test/import/bad-input.test.ts': '%s is refused with a reason and stores nothing',
          'test/api/random-input.test.ts': 'as the body, path and query of any REST endpoint',
        },
      },
    ),
    '2.2.2': met(
      'Validate at a trusted layer.',
      'The server checks everything again; so does main what the page sends.',
      {
        where: ['server/core/perform.ts', 'desktop/main/gate.ts'],
        tests: {
          'test/api/parity.test.ts': '%s answers the same over every transport',
          'test/desktop/renderer/screens/local-check.test.ts': 'never rejects a field that the server accepts',
        },
      },
    ),
    '2.2.3': met(
      'Check combinations of items.',
      'Custodian and tenant, account and network, block and hash must fit.',
      {
        where: ['server/import/kinds/reserve-transactions.ts'],
        tests: {
          'test/import/changes.test.ts': 'a custodian cannot move to another tenant, nor a wallet',
          'test/import/blocks.test.ts': 'the transactions of an orphaned block are refused with the reason and counted',
        },
      },
    ),
    '2.3.1': met(
      'Process flows in their order.',
      'A rotation has stages that no caller can skip: intent, check, question, commit.',
      {
        where: ['server/rotations/rotate.ts'],
        tests: {
          'test/rotations/rotate-credentials.test.ts': [
            'the intent is durable before the provider is contacted',
            'a check that ends after a rotation does not affect the new credentials',
          ],
        },
      },
    ),
    '2.3.2': met('Enforce the documented limits.', 'Per token, per address and per provider key.', {
      where: ['server/http/request/token-limits.ts', 'server/store/sqlite/writes'],
      tests: {
        'test/rotations/attempt-budget.test.ts': 'many concurrent attempts do not exceed the budget',
        'test/api/token-limits.test.ts': 'each call of a batch counts, and a batch larger than a limit can start alone',
      },
    }),
    '2.3.3': met(
      'Commit an operation as a whole or not at all.',
      'One transaction per change, with its audit record.',
      {
        where: ['server/store/sqlite/transact.ts'],
        tests: {
          'test/faults/kill-sweep.test.ts':
            'killed at any %s from the start of the server to the end of a rotation: completely old or completely new, and reported correctly',
          'test/rotations/storage-failures.test.ts':
            'when the intent cannot be stored, the provider is not contacted and the old credentials stay',
        },
      },
    ),
    '2.3.4': met('Lock what must not happen twice.', 'One open rotation per custodian; one change of each version.', {
      where: ['server/store/sqlite/migrations/001-initial.sql', 'server/store/sqlite/items/changes.ts'],
      tests: {
        'test/store/contract/items.test.ts': 'of many writers of one version, through two stores, exactly one wins',
        'test/rotations/open-rotation.test.ts':
          'of a thousand concurrent rotations of one custodian as many succeed as versions are added; the others are answered 409',
        'test/api/idempotency.test.ts': 'repetitions that arrive together run one rotation',
      },
    }),
    '2.4.1': met('Defend against automated excess.', 'Rate, open requests, batch size and read speed are bounded.', {
      where: ['server/http/request/token-limits.ts', 'server/http/listener/slow-readers.ts'],
      tests: {
        'test/api/token-limits.test.ts': 'a flood through %s from one token is refused, while another token is served',
        'test/api/batches.test.ts': 'a batch sent as %s has at most ten calls; a larger one is refused completely',
      },
    }),
  },
}
