import type { network as english } from '../en/network.ts'
import type { Translated } from '../translate.ts'

export const network = {
  fault: {
    nameNotFound: 'Der Servername wurde nicht gefunden (DNS).',
    refused: 'Unter dieser Adresse und diesem Port nimmt nichts Verbindungen an.',
    noRoute: 'Zu dieser Adresse gibt es keinen Weg im Netz.',
    connectTimeout: 'Die Verbindung kam nicht rechtzeitig zustande.',
    responseTimeout: 'Die Antwort war nicht rechtzeitig vollständig.',
    stalled: 'Die Antwort brach vor ihrem Ende ab.',
    aborted: 'Die Konsole hat nicht länger auf die Antwort gewartet.',
    closed: 'Die Konsole hat die Verbindung geschlossen.',
    lost: 'Die Verbindung ging verloren, bevor die ganze Antwort da war.',
    noTls: 'Der Server unter dieser Adresse spricht kein korrektes TLS.',
    notHttp: 'Die Antwort ist kein HTTP.',
    headersTooLarge: 'Die Kopfzeilen der Antwort sind größer als 16 KiB.',
    other: 'Netzwerkfehler.',
  },
  certificate: {
    untrusted: 'Das Zertifikat stammt von keiner Stelle, der hier vertraut wird.',
    expired: 'Das Zertifikat ist abgelaufen.',
    notYetValid: 'Das Zertifikat gilt noch nicht. Prüfen Sie die Uhr dieses Rechners.',
    revoked: 'Das Zertifikat wurde widerrufen.',
    otherName: 'Das Zertifikat gilt für einen anderen Hostnamen.',
    selfSigned: 'Das Zertifikat ist selbst unterzeichnet.',
    rejected: 'Das Zertifikat wurde abgelehnt ({{code}}).',
  },
  authorityFile: {
    notAFile: 'Die Datei der Zertifizierungsstelle ist keine Datei von höchstens 1 MiB.',
    noCertificate: 'Die Datei der Zertifizierungsstelle enthält kein PEM-Zertifikat.',
    unreadable: 'Die Datei der Zertifizierungsstelle konnte nicht gelesen werden: {{file}}',
    damaged: 'Die Datei der Zertifizierungsstelle ist beschädigt: {{file}}',
  },
  response: {
    redirect: 'Der Server leitet auf {{location}} um. Die Konsole folgt keinen Umleitungen.',
    redirectWithoutLocation: 'Der Server leitet ohne Ziel um. Die Konsole folgt keinen Umleitungen.',
    webPage: 'Die Antwort ist eine Webseite statt JSON (HTTP {{status}}).',
    otherType: 'Die Antwort ist {{type}} statt JSON (HTTP {{status}}).',
    noType: 'Die Antwort hat keinen Inhaltstyp. Erwartet wurde JSON (HTTP {{status}}).',
    unknownEncoding: 'Die Antwort hat eine Inhaltscodierung, die die Konsole nicht angefordert hat.',
    wrongEncoding: 'Die Antwort passt nicht zu ihrer Inhaltscodierung.',
    empty: 'Die Antwort ist leer (HTTP {{status}}).',
    notUtf8: 'Die Antwort ist kein UTF-8.',
    notJson: 'Die Antwort ist kein JSON, oder sie wurde abgeschnitten.',
    tooDeep: 'Die Antwort ist mehr als {{count, number}} Ebenen tief verschachtelt.',
    tooManyValues: 'Die Antwort enthält mehr als {{count, number}} Werte.',
    hasToken: 'Die Antwort enthält das Bedienertoken.',
    outsideRows: 'Die Antwort enthält außerhalb ihrer Zeilen mehr Daten, als die Konsole annimmt.',
    twoLists: 'Die Antwort enthält zwei Listen von Wallets.',
    rowsTooLarge: 'Schon die Zeilen sind größer.',
  },
  notReady: {
    stopping: 'Er kann nichts mehr speichern und wird beendet. Starten Sie ihn neu.',
    draining: 'Er wird gleich beendet. Verwenden Sie einen anderen Server, oder warten Sie, bis er wieder läuft.',
    'audit-damaged':
      'Ein Eintrag seines Protokolls ist beschädigt. Führen Sie dort "strongroom audit verify" aus, heben Sie eine Kopie seiner Daten auf, und stellen Sie die letzte Sicherung wieder her.',
    'audit-unchecked':
      'Die Prüfung seines Protokolls wurde nicht beendet und wird wiederholt. Prüfen Sie seinen Datenträger, führen Sie dort "strongroom doctor" aus, und suchen Sie die Ursache in seiner Ausgabe.',
    'audit-stream':
      'Ein Ziel, das das Protokoll erhalten muss, nimmt es nicht an. Darum kann nichts geändert werden. Suchen Sie die Ursache in der Ausgabe des Servers.',
    'disk-full': 'Sein Datenträger ist voll. Geben Sie Platz frei.',
    'read-only':
      'Seine Daten sind schreibgeschützt. Heben Sie den Schutz auf, oder verwenden Sie den Server mit den beschreibbaren Daten.',
    'write-failed':
      'Er kann nichts speichern. Prüfen Sie seinen Datenträger oder seine Datenbank, und führen Sie dort "strongroom doctor" aus.',
    'key-unreachable':
      'Der Dienst, der seinen Verschlüsselungsschlüssel hält, antwortet nicht. Prüfen Sie diesen Dienst und das Netz dorthin.',
    'key-throttled':
      'Der Dienst, der seinen Verschlüsselungsschlüssel hält, nimmt vorerst keine Anfragen mehr an. Warten Sie.',
    'key-denied':
      'Der Dienst, der seinen Verschlüsselungsschlüssel hält, verweigert ihm den Zugriff. Prüfen Sie das Konto, das er dort verwendet, und dessen Berechtigungen.',
    'key-clock':
      'Seine Uhr geht falsch; darum weist ihn der Dienst ab, der seinen Verschlüsselungsschlüssel hält. Stellen Sie die Uhr.',
    'key-disabled':
      'Sein Verschlüsselungsschlüssel ist deaktiviert. Aktivieren Sie ihn dort wieder, wo er gehalten wird.',
    'key-missing':
      'Sein Verschlüsselungsschlüssel wurde nicht gefunden. Stellen Sie ihn dort wieder her, wo er gehalten wird, oder benennen Sie den richtigen.',
    'key-replaced':
      'Er wurde mit einem abgelösten Verschlüsselungsschlüssel gestartet. Benennen Sie den aktiven, und starten Sie ihn neu.',
  },
  test: {
    isAddress: '{{host}} ist eine IP-Adresse',
    resolved: '{{host}} ist {{addresses}}',
    connected: 'Verbunden mit {{address}}, Port {{port}}',
    noTls: 'Nicht verschlüsselt: http:// auf diesem Rechner',
    certificate: 'Ausgestellt für {{subject}} von {{issuer}}, gültig bis {{until}}',
    unnamed: 'ohne Namen',
    ready: 'Strongroom läuft und ist bereit',
    notReady: 'Strongroom läuft, ist aber nicht bereit.',
    notStrongroom: 'Der Server unter dieser Adresse ist kein Strongroom.',
    noVersion: 'Der Server nennt seine API-Version nicht. Aktualisieren Sie ihn.',
    version: 'API-Version {{version}}, die auch diese Konsole verwendet',
    otherVersion:
      'Der Server verwendet die API-Version {{versions}}, diese Konsole {{version}}. Installieren Sie die Konsole, die zum Server gehört.',
    token: 'Token {{name}} für {{scope}}, gültig bis {{until}} UTC; Server {{version}}',
    platform: 'die gesamte Plattform',
    tenant: 'den Mandanten {{name}}',
    notSignedIn: 'Bei diesem Server nicht angemeldet',
    skipped: 'Übersprungen, weil ein früherer Schritt fehlgeschlagen ist',
  },
} as const satisfies Translated<typeof english>
