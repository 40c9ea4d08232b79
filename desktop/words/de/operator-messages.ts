import type { operatorMessages as english } from '../en/operator-messages.ts'
import type { Translated } from '../translate.ts'

export const operatorMessages = {
  Unauthenticated:
    'Der Server hat Ihr Token abgelehnt: Es gehört zu einem anderen Server, wurde widerrufen oder ist abgelaufen. Es wurde nichts geändert. Melden Sie sich mit einem anderen Token an.',
  NotFound:
    'Das Gesuchte gibt es nicht, oder Ihr Token hat keinen Zugriff darauf. Gehen Sie zurück, und aktualisieren Sie die Liste.',
  ValidationError:
    'Der Server hat die Eingabe abgelehnt. Es wurde nichts geändert. Korrigieren Sie die genannten Felder, und versuchen Sie es erneut.',
  TooManyRequests:
    'Zu viele fehlgeschlagene Versuche. Es wurde nichts geändert. Warten Sie, bevor Sie es erneut versuchen.',
  UnexpectedError:
    'Unerwarteter Serverfehler. Versuchen Sie es erneut. Geschieht es wieder, senden Sie die Anfrage-ID an Ihren Serveradministrator, der die Ursache in der Ausgabe des Servers findet.',
  ReservesUnavailable:
    'Der Server konnte seine Reservedaten nicht lesen. Es wurde nichts geändert. Versuchen Sie es erneut. Geschieht es wieder, bitten Sie Ihren Serveradministrator, "strongroom doctor" auszuführen.',
  StorageFull:
    'Der Datenträger des Servers ist voll. Es wurde nichts geändert, und aktive Schlüssel bleiben aktiv. Bitten Sie Ihren Serveradministrator, Platz freizugeben, und versuchen Sie es erneut.',
  AuditUnavailable:
    'Der Server kann sein Protokoll nicht schreiben. Es wurde nichts geändert, und aktive Schlüssel bleiben aktiv. Bitten Sie Ihren Serveradministrator, "strongroom doctor" auszuführen.',
  MisdirectedRequest:
    'Der Server nimmt diese Adresse nicht an. Es wurde nichts geändert. Fragen Sie Ihren Serveradministrator nach der richtigen Adresse, oder bitten Sie ihn, diese mit --allowed-host zu erlauben. Bearbeiten Sie dann das Serverprofil.',
  AlreadyExists:
    'Etwas mit diesem Namen oder dieser ID gibt es bereits. Es wurde nichts geändert. Wählen Sie einen anderen.',
  InUse:
    'Das Aufgeführte verweist darauf. Es wurde nichts geändert. Löschen Sie jenes zuerst, oder deaktivieren Sie dieses.',
  Disabled:
    'Es oder sein Mandant ist deaktiviert. Es wurde nichts geändert. Aktivieren Sie es, und versuchen Sie es erneut.',
  PreconditionFailed:
    'Es wurde nach dem Laden von anderer Seite geändert. Es wurde nichts geändert. Es wurde neu geladen: Prüfen Sie es, und versuchen Sie es erneut.',
  IdempotencyMismatch:
    'Der Server hat diese Anfrage bereits mit anderen Schlüsseln erhalten. Es wurde nichts geändert. Wechseln Sie erneut.',
} as const satisfies Translated<typeof english>
