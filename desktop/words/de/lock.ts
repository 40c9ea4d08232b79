import type { lock as english } from '../en/lock.ts'
import type { Translated } from '../translate.ts'

export const lock = {
  title: 'Die Konsole ist gesperrt',
  reasons: {
    asked: 'Sie haben sie gesperrt.',
    idle: 'Sie wurde eine Weile nicht benutzt.',
    sleep: 'Dieser Rechner war im Ruhezustand.',
    keychain: 'Der Schlüsselbund antwortet noch nicht. Fragt Ihr System nach einem Kennwort, geben Sie es ein.',
    screen: 'Der Bildschirm dieses Rechners wurde gesperrt.',
  },
  stays: 'Es ist nichts verloren. Ihre Token bleiben erhalten.',
  passphrase: 'Passphrase',
  reveal: 'Passphrase anzeigen oder verbergen',
  unlock: 'Entsperren',
  needed: 'Geben Sie die Passphrase ein.',
  wait_one: 'Versuchen Sie es in {{count}} Sekunde erneut.',
  wait_other: 'Versuchen Sie es in {{count}} Sekunden erneut.',
  attemptsLeft_one: 'Noch {{count}} Versuch. Danach gilt die Passphrase erst wieder, wenn Sie anders entsperrt haben.',
  attemptsLeft_other:
    'Noch {{count}} Versuche. Danach gilt die Passphrase erst wieder, wenn Sie anders entsperrt haben.',
  noAttempts: 'Zu viele falsche Passphrasen. Entsperren Sie anders; danach gilt die Passphrase wieder.',
  orToken: 'Oder mit einem Bedienertoken für {{name}} entsperren',
  withToken: 'Mit einem Bedienertoken für {{name}} entsperren',
  tokenHint: 'Kopieren Sie zuerst das Token. Die Konsole liest es aus der Zwischenablage und leert diese anschließend.',
  fromClipboard: 'Mit kopiertem Token entsperren',
  fromFile: 'Tokendatei wählen…',
  withTouchId: 'Mit Touch ID entsperren',
  touchIdReason: 'die Konsole zu entsperren',
  orScreen: 'Den Bildschirm dieses Rechners zu sperren und zu entsperren, entsperrt auch die Konsole.',
  forgotten:
    'Passphrase vergessen? Ihre Daten sind sicher: Wer den Schlüsselbund dieses Kontos öffnen kann, kann die Passphrase dort entfernen. Siehe „A forgotten passphrase“ in der Anleitung für Rechner ohne Netz.',
  still: {
    starting: 'Der Schlüsselbund hat noch nicht geantwortet.',
    noPassphrase: 'Es ist keine Passphrase festgelegt.',
    hasPassphrase: 'Es ist eine Passphrase festgelegt.',
    needsToken: 'Verwenden Sie das Bedienertoken dieses Servers.',
    systemNotAllowed: 'Laut den Einstellungen darf das System die Konsole nicht entsperren.',
    notConfirmed: 'Touch ID hat Sie nicht bestätigt.',
    noTouchId: 'Touch ID ist gerade nicht verfügbar.',
    needsTokenNow: 'Zu viele falsche Passphrasen. Verwenden Sie das Bedienertoken.',
    lockedAgain: 'Die Konsole wurde inzwischen wieder gesperrt.',
  },
  signOut: 'Stattdessen abmelden',
  signOutHint: 'Entfernt das Token von {{name}} von diesem Rechner.',
} as const satisfies Translated<typeof english>
