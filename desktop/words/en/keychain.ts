/** What can stand between the console and the keychain of the system, and what to do about it. */
export const keychain = {
  /** Follows each message about the keychain itself. */
  memoryOnly:
    'Operator tokens are kept in memory until you close the console; tokens already in the keychain stay there.',
  problem: {
    AddonMissing: {
      message: 'The keychain module is not installed.',
      nextStep:
        'Install the package of the console. In a checkout, install libsecret-1-dev, g++ and make, run npm ci, then start the console again.',
    },
    LibraryMissing: {
      message: 'A library that the keychain needs (libsecret on Linux) could not be loaded.',
      nextStep: 'Install libsecret-1-0, then start the console again.',
    },
    NoSessionBus: {
      message: 'The keychain is unreachable: this session has no D-Bus.',
      nextStep: 'Start the console from the desktop, or with dbus-run-session.',
    },
    NoSecretService: {
      message: 'No keychain service is running in this session.',
      nextStep:
        'Install gnome-keyring, or turn on the Secret Service of KWallet or KeePassXC. Then log in to the desktop again.',
    },
    NoKeyring: {
      message: 'The keychain has no default keyring, for example because it was never unlocked.',
      nextStep: 'Create a default keyring, in "Passwords and Keys" or by logging in with a password. Then check again.',
    },
    KeychainLocked: {
      message: 'The keychain is locked.',
      nextStep: 'Unlock it, then check again.',
    },
    KeychainDenied: {
      message: 'The keychain denied access.',
      nextStep: 'Check again, and allow access when the system asks.',
    },
    KeychainSilent: {
      message: 'The keychain did not respond in time. It may be waiting for your answer.',
      nextStep: 'Look for a system window that asks for a password, answer it, then check again.',
    },
    KeychainForgets: {
      message: 'The keychain accepted an entry but did not return it.',
      nextStep: 'Check that the default keyring is stored on disk and is not full, then check again.',
    },
    KeychainFailed: {
      message: 'The keychain failed for an unknown reason.',
      nextStep: 'Check that other programs can use the keychain, then check again.',
    },
    TokenTooLong: {
      message: 'The Windows keychain accepts at most 2,560 bytes, so this token was not stored.',
      nextStep: 'Copy the token again. An operator token has 53 characters.',
    },
    TokenCutShort: {
      message: 'The text contains a NUL character, at which a keychain would cut it off, so it was not stored.',
      nextStep: 'Copy the token again, as text.',
    },
  },
} as const
