import type { webhooks as english } from '../en/webhooks.ts'
import type { Translated } from '../translate.ts'

export const webhooks = {
  add: 'Webhook anlegen',
  count_one: '{{count, number}} Webhook',
  count_other: '{{count, number}} Webhooks',
  none: 'Keine Webhooks',
  noneHint:
    'Ein Webhook sendet signierte Ereignisse an eine Ihrer URLs, zum Beispiel wenn Schlüssel gewechselt oder abgelehnt werden.',
  back: 'Alle Webhooks',
  reads: { webhook: 'dieser Webhook', deliveries: 'seine Zustellungen' },
  notFound: 'Webhook nicht gefunden',
  notFoundHint: 'Er wurde gelöscht oder hat nie existiert.',
  columns: { events: 'Ereignisse', scope: 'Mandanten', state: 'Zustand' },

  url: 'URL',
  urlHint: 'Eine https-URL. Sie darf einen Pfad und Parameter enthalten, aber weder Benutzernamen noch Passwort.',
  eventsHint: 'Mindestens eines.',
  eventsMissing: 'Wählen Sie mindestens ein Ereignis.',
  tenants: 'Mandanten',
  tenantsHint: 'Leer bedeutet die Ereignisse aller Mandanten und der Plattform.',
  allTenants: 'Alle und die Plattform',
  events: {
    'rotation.ended': 'Schlüsselwechsel beendet',
    'credentials.rejected': 'Schlüssel bei einer Prüfung abgelehnt',
    'token.expiring': 'Token läuft bald ab',
    'data.imported': 'Daten importiert',
    'data.damaged': 'Beschädigung gefunden',
    'webhook.ping': 'Testereignis',
  },
  editNamed: '{{name}} bearbeiten',
  edit: 'Bearbeiten',

  states: {
    enabled: 'Aktiviert',
    failing: 'Gestört',
    disabled: 'Deaktiviert',
    gone: 'Deaktiviert: entfernt',
    'gave-up': 'Deaktiviert: gestört',
  },
  needs: {
    enabled: 'Ereignisse werden gesendet.',
    failing:
      'Seit {{since}} wurde kein Ereignis zugestellt. Prüfen Sie den Empfänger: Nach einem Tag wird der Webhook deaktiviert.',
    disabled:
      'Es wird nichts gesendet, und neue Ereignisse werden für ihn nicht gespeichert, bis ihn jemand aktiviert.',
    gone: 'Der Empfänger antwortete 410 Gone. Aktivieren Sie den Webhook, sobald der Empfänger wieder Ereignisse annimmt.',
    'gave-up':
      'Einen Tag lang wurde kein Ereignis zugestellt. Setzen Sie den Empfänger instand, und aktivieren Sie dann den Webhook: Ausstehende Ereignisse werden dann gesendet.',
  },
  twoSecrets: 'Zwei Geheimnisse bis {{until}}',
  twoSecretsText:
    'Ereignisse sind auch mit dem vorherigen Geheimnis signiert. Geben Sie dem Empfänger bis dahin das neue.',

  ping: 'Testereignis senden',
  pinged: 'Testereignis ist unterwegs',
  disableText: 'Es wird nichts an ihn gesendet, und er erhält keine neuen Ereignisse. Ausstehende bleiben ausstehend.',
  enableText: 'Er erhält wieder neue Ereignisse, und ausstehende werden gesendet.',
  deleteText:
    'Sein Geheimnis und seine Zustellungen werden mit gelöscht, auch ausstehende. Dies kann nicht rückgängig gemacht werden.',

  rotate: 'Geheimnis wechseln',
  rotateTitle: 'Geheimnis von {{name}} wechseln',
  rotateText:
    'Der Server erzeugt ein neues Geheimnis. Bis der Empfänger es hat, können Ereignisse mit beiden signiert werden.',
  rotateAgain:
    'Ereignisse werden jetzt mit zwei Geheimnissen signiert. Ein weiterer Wechsel beendet das ältere: Ein Empfänger, der nur dieses hat, lehnt Ereignisse ab, bis er das neue hat.',
  overlap: 'Vorheriges Geheimnis signiert weiter für',
  overlaps: {
    '0': 'Keine Zeit: Es endet sofort',
    '3600': '1 Stunde',
    '86400': '1 Tag',
    '172800': '2 Tage',
    '604800': '7 Tage',
  },
  overlapNone:
    'Der Empfänger lehnt Ereignisse ab, bis er das neue Geheimnis hat. Wählen Sie dies, wenn andere das vorherige kennen.',

  once: {
    created: 'Webhook angelegt',
    rotated: 'Geheimnis gewechselt',
    warning: 'Kopieren oder speichern Sie das Geheimnis jetzt. Sie erhalten es kein zweites Mal.',
    handOver:
      'Übergeben Sie es dem Empfänger von {{name}} auf einem sicheren Weg. Wer es hat, kann Ereignisse fälschen.',
    path: 'Das Geheimnis gelangt nie in dieses Fenster. Die Konsole legt es in die Zwischenablage oder in eine Datei, die nur Sie lesen können.',
    secret: 'Geheimnis des Webhooks',
    copy: 'Geheimnis kopieren',
    lost: 'Der Webhook wurde angelegt, aber sein Geheimnis ging mit der Antwort verloren',
    lostText: 'Wechseln Sie das Geheimnis des Webhooks, um ein neues zu erhalten.',
  },

  deliveries: {
    title: 'Zustellungen',
    about: 'Neueste zuerst. Ein Ereignis wird drei Tage lang erneut gesendet, bis der Empfänger es annimmt.',
    columns: { when: 'Ereignis', type: 'Art', state: 'Zustand', answer: 'Letzte Antwort' },
    show: 'Anzeigen',
    all: 'Alle',
    states: { pending: 'Ausstehend', delivered: 'Zugestellt', failed: 'Gescheitert' },
    stateMeaning: {
      pending: 'Es wird gesendet oder später erneut gesendet.',
      delivered: 'Der Empfänger hat es angenommen.',
      failed: 'Jeder Versuch ist gescheitert. Es wird nicht von selbst erneut gesendet.',
    },
    none: 'Keine Zustellungen',
    noneHint: 'Ereignisse erscheinen hier, sobald sie eintreten. Probieren Sie den Webhook mit einem Testereignis aus.',
    noneShown: 'Keine Zustellungen in diesem Zustand',
    details: 'Versuche von {{when}}',
    never: 'Noch nicht gesendet',
    attempts: 'Versuche',
    tried_one: '{{count, number}} Versuch',
    tried_other: '{{count, number}} Versuche',
    next: 'Nächster Versuch',
    eventId: 'Ereignis-ID',
    attempt: { at: 'Gesendet', duration: 'Dauer', answer: 'Antwort' },
    status: 'HTTP {{status}}',
    redeliver: 'Erneut senden: {{type}}, {{when}}',
    redelivered: 'Ereignis ist erneut unterwegs',
    loaded_one: '{{count, number}} Zustellung geladen',
    loaded_other: '{{count, number}} Zustellungen geladen',
    count_one: '{{count, number}} Zustellung',
    count_other: '{{count, number}} Zustellungen',
    more: 'Frühere Zustellungen laden',
  },
  faults: {
    'private-address': 'Abgelehnt: keine Adresse des Internets',
    dns: 'Rechnername nicht gefunden',
    refused: 'Verbindung abgelehnt',
    'no-route': 'Kein Weg zum Rechner',
    'connect-timeout': 'Keine Verbindung in der Zeit',
    timeout: 'Keine Antwort in der Zeit',
    reset: 'Verbindung geschlossen',
    tls: 'TLS gescheitert: {{fault}}',
  },
} as const satisfies Translated<typeof english>
