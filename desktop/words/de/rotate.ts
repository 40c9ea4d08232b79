import type { rotate as english } from '../en/rotate.ts'
import type { Translated } from '../translate.ts'

export const rotate = {
  mayNot: 'Ihr Token kann keine Schlüssel wechseln',
  newProvider: 'Unbekannter Anbieter',
  newProviderHint:
    'Dieser Verwahrer verwendet den Anbieter „{{provider}}“, den diese Konsole nicht kennt. Möglicherweise ist der Server neuer. Aktualisieren Sie die Konsole, um diese Schlüssel zu wechseln.',
  mayNotHint:
    'Ihm fehlt die Berechtigung custodians:update. Bitten Sie einen Plattformadministrator um ein Token mit dieser Berechtigung.',
  form: {
    title: 'Neue Schlüssel von {{provider}}',
    about:
      'Erstellen Sie bei {{provider}} neue API-Schlüssel, und fügen Sie sie hier ein. Sie werden an den Server gesendet und nie in dieser Konsole gespeichert.',
    rotate: 'Schlüssel wechseln…',
    validate: 'Prüfen, ohne zu speichern',
    hint: 'Sie bestätigen den Schlüsselwechsel, bevor sich etwas ändert.',
    production: 'Dies ist die Produktion. Sie müssen den Namen des Verwahrers eingeben.',
  },
  show: '{{count}} Sekunden lang anzeigen',
  hide: 'Verbergen ({{count}} s)',
  entered_one: '{{count, number}} Zeichen',
  entered_other: '{{count, number}} Zeichen',
  formatOk_one: 'Format stimmt ({{count, number}} Zeichen)',
  formatOk_other: 'Format stimmt ({{count, number}} Zeichen)',
  fix: 'Korrigieren',
  rule: 'Für diesen Wert gilt: {{rule}}.',
  problem: {
    empty: 'Geben Sie einen Wert ein.',
    space: 'Enthält Leerraum, vielleicht vom Kopieren. Schlüssel enthalten nie Leerraum.',
    swapped: 'Das sieht aus wie ein privater Schlüssel. Er gehört in das andere Feld.',
    sameTwice: 'Beide Felder enthalten denselben Wert. Geben Sie hier das Geheimnis ein.',
    otherProvider: 'Das sieht aus wie der private Schlüssel eines anderen Anbieters.',
    encrypted:
      'Dieser private Schlüssel ist mit einer Passphrase verschlüsselt. Fügen Sie den unverschlüsselten Schlüssel ein.',
    notPrivate: 'Das ist ein öffentlicher Schlüssel oder ein Zertifikat. Fügen Sie den privaten Schlüssel ein.',
    notWhole: 'Das Ende fehlt. Fügen Sie die ganze Datei ein, von der ersten bis zur letzten Zeile.',
    lineBreaks: 'Es fehlen Zeilenumbrüche, oder um den Schlüssel herum steht weiterer Text, vielleicht vom Kopieren.',
  },
  confirm: {
    title: 'Diese Schlüssel wechseln?',
    consequence:
      'Die alten Schlüssel bleiben aktiv, bis der Anbieter die neuen annimmt. Dann treten sofort die neuen an ihre Stelle.',
    first: 'Dies sind die ersten Schlüssel dieses Verwahrers. Sie werden aktiv, sobald der Anbieter sie annimmt.',
    production: 'Produktion',
    type: 'Geben Sie zur Bestätigung den Namen des Verwahrers ein:',
    wrongName: 'Der Name stimmt nicht überein. Es wurde nichts gesendet.',
    go: 'Jetzt wechseln',
    cancel: 'Abbrechen',
    close: 'Schließen, ohne zu wechseln',
  },
  facts: {
    custodian: 'Verwahrer',
    provider: 'Anbieter',
    server: 'Server',
    environment: 'Umgebung',
    newKey: 'Neuer Schlüssel',
    oldKey: 'Alter Schlüssel',
    version: 'Version',
    when: 'Zeitpunkt',
    operator: 'Bediener',
    began: 'Begonnen',
    outcome: 'Ergebnis',
  },
  stages: {
    title: 'Fortschritt',
    about: 'Die alten Schlüssel bleiben aktiv, bis {{provider}} die neuen annimmt.',
    aboutFirst: 'Die ersten Schlüssel werden aktiv, sobald {{provider}} sie annimmt.',
    checked: 'Lokal geprüft',
    sent: 'An {{provider}} gesendet',
    accepted: 'Von {{provider}} angenommen',
    stored: 'Gespeichert',
    running: {
      checked: 'Der Server prüft das Format der Schlüssel…',
      sent: 'Antwort von {{provider}} wird erwartet…',
      accepted: '{{provider}} prüft die Schlüssel…',
      stored: 'Die neuen Schlüssel werden gespeichert…',
    },
    status: {
      waiting: 'Nicht begonnen',
      running: 'Läuft',
      reached: 'Erledigt',
      failed: 'Fehlgeschlagen',
      'not-reached': 'Nicht erreicht',
      'not-needed': 'Nicht nötig',
      unknown: 'Unbekannt',
    },
    maybeSent: 'Möglicherweise gesendet, keine Antwort',
    progress: '{{stage}}: {{status}}.',
  },
  stored: {
    title: 'Die neuen Schlüssel sind aktiv',
    revoke: 'Die alten Schlüssel werden hier nicht mehr verwendet. Widerrufen Sie sie bei {{provider}}.',
    revokeKey: 'Widerrufen Sie den alten Schlüssel {{key}} bei {{provider}}. Er wird hier nicht mehr verwendet.',
    first: 'Dies sind die ersten Schlüssel dieses Verwahrers. {{provider}} hat sie angenommen.',
    titleUnread: 'Die eingegebenen Schlüssel sind aktiv',
    unread:
      'Der Server hat den Schlüsselwechsel bestätigt, aber sein Datensatz konnte nicht geladen werden. Prüfen Sie den Verlauf, bevor Sie Schlüssel widerrufen.',
  },
  unchanged: {
    title: 'Es wurde nichts geändert',
    meaning: 'Diese Schlüssel sind bereits aktiv. {{provider}} hat sie erneut angenommen.',
    next: 'Erstellen Sie für einen Wechsel zuerst neue Schlüssel bei {{provider}}.',
  },
  oldKeysActive: 'Die alten Schlüssel sind weiterhin aktiv.',
  oldKeysRejected: 'Hinweis: Der Anbieter hat sie bei der letzten Prüfung abgelehnt.',
  nothingChanged: 'Es wurde nichts geändert.',
  nothingStored: 'Es wurde nichts gespeichert. Dieser Verwahrer hat weiterhin keine Schlüssel.',
  foundFailed:
    'Die Antwort ist nicht angekommen, aber der Verlauf zeigt, dass dieser Schlüsselwechsel fehlgeschlagen ist.',
  cause: {
    wrongCredentials: 'Der Anbieter hat die Schlüssel abgelehnt',
    notPermitted: 'Den Schlüsseln fehlt eine Rolle oder Berechtigung',
    differentAccount: 'Die Schlüssel gehören zu einem anderen Konto',
    clock: 'Die Uhr des Servers geht falsch',
    throttled: '{{provider}} begrenzt die Anfragen',
    providerUnreachable: '{{provider}} ist nicht erreichbar',
    providerUnverified: '{{provider}} konnte nicht überprüft werden (TLS)',
    storage: 'Die neuen Schlüssel konnten nicht gespeichert werden',
    rotationOpen: 'Ein anderer Schlüsselwechsel läuft',
    notAllowed: 'Ihr Token kann diese Schlüssel nicht wechseln',
    signedOut: 'Ihr Token gilt nicht mehr',
    serverUnreachable: 'Der Server ist nicht erreichbar',
    input: 'Der Server hat die Eingabe abgelehnt',
    tooMany: 'Zu viele Versuche',
    busy: 'Der Server ist ausgelastet',
    gone: 'Verwahrer nicht gefunden',
    other: 'Der Schlüsselwechsel ist fehlgeschlagen',
  },
  next: {
    wrongCredentials:
      'Ihre Eingabe bleibt erhalten. Korrigieren Sie sie, oder fügen Sie neue Schlüssel ein, und versuchen Sie es erneut.',
    notPermitted:
      'Ihre Eingabe bleibt erhalten. Erteilen Sie beim Anbieter die Rolle oder Berechtigung, und versuchen Sie es erneut.',
    differentAccount:
      'Ihre Eingabe bleibt erhalten. Ersetzen Sie sie durch Schlüssel des richtigen Kontos, und versuchen Sie es erneut.',
    clock:
      'Die Schlüssel können gültig sein. Ihre Eingabe bleibt erhalten. Stellen Sie die Uhr, und versuchen Sie es erneut.',
    throttled: 'Die Schlüssel wurden nicht geprüft. Ihre Eingabe bleibt erhalten. Versuchen Sie es später erneut.',
    providerUnreachable:
      'Die Schlüssel wurden nicht geprüft. Ihre Eingabe bleibt erhalten. Versuchen Sie es später erneut.',
    providerUnverified:
      'Die Schlüssel wurden nicht geprüft. Ihre Eingabe bleibt erhalten. Beheben Sie den Fehler der Verbindung, und versuchen Sie es erneut.',
    storage:
      'Ihre Eingabe bleibt erhalten. Bitten Sie Ihren Serveradministrator, den Speicher zu prüfen, und versuchen Sie es erneut.',
    rotationOpen:
      'Ihre Schlüssel wurden nicht an {{provider}} gesendet. Entscheiden Sie nach dem Ende des anderen Wechsels, ob dieser noch nötig ist.',
    notAllowed: 'Bitten Sie einen Plattformadministrator um ein Token mit der Berechtigung custodians:update.',
    signedOut: 'Ihre Eingabe bleibt erhalten. Melden Sie sich an, und versuchen Sie es erneut.',
    serverUnreachable:
      'An {{provider}} wurde nichts gesendet. Ihre Eingabe bleibt erhalten. Versuchen Sie es später erneut.',
    input: 'Ihre Eingabe bleibt erhalten. Korrigieren Sie die genannten Felder, und versuchen Sie es erneut.',
    tooMany:
      'Ihre Schlüssel wurden nicht an {{provider}} gesendet. Ihre Eingabe bleibt erhalten. Prüfen Sie sie, bevor Sie es erneut versuchen.',
    busy: 'Ihre Eingabe bleibt erhalten. Versuchen Sie es in Kürze erneut.',
    gone: 'Er wurde entfernt, oder Ihr Token hat keinen Zugriff mehr darauf.',
    other: 'Prüfen Sie den Verlauf, bevor Sie es erneut versuchen.',
  },
  open: { title: 'Schlüsselwechsel läuft', ended: 'Dieser Schlüsselwechsel ist beendet' },
  unknown: {
    title: 'Ergebnis unbekannt',
    keys: 'Ob der Schlüsselwechsel wirksam wurde, ist ungewiss.',
    open: 'Der Server hat diesen Schlüsselwechsel erfasst. Er ist noch nicht beendet.',
    notFound: 'Ihr Schlüsselwechsel wurde noch nicht gefunden. Möglicherweise ist er noch auf dem Weg zum Server.',
    contradiction:
      'Die Antwort des Servers und sein Datensatz widersprechen sich. Widerrufen Sie keine Schlüssel, bis feststeht, welche aktiv sind. Wenden Sie sich an Ihren Serveradministrator.',
    unknownToConsole:
      'Der Server meldet das Ergebnis „{{outcome}}“, das diese Konsole nicht kennt. Möglicherweise ist der Server neuer. Widerrufen Sie weder alte noch neue Schlüssel, bis feststeht, welche aktiv sind. Aktualisieren Sie die Konsole, oder wenden Sie sich an Ihren Serveradministrator.',
    repeated:
      'Die Antwort gehört zu einem anderen Schlüsselwechsel. Möglicherweise wurde zwischen Konsole und Server eine ältere Antwort wiederholt.',
    before: 'Dies gilt nur für den letzten Versuch. Das Ergebnis des Versuchs davor ist weiterhin unbekannt.',
    laterFailed:
      'Der letzte Versuch ist fehlgeschlagen und hat nichts geändert. Das Ergebnis des Versuchs davor ist weiterhin unbekannt. Prüfen Sie den Verlauf, bevor Sie Schlüssel widerrufen.',
    check: 'Ergebnis prüfen',
    again: 'Denselben Wechsel erneut versuchen',
    againMeaning:
      'Mit unveränderten Feldern gilt dies für den Server als derselbe Wechsel. Er kann nicht zweimal ausgeführt werden.',
  },
  valid: {
    title: '{{provider}} nimmt diese Schlüssel an',
    notKnown: 'Der Server hat nicht gemeldet, ob {{provider}} diese Schlüssel annimmt',
    stored: 'Es wurde nichts gespeichert. Dies war nur eine Prüfung.',
    noAnswer: 'Es kam keine Antwort. Eine Prüfung ändert nichts; Sie können sie gefahrlos wiederholen.',
  },
  after: {
    cleared: 'Die eingegebenen Schlüssel wurden von dieser Seite gelöscht.',
    again: 'Erneut wechseln',
  },
  noRequestId: 'Die Antwort enthielt keine Anfrage-ID.',
  history: 'Verlauf anzeigen',
} as const satisfies Translated<typeof english>
