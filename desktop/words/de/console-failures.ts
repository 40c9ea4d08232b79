import type { consoleFailures as english } from '../en/console-failures.ts'
import type { Translated } from '../translate.ts'

export const consoleFailures = {
  Unreachable: {
    meaning: 'Der Server war nicht erreichbar. Es wurde nichts geändert.',
    remedy: 'Prüfen Sie Ihr Netz und die Adresse im Serverprofil, und versuchen Sie es erneut.',
  },
  ResponseLost: {
    meaning: 'Der Server wurde erreicht, aber seine Antwort brach ab oder kam zu langsam. Es wurde nichts geändert.',
    remedy:
      'Versuchen Sie es erneut. Geschieht es wieder, fragen Sie Ihren Serveradministrator nach der Auslastung des Servers.',
  },
  ProxyBusy: {
    meaning: 'Der Server oder ein Proxy davor begrenzt die Anfragen. Es wurde nichts geändert.',
    remedy: 'Warten Sie, und versuchen Sie es dann erneut.',
  },
  ProxyFailed: {
    meaning: 'Ein Proxy vor dem Server meldet, dass er den Server nicht erreicht. Es wurde nichts geändert.',
    remedy: 'Fragen Sie Ihren Serveradministrator, ob der Server läuft.',
  },
  NoAnswer: {
    meaning:
      'Der Server wurde erreicht, aber seine Antwort ging verloren oder war nicht lesbar. Ob die Änderung vorgenommen wurde, ist ungewiss.',
    remedy: 'Prüfen Sie das Ergebnis, bevor Sie es erneut versuchen; bei Schlüsseln den Verlauf.',
  },
  UntrustedServer: {
    meaning: 'Dem Zertifikat des Servers wird nicht vertraut. Es wurde nichts gesendet.',
    remedy:
      'Tragen Sie im Serverprofil die Zertifizierungsstelle ein, die es unterzeichnet hat, oder wenden Sie sich an Ihren Serveradministrator.',
  },
  AnswerTooLarge: {
    meaning: 'Die Antwort ist größer als 64 MiB und wurde nicht vollständig gelesen.',
    remedy: 'Fordern Sie weniger Daten an, oder wenden Sie sich an Ihren Serveradministrator.',
  },
  AnswerUnreadable: {
    meaning: 'Diese Version der Konsole kann die Antwort nicht lesen.',
    remedy:
      'Prüfen Sie, ob die Adresse die eines Strongroom-Servers ist und die Versionen von Konsole und Server zusammenpassen.',
  },
  ListingGone: {
    meaning: 'Diese Liste der Wallets ist abgelaufen. Es wurde nichts geändert.',
    remedy: 'Öffnen Sie sie erneut.',
  },
  SignedOut: {
    meaning: 'Sie sind bei diesem Server nicht angemeldet.',
    remedy: 'Melden Sie sich mit einem Bedienertoken an.',
  },
  NotAToken: {
    meaning: 'Das ist kein Bedienertoken. Es wurde nichts geändert.',
    remedy: 'Kopieren Sie das ganze Token, von srt_ bis zum letzten Zeichen, und versuchen Sie es erneut.',
  },
  TokenGone: {
    meaning:
      'Der Text dieses Tokens ist nicht mehr da: Die Konsole wurde gesperrt, oder ein anderes Token wurde erstellt.',
    remedy: 'Widerrufen Sie das Token, und erstellen Sie ein anderes.',
  },
  SecretGone: {
    meaning:
      'Das Geheimnis dieses Webhooks ist nicht mehr da: Die Konsole wurde gesperrt, oder ein anderes Geheimnis wurde erzeugt.',
    remedy: 'Wechseln Sie das Geheimnis des Webhooks, um ein neues zu erhalten.',
  },
  SignInExpired: {
    meaning: 'Die Anmeldung dauerte zu lange oder wurde bereits abgeschlossen. Es wurde nichts geändert.',
    remedy: 'Melden Sie sich erneut an.',
  },
  SignInRefused: {
    meaning: 'Der Server hat die Anmeldung abgelehnt. Es wurde nichts geändert.',
    remedy: 'Bitten Sie Ihren Serveradministrator um Zugang, oder melden Sie sich mit einem Bedienertoken an.',
  },
  BrowserNotOpened: {
    meaning: 'Der Browser dieses Computers konnte nicht geöffnet werden.',
    remedy:
      'Wählen Sie in den Einstellungen des Systems einen Standardbrowser, oder melden Sie sich mit einem Bedienertoken an.',
  },
  Locked: {
    meaning: 'Die Konsole ist gesperrt.',
    remedy: 'Entsperren Sie sie, und versuchen Sie es erneut.',
  },
  LockedMeanwhile: {
    meaning: 'Die Konsole wurde gesperrt, bevor die Antwort ankam. Ob die Änderung vorgenommen wurde, ist ungewiss.',
    remedy:
      'Entsperren Sie sie, und prüfen Sie das Ergebnis, bevor Sie es erneut versuchen. Bei Schlüsseln prüfen Sie den Verlauf.',
  },
  NotUnlocked: {
    meaning: 'Die Konsole ist weiterhin gesperrt.',
    remedy: 'Versuchen Sie es erneut, oder melden Sie sich ab und wieder an.',
  },
  WrongPassphrase: {
    meaning: 'Falsche Passphrase. Es wurde nichts geändert.',
    remedy:
      'Versuchen Sie es erneut. Haben Sie die aktuelle Passphrase vergessen, sperren Sie die Konsole, und entsperren Sie sie mit Ihrem Bedienertoken: Danach ist sie nicht mehr nötig.',
  },
  KeychainFailed: {
    meaning: 'Die Anfrage an den Schlüsselbund ist fehlgeschlagen.',
    remedy: 'Den Grund finden Sie in den Einstellungen.',
  },
  NoSuchProfile: {
    meaning: 'Dieses Serverprofil gibt es nicht. Es wurde nichts geändert.',
    remedy: 'Wählen Sie einen Server aus der Liste.',
  },
  ProfileChanged: {
    meaning:
      'Das Serverprofil wurde während der Anmeldung geändert oder entfernt; das Token wurde deshalb nicht gespeichert.',
    remedy: 'Prüfen Sie das Profil, und melden Sie sich erneut an.',
  },
  NotWritten: {
    meaning: 'Die Datei konnte nicht geschrieben werden.',
    remedy: 'Wählen Sie einen anderen Ordner, und versuchen Sie es erneut.',
  },
  NotReadable: {
    meaning: 'Die Datei konnte nicht gelesen werden. Es wurde nichts geändert.',
    remedy: 'Wählen Sie eine andere Datei, und versuchen Sie es erneut.',
  },
  LocalServerFailed: {
    meaning: 'Der lokale Server läuft nicht.',
    remedy: 'Lesen Sie seine Ausgabe, und starten Sie ihn erneut.',
  },
  UpdateRefused: {
    meaning: 'Das Paket wurde nicht als Aktualisierung angenommen. Nichts wurde installiert oder geändert.',
    remedy: 'Installieren Sie es auch nicht auf anderem Weg, solange der unten genannte Grund besteht.',
  },
  TaskFailed: {
    meaning: 'Der Vorgang wurde nicht abgeschlossen.',
    remedy:
      'Lesen Sie seine Ausgabe, beheben Sie die Ursache, und starten Sie ihn erneut. Erledigtes bleibt erhalten; ihn zu wiederholen ist gefahrlos.',
  },
  NotAllowed: {
    meaning: 'Die Konsole hat eine Anfrage ihres eigenen Fensters abgelehnt. Es wurde nichts geändert.',
    remedy: 'Laden Sie das Fenster neu. Geschieht es wieder, melden Sie es.',
  },
  ConsoleFailed: {
    meaning: 'Unerwarteter Fehler der Konsole.',
    remedy: 'Versuchen Sie es erneut. Geschieht es wieder, senden Sie den Bericht aus Einstellungen > Diagnose.',
  },
} as const satisfies Translated<typeof english>
