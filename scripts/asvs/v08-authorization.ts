import { type Chapter, met } from './answer.ts'

export const authorization: Chapter = {
  title: 'Authorization',
  answers: {
    '8.1.1': met(
      'Document access by function and by data.',
      'The permissions page, generated from the table that is enforced.',
      {
        where: ['docs/guides/permissions.md', 'docs/decisions/0004-operator-tokens-and-visibility.md'],
      },
    ),
    '8.1.2': met('Document access by field.', 'It does not differ by field: under Limits of the inventory.', {
      where: ['docs/security-inventory.md'],
    }),
    '8.2.1': met(
      'Restrict functions to explicit permissions.',
      'Each operation names its permission; without it, 403.',
      {
        where: ['server/access/authorize.ts', 'shared/operations.ts'],
        tests: {
          'test/api/authorisation-matrix.test.ts': 'every operation, procedure and endpoint has a row',
          'test/api/parity.test.ts': 'a token without the permission: 403, for any input',
        },
      },
    ),
    '8.2.2': met(
      'Restrict objects to those who may see them.',
      'An object of another tenant answers as a missing one does.',
      {
        where: ['server/access/authorize.ts'],
        tests: {
          'test/api/tenants-apart.test.ts': [
            '%s answers for %s byte by byte like for a missing object',
            'every operation on an object is covered',
          ],
        },
      },
    ),
    '8.2.3': met(
      'Restrict fields.',
      'Inputs take declared members only; the custodian of the path wins over the body.',
      {
        where: ['server/http/rest/rest.ts'],
        tests: {
          'test/api/addresses.test.ts': [
            'the custodian in the path overrides the one in the body',
            'refuses an unknown member, and every duplicate member',
          ],
        },
      },
    ),
    '8.3.1': met(
      'Enforce at a trusted layer.',
      'In the server, before the schema is read; a freeze in the transaction of each write. The console only explains.',
      {
        where: ['server/core/perform.ts', 'server/store/sqlite/writes/freezes.ts'],
        tests: {
          'test/store/contract/freezes.test.ts':
            'a rotation that was accepted before fails in its activation, and the active keys stay',
          'test/api/access.test.ts':
            'each fault hides those that come after it: 401, unreadable 400, 413 and 415, 403, schema 400, 404',
        },
      },
    ),
    '8.4.1': met('Keep tenants apart.', 'A token has one tenant or the platform, in every query and cache.', {
      where: ['server/access/authorize.ts', 'server/http/response/response-cache.ts'],
      tests: {
        'test/api/tenants-apart.test.ts': "I8: another tenant's rotation under one's own custodian is not found",
        'test/api/kept-apart.test.ts':
          'two tenants get their own wallets, in any order of requests, and nothing of each other',
      },
    }),
  },
}
