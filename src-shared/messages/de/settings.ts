import type { settings as en } from '../en/settings.ts';
import type { Translation } from '../message.ts';

export const settings = {
  general: 'Allgemein',
  theme: 'Design',
  'theme.system': 'System',
  'theme.light': 'Hell',
  'theme.dark': 'Dunkel',
  'theme.high-contrast': 'Hoher Kontrast',
  language: 'Sprache',
  'language.system': 'System',
  'language.en': 'English',
  'language.de': 'Deutsch',
  unit: 'Längeneinheit',
  'unit.mm': 'Millimeter',
  'unit.cm': 'Zentimeter',
  'unit.in': 'Zoll',
  singleKeys: 'Tastenkürzel aus einer Taste, z. B. Z für Zoom',
  singleKeysHint:
    'Ausgeschaltet gelten nur Tastenkürzel mit {mod} oder {alt}. Nützlich bei Spracheingabe oder gegen versehentliche Tastendrücke.',
  notifications: 'Mitteilungen des Systems',
  notificationsHint:
    'Für Vorschläge zur Freigabe, Fragen, Ablehnungen und Bestellungen, die angenommen, zurückgewiesen oder versandt wurden. Sie nennen die Bestellung und den Betrag.',
  notificationsAllow: 'Mitteilungen erlauben',
  notificationsDenied:
    'Dieser Browser zeigt keine Mitteilungen von Fabdesk. Das steht in seinen Einstellungen für diese Seite.',
  closeToTray: 'Im Infobereich bleiben, solange Aufträge unterwegs sind',
  closeToTrayHint:
    'Wird das Fenster geschlossen, arbeitet Fabdesk im Infobereich weiter, bis sie erledigt sind. Ausgeschaltet oder auf einem Desktop ohne Infobereich beendet das Schließen des Fensters Fabdesk; der nächste Start sendet, was gewartet hat.',
  lookForUpdates: 'Täglich nach Updates suchen',
  lookForUpdatesHint:
    'Fabdesk fragt {host} nach einer kleinen Datei und sagt hier und unten im Fenster, wenn es eine neuere Version gibt. Es sendet nichts über Sie, Ihre Arbeit oder diesen Computer; der Server sieht Ihre Netzadresse wie bei jeder Seite. Es wird nichts heruntergeladen oder installiert.',
  'update.found': 'Fabdesk {version} ist verfügbar.',
  'update.open': 'Seite öffnen',
  'update.ignore': 'Diese Version nicht mehr anzeigen',
  'update.copy': 'Adresse der Seite kopieren',
  orders: 'Bestellungen',
  priceTolerance: 'Preiserhöhungen annehmen bis',
  priceToleranceHint:
    'Vor dem Senden einer wartenden Bestellung werden die Preise erneut geprüft. Höhere Anstiege brauchen Ihre Zustimmung, bei 0 jeder. Wo Sie eine Obergrenze setzen, wird kein Anstieg angenommen.',

  cad: 'CAD-Programme',
  'cad.hint':
    'Ein Knopf im Programm übergibt Teile an Fabdesk und zeigt, ob sie druckbar sind und was sie kosten.',
  'cad.none':
    'Kein Ordner von FreeCAD oder Blender gefunden. Starten Sie das Programm einmal und kommen Sie wieder. Zu anderen siehe docs/cad.md.',
  'cad.state.none': 'noch ohne Knopf',
  'cad.state.installed': 'hat den Knopf',
  'cad.state.outdated': 'hat den Knopf einer anderen Version',
  'cad.state.other': 'hat einen Ordner dieses Namens, den Fabdesk nicht anrührt',
  'cad.install': 'Einrichten',
  'cad.install.label': 'Den Knopf in {name} einrichten',
  'cad.update': 'Aktualisieren',
  'cad.update.label': 'Den Knopf in {name} aktualisieren',
  'cad.remove': 'Entfernen',
  'cad.remove.label': 'Den Knopf aus {name} entfernen',
  'cad.remove.done': 'Der Knopf wurde aus {name} entfernt.',
  'cad.next.freecad':
    'Starten Sie FreeCAD neu. Dann hat jeder Arbeitsbereich den Knopf und das Menü Datei einen Eintrag.',
  'cad.next.blender':
    'Starten Sie Blender neu, und setzen Sie unter Bearbeiten, Einstellungen, Add-ons den Haken bei „Open in Fabdesk“. Der Eintrag steht unter Datei, Exportieren.',

  network: 'Netzwerk',
  'network.proxy': 'Proxy',
  'network.system': 'Der des Systems',
  'network.own': 'Eigener',
  'network.none': 'Keiner',
  'network.systemHint':
    'Das ist der Proxy aus HTTPS_PROXY, außer für alles, was NO_PROXY nennt. Im eigenen Fenster fragt Fabdesk auch das Betriebssystem.',
  'network.address': 'Adresse des Proxys',
  'network.addressHint': 'Etwa proxy.example.com:8080',
  'network.exceptions': 'Ohne Proxy erreichbar',
  'network.exceptionsHint': 'Namen und Adressen wie intranet.example.com, 10.0.0.0/8',
  'network.test': 'Verbindung testen',
  'network.signIn': 'Anmeldung am Proxy …',
  'network.signInTitle': 'Anmeldung an einem Proxy',
  'network.signInHint': 'Etwa proxy.example.com:8080. Das Passwort wird an keinen anderen Proxy gesendet.',
  'network.signInSaved': 'Die Anmeldung am Proxy wurde gespeichert.',
  'network.signInRemoved': 'Die Anmeldung am Proxy wurde entfernt.',
  'network.missing': 'Füllen Sie dieses Feld aus.',
  'network.save': 'Speichern',
  'network.direct': 'Fabdesk verbindet sich direkt mit {host}.',
  'network.by': 'Fabdesk verbindet sich mit {host} über den Proxy {proxy}.',
  'network.works': 'Der Dienst antwortet und akzeptiert das Konto.',
  'network.issuer': 'Das Zertifikat hat {issuer} ausgestellt; diesem Aussteller vertraut der Computer nicht.',

  // About this installation.
  about: 'Über Fabdesk',
  loading: 'Wird geladen …',
  licences: 'Lizenzen',
  'licences.own':
    'Fabdesk selbst steht unter der MIT-Lizenz. Es enthält diese Pakete, jedes unter seiner eigenen Lizenz:',
  'licences.missing':
    'Die Liste entsteht zusammen mit dem Programm. Erstellen Sie Fabdesk neu, um sie zu sehen.',
  version: 'Version',
  runs: 'Läuft',
  'host.electron': 'Im eigenen Fenster unter {platform}',
  'host.browser': 'Im Browser, nur auf diesem Computer, unter {platform}',
  'host.cli': 'In der Befehlszeile unter {platform}',
  dataFolder: 'Datenordner',
  copies: 'Ältere Kopien',
  'copies.answers':
    'Wird eine ältere Kopie des Datenordners eingespielt, bemerkt Fabdesk das und fragt vor jeder Bestellung.',
  'copies.file':
    'Fabdesk bemerkt eine eingespielte Sicherung seines Datenordners und fragt vor jeder Bestellung, außer wenn der ganze persönliche Ordner eingespielt wurde.',
  'copies.none':
    'Wird eine ältere Kopie des ganzen Datenordners eingespielt, kann Fabdesk das nicht bemerken: Dieser Computer hat keinen Schlüsselbund.',
  'copies.silent':
    'Wird eine ältere Kopie des ganzen Datenordners eingespielt, kann Fabdesk das nicht bemerken: Der Schlüsselbund antwortet nicht.',
  secrets: 'Passwörter',
  'secrets.darwin': 'Im macOS-Schlüsselbund gespeichert.',
  'secrets.win32': 'In der Windows-Anmeldeinformationsverwaltung gespeichert.',
  'secrets.linux': 'Im Schlüsselbund dieses Desktops gespeichert.',
  'secrets.session': 'Nur gespeichert, bis Fabdesk geschlossen wird.',
  notRemembered: 'Passwörter werden nicht gespeichert: Es wurde kein Schlüsselbund gefunden.',
  details: 'Details',

  // The list of accounts.
  accounts: 'Konten',
  accountsLoading: 'Konten werden geladen …',
  addAccount: 'Konto hinzufügen',
  local: 'Der eingebaute Druckdienst zum Ausprobieren: Es fließt kein Geld.',
  inUse: 'In Verwendung',
  signedOut: 'Abgemeldet',
  clientId: 'Client-ID {id}',
  clientIdOAuth1: 'Client-ID {id}, OAuth 1.0',
  'secret.keychain': 'Das Geheimnis ist im Schlüsselbund gespeichert.',
  'secret.session': 'Das Geheimnis bleibt nur gespeichert, bis Fabdesk geschlossen wird.',
  'secret.missing': 'Das Geheimnis fehlt. Wählen Sie „Ändern“, um es erneut einzugeben.',
  'signIn.keychain': 'Angemeldet. Die Anmeldung ist im Schlüsselbund gespeichert.',
  'signIn.session': 'Angemeldet, bis Fabdesk geschlossen wird.',
  'signIn.missing':
    'Die Anmeldung ist abgelaufen. Melden Sie sich erneut an; die Warteschlange bleibt erhalten.',
  noPayment: 'Ohne Zahlungs-ID kann dieses Konto Preise abfragen und hochladen, aber nicht bestellen.',
  ofAccount: '{action}: {name}',
  use: 'Dieses Konto verwenden',
  signInAgain: 'Erneut anmelden',
  changeOrSignIn: 'Ändern oder erneut anmelden',
  used: 'Bestellungen laufen jetzt über „{name}“.',
  signedIn: 'Bei „{name}“ angemeldet.',
  accepted: 'Der Druckdienst hat das Konto „{name}“ akzeptiert.',
  'remove.title': 'Konto entfernen?',
  'remove.no': 'Konto behalten',
  'remove.yes': 'Konto entfernen',
  'remove.text':
    'Fabdesk löscht das Geheimnis und die Token von „{name}“. Modelle und Bestellungen bleiben beim Druckdienst.',
  'remove.againUser':
    'Um das Konto wieder zu verwenden, brauchen Sie die Client-ID und müssen sich anmelden.',
  'remove.againApplication':
    'Um das Konto wieder zu verwenden, brauchen Sie die Client-ID und das Geheimnis.',

  // The form of an account.
  changeTitle: '„{name}“ ändern',
  signInAgainTitle: 'Erneut bei „{name}“ anmelden',
  kind: 'Art des Kontos',
  'kind.application': 'Anwendungskonto',
  'kind.user': 'Anmeldung als Benutzer',
  'kindNote.application': 'Fabdesk handelt für das Konto, dem die Client-ID gehört.',
  'kindNote.user':
    'Sie melden sich mit Ihrem Browser beim Druckdienst an und erlauben den Zugriff. Fabdesk sieht Ihr Passwort nie.',
  oauth1: 'OAuth 1.0 (ältere Anwendungen)',
  oauth1Note:
    'Nur wenn der Druckdienst Ihrer Anwendung nichts anderes bietet. Die Client-ID ist dann der Consumer Key.',
  'field.name': 'Name',
  'field.baseUrl': 'Adresse des Druckdienstes',
  'field.clientId': 'Client-ID',
  'field.clientSecret': 'Client-Geheimnis',
  'field.paymentVerificationId': 'Zahlungs-ID (Payment verification ID)',
  'hint.name': 'Anzeigename in Fabdesk, z. B. Werkstatt',
  'hint.baseUrl': 'Zum Beispiel https://api.example.com',
  'hint.clientId': 'Vom Druckdienst für Ihre Anwendung vergeben',
  'hint.secret': 'Gehört zur Client-ID',
  'hint.secretPublic': 'Leer lassen, wenn Ihre Anwendung kein Geheimnis hat',
  'hint.keep': 'Leer lassen, um den gespeicherten Wert zu behalten',
  'hint.payment':
    'Vom Druckdienst vergeben. Ohne sie können Sie Preise abfragen und hochladen, aber nicht bestellen.',
  'hint.paymentAgain':
    'Bitte erneut eingeben. Ohne sie können Sie Preise abfragen und hochladen, aber nicht bestellen.',
  insecure:
    'Diese Adresse ist unverschlüsselt (http), sodass andere im Netz das Geheimnis lesen können. Verwenden Sie https, wenn der Druckdienst es anbietet.',
  checkedFirst: 'Fabdesk prüft das Konto beim Druckdienst, bevor es gespeichert wird.',
  signInWithBrowser: 'Im Browser anmelden',
  checkAndAdd: 'Prüfen und hinzufügen',
  checkAndSave: 'Prüfen und speichern',
  'problem.name': 'Geben Sie einen Namen für das Konto ein.',
  'problem.nameTooLong': 'Geben Sie einen Namen mit höchstens 80 Zeichen ein.',
  'problem.baseUrl': 'Geben Sie die Adresse des Druckdienstes ein, z. B. https://api.example.com.',
  'problem.clientId': 'Geben Sie die Client-ID ein, die der Druckdienst für Ihre Anwendung vergeben hat.',
  'problem.clientSecret': 'Geben Sie das Client-Geheimnis ein, das zur Client-ID gehört.',

  // Signing in with the browser.
  redirect: 'Nach der Anmeldung',
  'redirect.loopback': 'Automatisch zurückkehren',
  'redirect.oob': 'Code einfügen',
  redirectAddress: 'Tragen Sie beim Druckdienst diese Weiterleitungsadresse für Ihre Anwendung ein:',
  'redirectNote.loopback':
    'Der Port wechselt jedes Mal. Verlangt der Druckdienst einen festen Port, fügen Sie stattdessen einen Code ein.',
  'redirectNote.oob': 'So kann sich nur der Eigentümer der Anwendung anmelden.',
  signInTitle: 'Bei „{name}“ anmelden',
  'signInPage.opened':
    'Die Anmeldeseite wurde in Ihrem Browser geöffnet. Melden Sie sich dort an und erlauben Sie den Zugriff.',
  'signInPage.link':
    'Öffnen Sie die Anmeldeseite des Druckdienstes, melden Sie sich an und erlauben Sie den Zugriff.',
  'signInNext.loopback': 'Fabdesk fährt danach automatisch fort.',
  'signInNext.oob': 'Fügen Sie danach den angezeigten Code ein.',
  'signInPage.copy':
    'Es ließ sich kein Browser öffnen. Öffnen Sie diese Adresse in einem Browser, melden Sie sich dort an und erlauben Sie den Zugriff.',
  openPage: 'Anmeldeseite öffnen',
  copyPage: 'Adresse der Anmeldeseite kopieren',
  code: 'Code des Druckdienstes',
  codeHint: 'Gilt einmal, oft nur eine Minute lang',
  codeMissing: 'Fügen Sie den Code ein, den der Druckdienst im Browser anzeigt.',
  waiting: 'Warten auf den Browser, höchstens 5 Minuten …',
  noBrowser: 'Kein Browser geöffnet?',
  openAddress: 'Öffnen Sie diese Adresse in einem Browser auf diesem Computer:',
  cancelSignIn: 'Anmeldung abbrechen',
  finish: 'Fertigstellen',
} as const satisfies Translation<typeof en>;
