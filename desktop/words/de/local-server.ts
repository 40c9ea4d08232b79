import type { localServer as english } from '../en/local-server.ts'
import type { Translated } from '../translate.ts'

export const localServer = {
  demoName: 'Dieser Rechner (Beispiel)',
  demoLabel: 'Beispiel',
  restarted: 'Der Server wurde unerwartet mit dem Exit-Code {{code}} beendet und wieder gestartet.',
  notRunning:
    'Der Server läuft nicht: {{why}} Starten Sie ihn erneut, oder halten Sie ihn an, und lesen Sie seine Ausgabe.',
  keepsEnding: 'Er wird immer wieder beendet, zuletzt mit dem Exit-Code {{code}}.',
  lastLines: 'Seine letzten Zeilen:',
  endedEarly: {
    message: 'Der Server wurde mit dem Exit-Code {{code}} beendet, bevor er bereit war.',
    nextStep: 'Lesen Sie seine Ausgabe, und starten Sie ihn erneut.',
  },
  commandFailed: {
    message: 'Der Befehl wurde mit dem Exit-Code {{code}} beendet',
    nextStep: 'Versuchen Sie es erneut. Schlägt er wieder fehl, melden Sie ihn mit diesen Zeilen.',
  },
  noToken: {
    message: 'Der Server hat kein Token für die Konsole erstellt.',
    nextStep: 'Melden Sie sich mit einem Token an, das mit "strongroom token create" erstellt wurde.',
  },
  updateRefused: {
    'no-key':
      'Dieses Programm enthält keinen öffentlichen Schlüssel der Releases und kann daher kein Paket überprüfen.',
    'bad-key': 'Der öffentliche Schlüssel der Releases in diesem Programm ist beschädigt.',
    missing: 'Im Ordner des Pakets fehlen die Prüfsummen des Releases oder ihre Signatur.',
    'not-plain': 'Eine Datei des Releases ist eine Verknüpfung, ein Gerät oder ein Ordner.',
    'too-large': 'Eine Datei des Releases ist größer, als sie sein kann.',
    'bad-signature':
      'Die Signatur ist ungültig: Das Release wurde verändert oder mit einem anderen Schlüssel signiert.',
    'bad-checksums': 'Die Prüfsummen des Releases haben nicht die richtige Form.',
    'not-listed': 'Das Release enthält keine Datei mit diesem Namen.',
    changed: 'Das Paket wurde verändert oder nicht vollständig kopiert.',
    'no-room': 'Für eine Kopie des Pakets ist nicht genug Platz frei.',
  },
  busy: {
    message: 'Ein anderer Vorgang des lokalen Servers läuft; dieser wurde nicht begonnen.',
    nextStep: 'Warten Sie, bis er beendet ist, oder halten Sie ihn an.',
  },
  backupNeedsKey:
    'Sie enthält nicht den Hauptschlüssel, der die Schlüssel der Verwahrer darin entschlüsselt ({{keyIds}}). Bewahren Sie auch eine Kopie von {{keyFile}} auf, an einem anderen Ort.',
  backupNeedsNoKey: 'Sie enthält keine Schlüssel von Verwahrern und braucht deshalb keinen Hauptschlüssel.',
} as const satisfies Translated<typeof english>
