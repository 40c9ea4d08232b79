import { type Chapter, met, open } from './answer.ts'

export const logging: Chapter = {
  title: 'Security logging and error handling',
  answers: {
    '16.1.1': met('An inventory of logs.', 'Under Logs of the inventory.', {
      where: ['docs/security-inventory.md', 'docs/guides/monitoring.md', 'docs/audit.md'],
    }),
    '16.2.1': met(
      'When, where, who and what in each entry.',
      'Time, request ID, token, address, operation and outcome.',
      {
        where: ['server/http/listener/request-log.ts'],
        tests: {
          'test/access/audit-token-ids.test.ts':
            'actions of two tokens with the same name are distinguished by token ID, over both transports',
          'test/http/request-log.test.ts':
            'has one log line, with everything needed to find it and none of its content',
        },
      },
    ),
    '16.2.2': met(
      'Synchronised time, in UTC.',
      'Milliseconds since 1970 everywhere; the inventory asks for a synchronised clock.',
      {
        where: ['docs/security-inventory.md'],
        tests: {
          'test/store/sqlite/audit-filters.test.ts':
            'a time is from its first moment to before its last, also when the clock steps back',
        },
      },
    ),
    '16.2.3': met('Logs go to documented places only.', 'Standard error and the database.', {
      where: ['server/platform/log.ts', 'docs/security-inventory.md'],
      tests: { 'test/cli/log.test.ts': 'every log line is written when a server has stopped, including the last ones' },
    }),
    '16.2.4': met('Logs can be read by programs.', 'JSON lines, and NDJSON with a documented chain.', {
      where: ['docs/guides/monitoring.md', 'docs/audit.md'],
      tests: {
        'test/audit/export-audit.test.ts':
          'a full export passes the documented Python check, up to the head that verify prints',
      },
    }),
    '16.2.5': met(
      'Sensitive data is logged by its class.',
      'No value that a request carried is logged; tokens by name.',
      {
        where: ['server/http/listener/request-log.ts', 'shared/secret.ts'],
        tests: {
          'test/faults/secrets.test.ts': 'no secret is in anything the server wrote or sent',
          'test/faults/secret-class.test.ts': 'the log writes neither secrets nor members that would hold them',
        },
      },
    ),
    '16.3.1': met(
      'Log authentication, good and bad.',
      'Each request with its token; failures as warnings, also without the request log.',
      {
        where: ['server/http/listener/request-log.ts'],
        tests: {
          'test/http/request-log.test.ts':
            'refused requests are warnings, also without the request log; so are errors of the server',
          'test/http/refused-access.test.ts':
            'is audited before it is answered, once per hour and address, with the number of repetitions',
        },
      },
    ),
    '16.3.2': met(
      'Log failed authorization.',
      '403 with its code and token, also in batches; use from a foreign address is audited.',
      {
        where: ['server/http/listener/request-log.ts', 'server/access/refused-tokens.ts'],
        tests: {
          'test/http/request-log.test.ts': 'that fails is logged with its failure code, over both transports',
          'test/http/refused-access.test.ts': 'of unknown tokens does not hide the actions of a known token',
          'test/api/allowed-addresses.test.ts':
            'a refusal is audited before it is answered, and a flood of refusals with one record per minute and address',
        },
      },
    ),
    '16.3.3': met(
      'Log attempts to get round controls.',
      'Every refused request has its line with the code; refused keys and tokens are audited.',
      {
        where: ['server/http/listener/request-log.ts'],
        tests: {
          'test/http/request-log.test.ts': 'that fails is logged with its failure code, over both transports',
          'test/rotations/rotate-credentials.test.ts':
            'when validation fails, the existing credentials are kept and the call is answered with an error',
        },
      },
    ),
    '16.3.4': met(
      'Log unexpected errors and failed controls.',
      'Each 5xx with its cause under its request ID; failed TLS to a provider is a verdict in the audit.',
      {
        where: ['server/core/perform.ts'],
        tests: {
          'test/http/request-log.test.ts': 'the cause of a 5xx is in the log under its request ID',
          'test/providers/tls.test.ts':
            'a provider whose identity cannot be verified gets no request, and the verdict says why',
        },
      },
    ),
    '16.4.1': met('Encode what is logged.', 'JSON of printable ASCII.', {
      where: ['server/http/listener/request-log.ts'],
      tests: { 'test/http/request-log.test.ts': 'the name of a token cannot break a log line or a terminal' },
    }),
    '16.4.2': met(
      'Protect logs from reading and change.',
      'The audit is a hash chain with an anchor, in files of the owner; standard error belongs to the collector.',
      {
        where: ['server/store/sqlite/anchor.ts', 'docs/audit.md'],
        tests: {
          'test/audit/verify-chain.test.ts': 'records missing at the end are found only by the anchor',
          'test/desktop/main/file-modes.test.ts':
            'no file of the console or the local server is readable by other users',
        },
      },
    ),
    '16.4.3': open(
      'Send logs to a separate system.',
      'Standard error can be collected and the audit exported; streaming the audit to another system as it grows is planned.',
      {
        where: ['docs/audit.md'],
        tests: {
          'test/audit/export-audit.test.ts':
            'filters omit all other records, and each record can still be verified on its own',
        },
      },
    ),
    '16.5.1': met('Generic messages for unexpected errors.', 'A bug answers UnexpectedError and a request ID.', {
      where: ['server/context/failure-of.ts'],
      tests: { 'test/api/parity.test.ts': 'an internal error reveals no details over either transport' },
    }),
    '16.5.2': met(
      'Stay secure when others fail.',
      'A provider that fails leaves the active keys; storage that fails turns readiness off.',
      {
        where: ['server/providers/classify.ts', 'server/core/readiness.ts'],
        tests: {
          'test/rotations/verdicts.test.ts':
            'an unreachable provider (%s) is answered with 500, and the old credentials stay',
          'test/faults/readiness.test.ts': 'a full disk makes the server not ready until space is free again',
        },
      },
    ),
    '16.5.3': met('Fail closed.', 'Nothing is done that cannot be audited; an unknown outcome is said to be one.', {
      where: ['server/rotations/activate.ts'],
      tests: {
        'test/rotations/storage-failures.test.ts': [
          'when the intent cannot be stored, the provider is not contacted and the old credentials stay',
          'when a failed commit cannot be voided either, the outcome is unknown, and the server is not ready and stops',
        ],
      },
    }),
  },
}
