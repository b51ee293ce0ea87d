import type { shell as en } from '../en/shell.ts';
import type { Translation } from '../message.ts';

export const shell = {
  opening: 'Fabdesk wird geöffnet …',
  cannotOpen:
    'Das Fenster erreicht Fabdesk nicht. Starten Sie Fabdesk neu, oder öffnen Sie die ausgegebene Adresse.',

  'screen.prepare': 'Vorbereiten',
  'screen.library': 'Bibliothek',
  'screen.catalog': 'Katalog',
  'screen.cart': 'Warenkorb',
  'screen.orders': 'Bestellungen',
  'screen.queue': 'Warteschlange',
  'screen.settings': 'Einstellungen',
  windowTitle: '{screen} · Fabdesk',
  screens: 'Bereiche',
  skip: 'Zum Inhalt springen',
  openingScreen: '{screen} wird geöffnet',
  screenBroken: 'Dieser Bereich konnte nicht geladen werden.',
  loadAgain: 'Neu laden',
  inCart: '{count:number} im Warenkorb',
  needYou: { one: '{count:number} wartet auf Sie', other: '{count:number} warten auf Sie' },

  'group.help': 'Hilfe',
  'group.application': 'Anwendung',
  'group.go': 'Gehe zu',
  goOnline: 'Online gehen',
  workOffline: 'Offline arbeiten',
  'theme.system': 'Design: System',
  'theme.light': 'Design: Hell',
  'theme.dark': 'Design: Dunkel',
  'theme.high-contrast': 'Design: Hoher Kontrast',

  palette: 'Befehl suchen',
  'palette.placeholder': 'Befehl eingeben',
  'palette.none': 'Kein Befehl passt zu „{search}“.',
  command: 'Befehl',
  commands: 'Befehle',
  shortcuts: 'Tastenkürzel',
  singleKeys: 'Tastenkürzel aus einer Taste verwenden',
  'singleKeys.hint':
    'Schalten Sie dies aus, wenn Spracheingabe oder eine ruhende Hand Befehle auslöst. Kürzel mit {key} funktionieren weiter.',
  'view3d.orbit': 'Drehen',
  'view3d.pan': 'Verschieben',
  'view3d.zoom': 'Vergrößern, verkleinern',
  'view3d.mouse': 'Maus: ziehen dreht, ziehen mit der rechten Taste verschiebt, das Rad zoomt.',
  'key.pageUp': 'Bild auf',
  'key.pageDown': 'Bild ab',

  drop: 'Ablegen, um es auf die Platte zu legen',
  emptyFolder: '{name}: In diesem Ordner sind keine Modelldateien.',
  folderCut: {
    one: '{name} enthält zu viele Dateien. Eine wurde hinzugefügt.',
    other: '{name} enthält zu viele Dateien. {count:number} wurden hinzugefügt.',
  },
  pasteNoPath:
    'Die Zwischenablage enthält keinen Dateipfad. Kopieren Sie den Pfad eines Modells und fügen Sie ihn ein.',

  messages: 'Meldungen',
  messagesOpen: 'Meldungen, {count:number} offen',
  moreMessages: { one: '1 weitere Meldung unten.', other: '{count:number} weitere Meldungen unten.' },
  noMessages: 'Noch keine Meldungen.',
  'severity.error': 'Fehler',
  'severity.warning': 'Warnung',
  'severity.info': 'Hinweis',
  'severity.ok': 'Erledigt',

  detached:
    'Die Verbindung zu Fabdesk ist unterbrochen. Änderungen werden erst wieder gespeichert, wenn sie zurück ist.',
  offline:
    'Sie arbeiten offline. Die Preise sind die zuletzt bekannten, Bestellungen warten in der Warteschlange.',
  unreachable: '{account} ist nicht erreichbar.',
  'unreachable.more':
    '{why} Die Preise sind die zuletzt bekannten, Bestellungen warten in der Warteschlange.',
  refused: '{account} lehnt die Zugangsdaten dieses Kontos ab.',
  'refused.more': '{why} Preise und Bestellungen warten.',
  showOrders: 'Bestellungen zeigen',
  openSettings: 'Einstellungen öffnen',

  'status.detached': 'Getrennt',
  'status.starting': 'Startet',
  'status.paused': 'Offline gewählt',
  'status.connecting': 'Verbindet',
  'status.online': 'Online',
  'status.offline': 'Offline',
  'status.refused': 'Nicht angemeldet',
  connected: 'Verbunden. Klicken, um offline zu arbeiten.',
  'queue.empty': 'Warteschlange leer',
  'queue.running': '{count:number} läuft',
  'queue.waiting': '{count:number} wartet',
  callsLeft: '{remaining:number} von {limit:number} Anfragen übrig',
  noCalls: 'Keine Anfragen übrig bis {time:moment}',
  'sandbox.badge': 'SANDBOX',
  sandbox: 'Dies ist der Druckdienst in Fabdesk. Nichts wird gedruckt, versandt oder berechnet.',
} as const satisfies Translation<typeof en>;
