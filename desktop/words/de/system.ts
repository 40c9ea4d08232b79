import type { system as english } from '../en/system.ts'
import type { Translated } from '../translate.ts'

export const system = {
  menu: {
    console: '&Konsole',
    palette: 'Befehlspalette',
    edit: '&Bearbeiten',
    view: '&Ansicht',
    help: '&Hilfe',
    about: 'Über Strongroom',
  },
  dialog: {
    save: 'Speichern',
    import: 'Importieren',
    importable: 'CSV, NDJSON',
    backUp: 'Sichern',
    restore: 'Wiederherstellen',
    backups: 'Sicherungen (tar)',
    update: 'Aktualisieren aus einer Datei',
    packages: 'Pakete (deb, AppImage, exe, dmg)',
    authority: 'Zertifizierungsstelle',
    certificates: 'Zertifikate (PEM)',
    token: 'Bedienertoken',
    allFiles: 'Alle Dateien',
  },
  page: {
    reloaded: 'Die Seite wurde neu geladen: {{cause}}.',
    lost: 'Die Seite wurde beendet: {{cause}}.',
    cause: {
      unresponsive: 'sie antwortete nicht',
      oom: 'ihr fehlte Arbeitsspeicher',
      'memory-eviction': 'das System hat ihren Arbeitsspeicher zurückgefordert',
      killed: 'das System oder ein anderes Programm hat sie beendet',
      'launch-failed': 'das System ließ sie nicht starten',
      'integrity-failure': 'ihre Dateien sind nicht die installierten',
      crashed: 'sie ist abgestürzt',
    },
    rotating:
      'Schlüssel wurden gerade geprüft oder gewechselt. Der Server bringt dies zu Ende, das Ergebnis wird hier aber nicht gezeigt. Der Verlauf zeigt, ob neue Schlüssel gespeichert wurden; prüfen Sie ihn, bevor Sie erneut wechseln.',
    hung: 'Nicht gespeicherte Eingaben sind verloren. Geschieht es bei demselben Verwahrer oder Server wieder, öffnen Sie ihn nicht, und melden Sie es.',
    repeated:
      'Dies geschah in kurzer Zeit mehrmals, deshalb wird die Seite nicht von selbst neu geladen. Nicht gespeicherte Eingaben sind verloren. Server und Schlüsselbund sind nicht betroffen.',
    next: 'Laden Sie die Seite neu. Hilft das nicht, beenden Sie die Konsole, starten Sie sie wieder, und melden Sie, was Sie zuvor getan haben.',
    ok: 'OK',
    reload: 'Neu laden',
    quit: 'Beenden',
  },
  quit: {
    mutation: {
      message: 'Schlüssel werden gerade geprüft oder gewechselt.',
      detail:
        'Wenn Sie jetzt schließen, bringt der Server dies zu Ende, das Ergebnis wird hier aber nicht gezeigt. Der Verlauf zeigt dann, ob neue Schlüssel gespeichert wurden.',
    },
    import: {
      message: 'Ein Import läuft.',
      detail: 'Schließen hält ihn an. Bereits Gespeichertes bleibt erhalten; derselbe Import schließt ihn später ab.',
    },
    'back-up': {
      message: 'Eine Sicherung läuft.',
      detail: 'Schließen hält sie an und entfernt die unfertige Datei.',
    },
    restore: {
      message: 'Eine Sicherung wird wiederhergestellt.',
      detail:
        'Wenn Sie jetzt schließen, sind die Daten entweder wie zuvor oder wiederhergestellt, oder der Server startet erst nach erneutem Wiederherstellen. Es geht nichts verloren.',
    },
    closeAnyway: 'Trotzdem schließen',
  },
  start: {
    failed: 'Strongroom konnte nicht gestartet werden',
    next: 'Es wurden keine Daten geändert. Prüfen Sie, ob dieser Benutzer {{folder}} lesen und beschreiben kann und der Datenträger freien Platz hat, und starten Sie die Konsole erneut.',
  },
  settingsFile: {
    setAside: {
      message:
        'Die Datei der Serverprofile und Einstellungen ist ungültig. Sie wurde in {{aside}} umbenannt, und die Konsole ist ohne sie gestartet.',
      nextStep:
        'Fügen Sie die Server wieder hinzu, und melden Sie sich erneut an. Oder schließen Sie die Konsole, korrigieren Sie die Datei, und benennen Sie sie in console.json um.',
    },
    unreadable: {
      message:
        '{{file}} konnte nicht gelesen werden ({{reason}}). Die Konsole ist ohne ihre Serverprofile und Einstellungen gestartet und behält neue nur, bis Sie sie schließen. Die Datei wurde nicht geändert.',
      nextStep:
        'Erlauben Sie diesem Benutzer, die Datei und ihren Ordner zu lesen und zu beschreiben, und starten Sie die Konsole erneut.',
    },
    unwritable: {
      message:
        '{{file}} konnte nicht geschrieben werden ({{reason}}). Änderungen an Serverprofilen und Einstellungen bleiben nur erhalten, bis Sie die Konsole schließen.',
      nextStep:
        'Geben Sie Speicherplatz frei, oder erlauben Sie diesem Benutzer, in den Ordner zu schreiben. Die nächste Änderung speichert auch die früheren.',
    },
    unknownReason: 'unbekannter Grund',
  },
  errorCode: 'Das System meldet {{code}}.',
} as const satisfies Translated<typeof english>
