import { type Chapter, met, notApplicable } from './answer.ts'

export const encoding: Chapter = {
  title: 'Encoding and sanitization',
  answers: {
    '1.1.1': met('Decode input once, before it is checked.', 'Path, query and body are each decoded once, strictly.', {
      where: ['server/http/request/json-body.ts', 'server/http/request/query.ts'],
      tests: {
        'test/api/json.test.ts': 'the output of JSON.stringify is parsed unchanged, with any white space',
        'test/api/batches.test.ts': 'commas encoded as %2C count too, and doubly encoded ones are not part of a name',
      },
    }),
    '1.1.2': met(
      'Encode output as the last step.',
      'React, the JSON encoder and the CSV writer encode when they write.',
      {
        where: ['server/http/response/encode.ts', 'shared/csv.ts'],
        tests: {
          'test/http/answer-encoder.test.ts':
            'values without exact numbers are encoded like JSON.stringify, for any texts',
          'test/desktop/renderer/csv.test.ts': 'an RFC 4180 reader reads back what was written, formula marks aside',
        },
      },
    ),
    '1.2.1': met(
      'Encode for the context: HTML, headers, CSS.',
      'All text of others is shown as text; headers hold values of ours.',
      {
        where: ['desktop/renderer/parts/plain-text.tsx', 'server/http/docs/errors-page.ts'],
        tests: {
          'test/desktop/security/payloads.test.ts': 'the wallets of a custodian with the metadata of each',
          'test/http/browsers.test.ts':
            'every answer forbids framing, foreign content, sniffing and a referrer, and says the type of its body',
        },
      },
    ),
    '1.2.2': met(
      'Encode parts of URLs; allow safe protocols only.',
      'https alone for providers and links, app: for the page.',
      {
        where: ['server/providers/base-url.ts', 'desktop/main/window/trusted-origins.ts'],
        tests: {
          'test/providers/base-url.test.ts': 'the base URL %j is parsed, or refused with its cause',
          'test/desktop/main/server-address.test.ts': '%s is not a server address',
          'test/desktop/security/window.test.ts': 'openExternal',
        },
      },
    ),
    '1.2.3': met('Escape when JavaScript or JSON is built.', 'JSON is encoded by one encoder; no script is built.', {
      where: ['server/http/response/encode.ts'],
      tests: {
        'test/http/answer-encoder.test.ts':
          'a surrogate without its other half is escaped, so that the bytes are UTF-8',
        'test/code-safety.test.ts': 'code that is made of text',
      },
    }),
    '1.2.4': met('Protect database queries from injection.', 'Prepared statements with bound values, in one folder.', {
      where: ['server/store/sqlite/statements.ts'],
      tests: {
        'test/api/injection.test.ts': 'SQL in filters, cursors, keys, names and addresses is treated as text',
        'test/architecture.test.ts': 'a file in %s may not import %s',
      },
    }),
    '1.2.5': met(
      'Protect from command injection.',
      'The product starts no shell; seven files start a program, with arguments in a list.',
      {
        where: ['server/main.mjs'],
        tests: {
          'test/code-safety.test.ts': [
            'a shell',
            'only seven files start a process, each with a list of arguments that no shell reads',
          ],
        },
      },
    ),
    '1.2.6': notApplicable('Protect from LDAP injection.', 'No directory is asked.'),
    '1.2.7': notApplicable('Protect from XPath injection.', 'There is no XPath; XML is read as icons alone.'),
    '1.2.8': notApplicable('Configure LaTeX processors safely.', 'There is no LaTeX.'),
    '1.2.9': met('Escape text in regular expressions.', 'No expression is made of input; searches compare text.', {
      where: ['desktop/renderer/parts/search-input.tsx'],
      tests: {
        'test/code-safety.test.ts': 'regular expressions built at run time are made of constants, only in these files',
      },
    }),
    '1.3.1': notApplicable('Sanitize HTML from editors.', 'No HTML is taken from anybody.'),
    '1.3.2': met('Avoid eval and its like.', 'None in the code, and the content policies refuse it.', {
      tests: {
        'test/code-safety.test.ts': 'code that is made of text',
        'test/desktop/security/content-policy.test.ts': 'eval in all its forms',
        'test/http/api-page.test.ts': 'the policy allows only scripts of this server, and no eval',
      },
    }),
    '1.3.3': met(
      'Sanitize data for dangerous contexts.',
      'Names in logs are escaped, formulas in CSV disarmed, texts shortened.',
      {
        where: ['server/http/listener/request-log.ts', 'shared/csv.ts'],
        tests: {
          'test/http/request-log.test.ts': 'the name of a token cannot break a log line or a terminal',
          'test/desktop/renderer/csv.test.ts': 'never starts a cell, with any separator',
          'test/reserves/export-reserves.test.ts':
            'CSV and JSON have the same rows, with blocks, hashes and accounts, and no text is a formula',
        },
      },
    ),
    '1.3.4': met(
      'Sanitize SVG of others.',
      'Icons are checked against a list of elements; the page draws them as images.',
      {
        where: ['shared/icon-svg.ts'],
        tests: {
          'test/shared/network-icon.test.ts': 'an SVG with %s is refused',
          'test/desktop/security/payloads.test.ts':
            'notices a text that becomes markup, by its elements and by policy violations',
        },
      },
    ),
    '1.3.5': notApplicable(
      'Sanitize Markdown, CSS and template languages of others.',
      'None is taken; metadata is drawn as plain text.',
      {
        tests: {
          'test/desktop/screens/wallets.test.ts': 'show metadata as a limited tree of plain text with every digit',
        },
      },
    ),
    '1.3.6': met(
      'Protect from server-side request forgery.',
      'Administrators alone name addresses: base URLs and URLs of webhooks are https and are not redirected. Of a webhook, each address that its name has is judged, and the connection is made to a judged one: only to the Internet, and to ranges that the server was started with. The console connects to the chosen server alone.',
      {
        where: ['server/providers/base-url.ts', 'server/providers/transport.ts', 'server/webhooks/post-event.ts'],
        tests: {
          'test/webhooks/deliver-events.test.ts': [
            'nothing is sent to %s, which is not on the Internet, unless that is allowed',
            'a redirect is a failure and is not followed',
          ],
          'test/providers/base-url.test.ts': 'plain http to another machine is refused before a byte is sent',
          'test/providers/redirect.test.ts': 'a redirect of %s sends no credentials to the other host',
          'test/import/changes.test.ts':
            'the base URL of a custodian that has credentials changes only when that is allowed, and the audit names both',
          'test/desktop/security/connections.test.ts':
            'the console makes no outbound connection before a server is chosen',
        },
      },
    ),
    '1.3.7': notApplicable('Build no templates from input.', 'There is no template engine.'),
    '1.3.8': notApplicable('Protect JNDI queries.', 'There is no Java.'),
    '1.3.9': notApplicable('Sanitize what goes to memcache.', 'There is no memcache.'),
    '1.3.10': notApplicable('Sanitize format strings.', 'Log messages are constants; values are separate members.'),
    '1.3.11': notApplicable('Sanitize what goes to mail systems.', 'No mail is sent.'),
    '1.4.1': notApplicable(
      'Use memory-safe string and pointer operations.',
      'All own code is TypeScript; native code is SQLite, keytar and pkcs11js, pinned and bundled as published.',
    ),
    '1.4.2': met(
      'Prevent integer overflow.',
      'IDs are 64-bit integers as bigint or text, amounts are exact decimals.',
      {
        where: ['shared/primitives.ts', 'shared/minor-units.ts'],
        tests: {
          'test/api/exact-numbers.test.ts': [
            'IDs up to 2^63-1 are returned digit for digit, through the store and both transports',
            'amounts of hundreds of digits are summed and returned digit for digit, through the store and both transports',
          ],
        },
      },
    ),
    '1.4.3': met('Release memory and resources.', 'Memory is managed; connections, files and timers are disposed of.', {
      where: ['server/providers/transport.ts'],
      tests: {
        'test/providers/deadline.test.ts': 'a process that probed a hanging provider has nothing left open and exits',
        'test/desktop/remote/trust.test.ts':
          'connections of a released profile are closed, and opened again when needed',
        'test/reserves/export-reserves.test.ts': 'the memory of an export does not grow with the ledger',
      },
    }),
    '1.5.1': met(
      'Configure XML parsers restrictively.',
      'The one parser, saxes, reads icons alone: DOCTYPE, entities, processing instructions and CDATA are refused.',
      {
        where: ['shared/icon-svg.ts'],
        tests: {
          'test/code-safety.test.ts': 'only one file parses XML',
          'test/shared/network-icon.test.ts': 'an SVG with %s is refused',
        },
      },
    ),
    '1.5.2': met(
      'Deserialize untrusted data safely.',
      'JSON alone, then a schema; what crosses IPC is checked the same way.',
      {
        where: ['server/http/request/json-body.ts', 'desktop/bridge/schema.ts'],
        tests: {
          'test/desktop/gate/fuzz.test.ts':
            'reach no handler unvalidated or from a wrong sender, and none throws or hangs',
          'test/api/json.test.ts':
            'JSON is refused if JSON.parse refuses it or one of the three rules is broken, and only then',
        },
      },
    ),
  },
}
