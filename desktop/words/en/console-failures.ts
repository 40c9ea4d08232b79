/** Every failure of the console itself: what it means, and what to do next. */
export const consoleFailures = {
  Unreachable: {
    meaning: 'Could not reach the server. Nothing was changed.',
    remedy: 'Check your network and the address in the server profile, then try again.',
  },
  ResponseLost: {
    meaning: 'The server was reached, but its response was cut off or too slow. Nothing was changed.',
    remedy: 'Try again. If it happens again, ask your server administrator about the load on the server.',
  },
  ProxyBusy: {
    meaning: 'The server, or a proxy in front of it, is limiting requests. Nothing was changed.',
    remedy: 'Wait, then try again.',
  },
  ProxyFailed: {
    meaning: 'A proxy in front of the server answered that it cannot reach the server. Nothing was changed.',
    remedy: 'Ask your server administrator whether the server is running.',
  },
  NoAnswer: {
    meaning:
      'The server was reached, but its response was lost or could not be read. The change may or may not have been made.',
    remedy: 'Check the result before you try again. For keys, check the history.',
  },
  UntrustedServer: {
    meaning: 'The server’s certificate is not trusted. Nothing was sent.',
    remedy: 'Add the certificate authority that signed it to the server profile, or contact your server administrator.',
  },
  AnswerTooLarge: {
    meaning: 'The response is larger than 64 MiB and was not read completely.',
    remedy: 'Request less data, or contact your server administrator.',
  },
  AnswerUnreadable: {
    meaning: 'This version of the console cannot read the response.',
    remedy:
      'Check that the address is that of a Strongroom server and that the console and server versions are compatible.',
  },
  ListingGone: {
    meaning: 'This list of wallets has expired. Nothing was changed.',
    remedy: 'Open it again.',
  },
  SignedOut: {
    meaning: 'You are not signed in to this server.',
    remedy: 'Sign in with an operator token.',
  },
  NotAToken: {
    meaning: 'This is not an operator token. Nothing was changed.',
    remedy: 'Copy the whole token, from srt_ to its last character, and try again.',
  },
  TokenGone: {
    meaning: 'The text of this token is no longer here: the console was locked, or another token was created.',
    remedy: 'Revoke the token and create another.',
  },
  SecretGone: {
    meaning: 'The secret of this webhook is no longer here: the console was locked, or another secret was made.',
    remedy: 'Rotate the secret of the webhook to get another.',
  },
  SignInExpired: {
    meaning: 'The sign-in took too long, or was completed before. Nothing was changed.',
    remedy: 'Sign in again.',
  },
  SignInRefused: {
    meaning: 'The server refused the sign-in. Nothing was changed.',
    remedy: 'Ask your server administrator for access, or sign in with an operator token.',
  },
  BrowserNotOpened: {
    meaning: 'The browser of this computer could not be opened.',
    remedy: 'Choose a default browser in the settings of the system, or sign in with an operator token.',
  },
  Locked: {
    meaning: 'The console is locked.',
    remedy: 'Unlock it, then try again.',
  },
  LockedMeanwhile: {
    meaning: 'The console was locked before the response arrived. The change may or may not have been made.',
    remedy: 'Unlock it, then check the result before you try again. For keys, check the history.',
  },
  NotUnlocked: {
    meaning: 'The console is still locked.',
    remedy: 'Try again, or sign out and sign in again.',
  },
  WrongPassphrase: {
    meaning: 'Wrong passphrase. Nothing was changed.',
    remedy:
      'Try again. If you forgot the current passphrase, lock the console and unlock it with your operator token: after that it is not required.',
  },
  KeychainFailed: {
    meaning: 'The keychain request failed.',
    remedy: 'See the reason in the settings.',
  },
  NoSuchProfile: {
    meaning: 'This server profile does not exist. Nothing was changed.',
    remedy: 'Choose a server from the list.',
  },
  ProfileChanged: {
    meaning: 'The server profile was changed or removed while you signed in, so the token was not saved.',
    remedy: 'Check the profile, then sign in again.',
  },
  NotWritten: {
    meaning: 'Could not write the file.',
    remedy: 'Choose another folder and try again.',
  },
  NotReadable: {
    meaning: 'Could not read the file. Nothing was changed.',
    remedy: 'Choose another file and try again.',
  },
  LocalServerFailed: {
    meaning: 'The local server is not running.',
    remedy: 'Read its log, then start it again.',
  },
  UpdateRefused: {
    meaning: 'The package was not accepted as an update. Nothing was installed or changed.',
    remedy: 'Do not install it in another way before the reason below is resolved.',
  },
  TaskFailed: {
    meaning: 'The task did not finish.',
    remedy: 'Read its output, fix the cause and start it again. Completed work is kept, and repeating it is safe.',
  },
  NotAllowed: {
    meaning: 'The console rejected a request from its own window. Nothing was changed.',
    remedy: 'Reload the window. If it happens again, report it.',
  },
  ConsoleFailed: {
    meaning: 'Unexpected console error.',
    remedy: 'Try again. If it happens again, send the report from Settings > Diagnostics.',
  },
} as const satisfies Record<string, { readonly meaning: string; readonly remedy: string }>

export type ConsoleCode = keyof typeof consoleFailures
