import type { hosts as en } from '../en/hosts.ts';
import type { Translation } from '../message.ts';

export const hosts = {
  'help.about': 'Öffnet Fabdesk im Browser, nur auf diesem Computer.',
  'help.files': 'zu öffnende Modelle',
  'help.data': 'wo Fabdesk seine Daten speichert (auch FABDESK_DATA)',
  'help.port':
    'zuerst versuchter Port; sonst bei jedem Start ein neuer, was auf gemeinsam genutzten Computern sicherer ist',
  'help.noOpen': 'nur die Adresse ausgeben',
  'help.endWithWindow':
    'zehn Minuten nach dem Schließen des letzten Fensters enden, wenn nichts mehr unterwegs ist',
  'help.json': 'die Adresse als eine Zeile JSON ausgeben',
  badPort: 'Ein Port ist eine ganze Zahl von 0 bis 65535.',

  'start.slow': 'Startet noch. Fragt Ihr Schlüsselbund nach seinem Passwort, geben Sie es ein.',
  'start.failed': 'Fabdesk kann nicht starten',
  'start.opened': 'Fabdesk ist in Ihrem Browser geöffnet:',
  'start.openThis': 'Fabdesk läuft. Öffnen Sie diese Adresse in einem Browser auf diesem Computer:',
  'start.ownWindow': 'Fabdesk läuft bereits, in einem eigenen Fenster.',
  'start.runningOpened': 'Fabdesk läuft bereits. Es ist in Ihrem Browser geöffnet:',
  'start.runningOpenThis':
    'Fabdesk läuft bereits. Öffnen Sie diese Adresse in einem Browser auf diesem Computer:',
  'start.once': 'Die Adresse gilt einmal. Mit Strg+C beenden Sie Fabdesk hier.',
  'start.running': 'Fabdesk läuft bereits',
  'start.runningHere':
    'Fabdesk läuft bereits mit diesem Datenordner. Sein Fenster kommt nach vorn und öffnet die Dateien.',
  'start.runningElsewhere':
    'Fabdesk läuft bereits mit diesem Datenordner, in einem Browser oder einem Terminal. Verwenden Sie es dort, oder beenden Sie es dort zuerst.',
  'start.runningSays': 'Es meldet: {problem}',
  fileNotOpened: 'Die Datei lässt sich nicht öffnen',

  'menu.file': '&Datei',
  'menu.view': '&Ansicht',
  'menu.edit': '&Bearbeiten',
  'menu.window': '&Fenster',
  'menu.undo': 'Rückgängig',
  'menu.redo': 'Wiederholen',
  'menu.cut': 'Ausschneiden',
  'menu.copy': 'Kopieren',
  'menu.paste': 'Einfügen',
  'menu.delete': 'Löschen',
  'menu.selectAll': 'Alles auswählen',
  'menu.resetZoom': 'Originalgröße',
  'menu.togglefullscreen': 'Vollbild',
  'menu.minimize': 'Minimieren',
  'menu.zoom': 'Zoomen',
  'menu.close': 'Fenster schließen',
  'menu.front': 'Alle nach vorn bringen',
  'menu.about': 'Über Fabdesk',
  'menu.services': 'Dienste',
  'menu.hide': 'Fabdesk ausblenden',
  'menu.hideOthers': 'Andere ausblenden',
  'menu.unhide': 'Alle einblenden',
  'menu.quit': 'Fabdesk beenden',
  'window.crashed': 'Das Fenster ist wieder abgestürzt',
  'window.hangs': 'Das Fenster reagiert nicht',
  'window.nothingLost':
    'Es geht nichts verloren: Uploads und Bestellungen laufen weiter, Druckplatte und Warenkorb sind gespeichert.',
  'window.reload': 'Fenster neu laden',
  'window.wait': 'Warten',
  'window.leave': 'Jetzt nicht',
  'window.gone': 'Der Prozess des Fensters ist beendet ({reason}, Code {code}).',

  'closing.slow': 'Wird beendet. Fabdesk wartet auf Antworten; Strg+C beendet sofort.',
  'closing.tooLong': 'Das Beenden dauerte zu lange, deshalb brach {name} es ab.',
  'closing.inOrder': '{name} wurde ordnungsgemäß beendet.',
  'closing.failed': '{name} konnte nicht ordnungsgemäß beendet werden ({problem}).',
  'closing.atOnce': '{name} wurde sofort beendet.',
  'closing.nothingLost': 'Nichts ist verloren: Der nächste Start prüft, was in Arbeit war.',

  'setAside.workspace':
    'Druckplatte und Warenkorb waren nicht lesbar und sind jetzt leer. Das Gespeicherte liegt noch im Datenordner; Bestellungen sind nicht betroffen.',
  'setAside.settings':
    'Die Einstellungen waren nicht lesbar, daher gelten die üblichen. Stellen Sie sie neu ein; das Gespeicherte liegt noch im Datenordner.',
  'setAside.accounts':
    'Die Liste der Konten war nicht lesbar, daher ist nur der lokale Druckdienst übrig. Fügen Sie die anderen wieder hinzu; das Gespeicherte liegt noch im Datenordner.',

  badHost: 'Fabdesk antwortet nur unter seiner eigenen Adresse.',
  otherUser: 'Dieses Fabdesk gehört einem anderen Benutzer dieses Computers. Starten Sie Ihr eigenes.',
  badPath: 'Das ist keine Adresse von Fabdesk.',
  ownWindowOnly: 'Das darf nur das eigene Fenster von Fabdesk.',
  badCall: 'Dieses Fenster wollte etwas, das Fabdesk nicht anbietet. Starten Sie Fabdesk neu.',
  badInput: 'Diese Eingabe ist ungültig: {field} ({problem}).',
  notJson: 'Das Fenster hat etwas gesendet, das kein JSON ist.',
  noSession:
    'Dieses Fenster hat keinen Zugriff auf Fabdesk: Jede Adresse öffnet ein Fenster. Führen Sie npm start erneut aus, um ein weiteres zu öffnen. Nichts ist verloren.',
  noPort:
    'Fabdesk konnte auf diesem Computer keinen Port öffnen. Schließen Sie andere Programme und starten Sie es erneut.',
  spoolGone: 'Die gespeicherte Kopie dieser Datei ist weg. Fügen Sie die Datei erneut hinzu.',
  gone: 'Fabdesk läuft nicht mehr. Starten Sie es erneut und öffnen Sie die Adresse, die es ausgibt.',
  answerUnreadable:
    'Das laufende Fabdesk hat eine unlesbare Antwort gegeben, vielleicht weil es eine andere Version ist. Das Gewünschte ist vielleicht schon geschehen: Prüfen Sie es dort, beenden Sie es und versuchen Sie es erneut.',
  goneBeforeAnswer:
    'Fabdesk wurde vor der Antwort beendet. Starten Sie es erneut und prüfen Sie, ob dies getan wurde.',
  notUnderstood: 'Die Antwort von Fabdesk war unverständlich. Laden Sie dieses Fenster neu.',
  fileUnreadable:
    '„{file}“ ist nicht lesbar. Speichern Sie die Datei zuerst und fügen Sie dann die gespeicherte hinzu.',
  fileNotSent:
    '„{file}“ ist nicht lesbar: Die Datei wurde geändert, oder Fabdesk wurde beendet. Fügen Sie sie erneut hinzu.',

  'path.otherHome':
    'Fabdesk sucht in {path} nicht nach dem Benutzerordner von „{user}“. Schreiben Sie den ganzen Pfad, oder ./{path} für einen Ordner dieses Namens.',
  notOperator: 'Diese Adresse ist nicht die Betreiberschnittstelle eines Druckdienstes. Prüfen Sie sie.',
  'hash.failed': 'Die Datei konnte nicht geprüft werden ({code}). Fügen Sie sie erneut hinzu.',

  'keychain.unavailable.darwin':
    'Der macOS-Schlüsselbund ist nicht erreichbar. Entsperren Sie ihn und versuchen Sie es erneut.',
  'keychain.unavailable.win32':
    'Die Windows-Anmeldeinformationsverwaltung ist nicht erreichbar. Melden Sie sich bei Windows neu an und versuchen Sie es erneut.',
  'keychain.unavailable.linux':
    'Der Schlüsselbund dieses Desktops ist nicht erreichbar. Entsperren Sie ihn und versuchen Sie es erneut.',
  'keychain.tooLong':
    'Dieses Geheimnis ist zu lang: Ein Schlüsselbund fasst 1.280 Zeichen. Prüfen Sie, dass Sie das richtige eingefügt haben.',
  'keychain.locked':
    'Der Schlüsselbund dieses Desktops ist gesperrt. Entsperren Sie ihn, etwa in „Passwörter und Schlüssel“, und starten Sie Fabdesk erneut.',
  'keychain.noBus':
    'Diese Sitzung hat keinen D-Bus. Starten Sie Fabdesk in einer Desktop-Sitzung, oder unter dbus-run-session mit entsperrtem gnome-keyring.',
  'keychain.notSetUp':
    'Kein Schlüsselbund ist eingerichtet. Installieren Sie gnome-keyring oder KWallet (Debian, Ubuntu: sudo apt install gnome-keyring), legen Sie einen Standardschlüsselbund an und starten Sie Fabdesk erneut.',
  'keychain.noLibrary':
    'Keine Schlüsselbund-Bibliothek ließ sich laden. Installieren Sie libsecret und einen Schlüsselbund (Debian, Ubuntu: sudo apt install libsecret-1-0 gnome-keyring) und starten Sie Fabdesk erneut.',
  'keychain.noLibraryHere':
    'Keine Schlüsselbund-Bibliothek ließ sich laden. Installieren Sie Fabdesk erneut.',
  'keychain.silent': 'Der Schlüsselbund hat nicht geantwortet; vielleicht ist er gesperrt.',
  'keychain.refused': 'Der Schlüsselbund hat ein Test-Geheimnis abgelehnt ({problem}).',
  'keychain.check.darwin':
    'Entsperren Sie den Anmelde-Schlüsselbund in der Schlüsselbundverwaltung und starten Sie Fabdesk erneut.',
  'keychain.check.win32':
    'Prüfen Sie, dass der Dienst der Anmeldeinformationsverwaltung läuft, und starten Sie Fabdesk erneut.',
  'keychain.check.linux': 'Prüfen Sie den Schlüsselbund dieses Desktops und starten Sie Fabdesk erneut.',
} as const satisfies Translation<typeof en>;
