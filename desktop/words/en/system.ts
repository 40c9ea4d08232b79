/** Texts outside the page: the menu, dialogs of the system, and notices about the window and the settings file. */
export const system = {
  menu: {
    console: '&Console',
    palette: 'Command palette',
    edit: '&Edit',
    view: '&View',
    help: '&Help',
    about: 'About Strongroom',
  },
  dialog: {
    save: 'Save',
    import: 'Import',
    importable: 'CSV, NDJSON',
    backUp: 'Back up',
    restore: 'Restore',
    backups: 'Backups (tar)',
    update: 'Update from a file',
    packages: 'Packages (deb, AppImage, exe, dmg)',
    authority: 'Certificate authority',
    certificates: 'Certificates (PEM)',
    token: 'Operator token',
    allFiles: 'All files',
  },
  page: {
    reloaded: 'The page was reloaded: {{cause}}.',
    lost: 'The page stopped: {{cause}}.',
    cause: {
      unresponsive: 'it did not respond',
      oom: 'it ran out of memory',
      'memory-eviction': 'the system reclaimed its memory',
      killed: 'the system or another program ended it',
      'launch-failed': 'the system did not let it start',
      'integrity-failure': 'its files are not those that were installed',
      crashed: 'it crashed',
    },
    rotating:
      'Keys were being checked or rotated. The server finishes this, but the result is not shown here. Check the history, which shows whether new keys were stored, before you rotate again.',
    hung: 'Unsaved input is lost. If it happens again with the same custodian or server, do not open it, and report it.',
    repeated:
      'This happened several times in a short time, so the page is not reloaded automatically. Unsaved input is lost. The servers and the keychain are not affected.',
    next: 'Reload the page. If that does not help, quit, start the console again, and report what you did before.',
    ok: 'OK',
    reload: 'Reload',
    quit: 'Quit',
  },
  quit: {
    mutation: {
      message: 'Keys are being checked or rotated.',
      detail:
        'If you close now, the server still finishes, but the result is not shown here. The history then shows whether new keys were stored.',
    },
    import: {
      message: 'An import is running.',
      detail: 'Closing stops it. What it has stored is kept, and the same import completes it later.',
    },
    'back-up': {
      message: 'A backup is running.',
      detail: 'Closing stops it and removes the unfinished file.',
    },
    restore: {
      message: 'A backup is being restored.',
      detail:
        'If you close now, the data is either as before or restored, or the server refuses to start until you restore again. Nothing is lost.',
    },
    closeAnyway: 'Close anyway',
  },
  start: {
    failed: 'Strongroom could not start',
    next: 'No data was changed. Check that this user can read and write {{folder}} and that its disk has free space, then start the console again.',
  },
  settingsFile: {
    setAside: {
      message:
        'The file of server profiles and settings is not valid. It was renamed to {{aside}}, and the console started without it.',
      nextStep: 'Add the servers and sign in again. Or close the console, fix that file and rename it to console.json.',
    },
    unreadable: {
      message:
        '{{file}} could not be read ({{reason}}). The console started without its server profiles and settings, and keeps new ones only until you close it. The file was not changed.',
      nextStep: 'Allow this user to read and write that file and its folder, then start the console again.',
    },
    unwritable: {
      message:
        '{{file}} could not be written ({{reason}}). Changes to server profiles and settings are kept only until you close the console.',
      nextStep:
        'Free up disk space, or allow this user to write to that folder. The next change also saves the earlier ones.',
    },
    unknownReason: 'unknown reason',
  },
  errorCode: 'The system reported {{code}}.',
} as const
