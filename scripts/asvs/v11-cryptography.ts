import { type Chapter, met, notApplicable, open } from './answer.ts'

const inventory = {
  where: ['docs/security-inventory.md'],
  tests: {
    'test/code-safety.test.ts':
      'every algorithm in the code is in the inventory of docs/security-inventory.md, and none of them is broken',
  },
}
const sealing = {
  where: ['server/vault/seal.ts'],
  tests: {
    'test/rotations/stored-credentials.test.ts': [
      'API key and secret are in one ciphertext under their own data key',
      'one changed bit of the %s is found',
    ],
  },
}

export const cryptography: Chapter = {
  title: 'Cryptography',
  answers: {
    '11.1.1': met('A policy for keys and their lifecycle.', 'Under Keys of the inventory; rotation is a command.', {
      where: ['docs/security-inventory.md', 'docs/decisions/0006-offline-key-rotation.md'],
      tests: {
        'test/vault/rotate-keys.test.ts':
          'a key rotation wraps all credentials with a new key, keeps the old one, and is audited',
      },
    }),
    '11.1.2': met('An inventory of keys and algorithms.', 'Compared with the code by a test.', inventory),
    '11.2.1': met('Validated implementations.', 'OpenSSL through node:crypto; nothing of our own.', {
      where: ['server/vault/seal.ts'],
      tests: { 'test/code-safety.test.ts': 'pseudo-random or weak cryptography of another library' },
    }),
    '11.2.2': open(
      'Algorithms and keys can be exchanged.',
      'Keys can, while data stays readable, and a rotation seals credentials again. The algorithm of sealed credentials is not stored with it, so another one needs a migration.',
      {
        where: ['server/vault/rotate-keys.ts'],
        tests: {
          'test/vault/rotate-keys.test.ts':
            'a key rotation wraps all credentials with a new key, keeps the old one, and is audited',
        },
      },
    ),
    '11.2.3': open(
      'At least 128 bits of security.',
      'AES-256, SHA-256 and tokens of 256 bits. RSA keys for Fireblocks may have 2,048 bits (112 bits of security), since the institution makes them and the provider takes them.',
      {
        where: ['server/providers/fireblocks.ts'],
      },
    ),
    '11.3.1': met('No ECB, no PKCS#1 v1.5 encryption.', 'AES-GCM alone encrypts.', {
      where: sealing.where,
      tests: { ...inventory.tests },
    }),
    '11.3.2': met('Approved ciphers and modes.', 'AES-256-GCM.', {
      where: sealing.where,
      tests: { ...inventory.tests, ...sealing.tests },
    }),
    '11.3.3': met('Protect encrypted data from change.', 'GCM tags, bound to tenant, custodian and version.', {
      where: sealing.where,
      tests: {
        'test/rotations/stored-credentials.test.ts': [
          'one changed bit of the %s is found',
          'sealed credentials open only for the custodian and version they were sealed for',
        ],
      },
    }),
    '11.4.1': met(
      'Approved hash functions.',
      'SHA-256; SHA-512 for demo addresses. CRC-32 finds typing errors and protects nothing.',
      inventory,
    ),
    '11.4.2': met('Password hashing with cost.', 'scrypt, N = 131,072, r = 8, p = 1, random salt.', {
      where: ['desktop/main/lock/unlock.ts'],
      tests: {
        'test/desktop/lock/passphrase.test.ts': 'a passphrase is stored as scrypt at the OWASP cost with a fresh salt',
        'test/desktop/lock/unlock.test.ts':
          'answers, states and the lock record never contain the passphrase or the token',
      },
    }),
    '11.4.3': met(
      'Hashes of 256 bits where collisions matter.',
      'SHA-256 in the audit chain, in sums and in signatures.',
      {
        where: ['server/audit/chain.ts'],
        tests: { 'test/audit/verify-chain.test.ts': 'a record whose %s was changed is the first invalid one' },
      },
    ),
    '11.4.4': notApplicable('Derive keys from passwords with stretching.', 'No key is derived from a password.'),
    '11.5.1': met(
      'Random values that cannot be guessed.',
      'randomBytes for tokens, keys and nonces. UUIDs are only identifiers.',
      {
        where: ['server/access/token-text.ts', 'server/vault/key-file.ts'],
        tests: {
          'test/code-safety.test.ts': 'random numbers that can be guessed',
          'test/api/access.test.ts': 'is srt_, 43 characters of 256 random bits, and 6 of a checksum',
        },
      },
    ),
    '11.6.1': open(
      'Approved algorithms for keys and signatures.',
      'Releases are signed with Ed25519. Fireblocks takes RS256 (RSASSA-PKCS1-v1_5) alone, which the standard no longer approves.',
      {
        where: ['server/providers/fireblocks.ts'],
        tests: {
          'test/providers/fireblocks-signing.test.ts':
            'openssl verifies the token with the public key, and with no other',
        },
      },
    ),
  },
}
