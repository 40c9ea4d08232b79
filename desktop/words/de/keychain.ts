import type { keychain as english } from '../en/keychain.ts'
import type { Translated } from '../translate.ts'

export const keychain = {
  memoryOnly:
    'Bedienertoken werden im Arbeitsspeicher gehalten, bis Sie die Konsole schließen; bereits im Schlüsselbund liegende Token bleiben dort.',
  problem: {
    AddonMissing: {
      message: 'Das Modul für den Schlüsselbund ist nicht installiert.',
      nextStep:
        'Installieren Sie das Paket der Konsole. Mit dem Quelltext: Installieren Sie libsecret-1-dev, g++ und make, führen Sie npm ci aus, und starten Sie die Konsole erneut.',
    },
    LibraryMissing: {
      message: 'Eine Bibliothek für den Schlüsselbund (libsecret unter Linux) konnte nicht geladen werden.',
      nextStep: 'Installieren Sie libsecret-1-0, und starten Sie die Konsole erneut.',
    },
    NoSessionBus: {
      message: 'Der Schlüsselbund ist nicht erreichbar: Diese Sitzung hat keinen D-Bus.',
      nextStep: 'Starten Sie die Konsole vom Desktop aus oder mit dbus-run-session.',
    },
    NoSecretService: {
      message: 'In dieser Sitzung läuft kein Dienst für den Schlüsselbund.',
      nextStep:
        'Installieren Sie gnome-keyring, oder schalten Sie den Secret Service von KWallet oder KeePassXC ein. Melden Sie sich dann erneut am Desktop an.',
    },
    NoKeyring: {
      message: 'Der Schlüsselbund hat keinen Standardbund, zum Beispiel weil er nie geöffnet wurde.',
      nextStep:
        'Legen Sie einen Standardbund an, in „Passwörter und Schlüssel“ oder durch eine Anmeldung mit Kennwort. Prüfen Sie dann erneut.',
    },
    KeychainLocked: {
      message: 'Der Schlüsselbund ist gesperrt.',
      nextStep: 'Entsperren Sie ihn, und prüfen Sie erneut.',
    },
    KeychainDenied: {
      message: 'Der Schlüsselbund hat den Zugriff verweigert.',
      nextStep: 'Prüfen Sie erneut, und erlauben Sie den Zugriff, wenn das System danach fragt.',
    },
    KeychainSilent: {
      message: 'Der Schlüsselbund hat nicht rechtzeitig geantwortet. Möglicherweise wartet er auf Ihre Antwort.',
      nextStep:
        'Suchen Sie nach einem Fenster des Systems, das nach einem Kennwort fragt, beantworten Sie es, und prüfen Sie erneut.',
    },
    KeychainForgets: {
      message: 'Der Schlüsselbund hat einen Eintrag angenommen, ihn aber nicht wieder herausgegeben.',
      nextStep:
        'Prüfen Sie, ob der Standardbund auf dem Datenträger gespeichert und nicht voll ist, und prüfen Sie dann erneut.',
    },
    KeychainFailed: {
      message: 'Der Schlüsselbund hat aus unbekanntem Grund versagt.',
      nextStep: 'Prüfen Sie, ob andere Programme den Schlüsselbund verwenden können, und prüfen Sie dann erneut.',
    },
    TokenTooLong: {
      message:
        'Der Schlüsselbund von Windows nimmt höchstens 2.560 Bytes an; dieses Token wurde deshalb nicht gespeichert.',
      nextStep: 'Kopieren Sie das Token erneut. Ein Bedienertoken hat 53 Zeichen.',
    },
    TokenCutShort: {
      message:
        'Der Text enthält ein NUL-Zeichen, an dem ein Schlüsselbund ihn abschneiden würde; er wurde deshalb nicht gespeichert.',
      nextStep: 'Kopieren Sie das Token erneut, als Text.',
    },
  },
} as const satisfies Translated<typeof english>
