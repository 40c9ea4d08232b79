/** What main says of the server that the console runs itself, and of its tasks. */
export const localServer = {
  demoName: 'This machine (demo)',
  demoLabel: 'Demo',
  restarted: 'The server ended unexpectedly with exit code {{code}} and was started again.',
  notRunning: 'The server is not running: {{why}} Start it again, or stop it and read its log.',
  keepsEnding: 'it keeps ending, last with exit code {{code}}.',
  lastLines: 'Its last lines:',
  endedEarly: {
    message: 'The server ended with exit code {{code}} before it was ready.',
    nextStep: 'Read its log, then start it again.',
  },
  commandFailed: {
    message: 'The command ended with exit code {{code}}',
    nextStep: 'Try again. If it fails again, report it with these lines.',
  },
  noToken: {
    message: 'The server did not create a token for the console.',
    nextStep: 'Sign in with a token created by "strongroom token create".',
  },
  updateRefused: {
    'no-key': 'This build carries no public key of the releases, so it cannot verify any package.',
    'bad-key': 'The public key that this build carries is damaged.',
    missing: 'The checksums of the release or their signature are not in the folder of the package.',
    'not-plain': 'A file of the release is a link, a device or a folder.',
    'too-large': 'A file of the release is larger than it can be.',
    'bad-signature': 'The signature is not valid: the release was changed, or signed with another key.',
    'bad-checksums': 'The checksums of the release are malformed.',
    'not-listed': 'The release does not list a file of this name.',
    changed: 'The package was changed, or was not copied completely.',
    'no-room': 'There is not enough free space for a copy of the package.',
  },
  busy: {
    message: 'Another task of the local server is running; this one was not started.',
    nextStep: 'Wait until it has finished, or stop it.',
  },
  backupNeedsKey:
    'It does not contain the master key that decrypts its custodian keys ({{keyIds}}). Keep a copy of {{keyFile}} too, in another place.',
  backupNeedsNoKey: 'It contains no custodian keys, so it needs no master key.',
} as const
