import type { service as en } from '../en/service.ts';
import type { Translation } from '../message.ts';

export const service = {
  'what.info': 'den Verbindungstest',
  'what.materials': 'die Anfrage nach Materialien',
  'what.printers': 'die Anfrage nach Druckern',
  'what.categories': 'die Anfrage nach Kategorien',
  'what.prices': 'die Preisanfrage',
  'what.models': 'die Anfrage nach Modellen',
  'what.model': 'die Anfrage nach Modell {model}',
  'what.modelFile': 'die Anfrage nach der Datei von Modell {model}',
  'what.orders': 'die Anfrage nach Bestellungen',
  'what.order': 'die Anfrage nach Bestellung {order}',
  filtersIgnored:
    'Der Dienst filtert seine Bestellungen nicht nach {filters:list}. Listen Sie sie ohne diesen Filter auf.',
  'what.shippingPrices': 'die Anfrage nach Versandpreisen',
  'what.cart': 'die Anfrage nach dem Warenkorb',
  'what.signIn': 'die Anmeldung',
  'what.upload': 'den Upload von „{file}“',
  'what.placeOrder': 'die Bestellung',
  'what.cancelOrder': 'die Stornierung von Bestellung {order}',
  'what.removeModel': 'das Entfernen von Modell {model}',
  'what.reprint': 'die Nachdruck-Anfrage',
  'what.editModel': 'die Änderung von Modell {model}',
  'what.photo': 'das Foto von Modell {model}',
  'what.addToCart': 'das Hinzufügen zum Warenkorb',
  'what.customise': 'die Anpassung von Produkt {product}',

  notService:
    'Die Antwort auf {what} kam nicht von einem Druckdienst. Wenn dieses Netz eine Anmeldung verlangt, melden Sie sich zuerst an. Sonst prüfen Sie die Adresse des Kontos unter Einstellungen, Konten.',
  notServiceStatus:
    'Die Antwort auf {what} (Status {status}) kam nicht von einem Druckdienst. Wenn dieses Netz eine Anmeldung verlangt, melden Sie sich zuerst an. Sonst prüfen Sie die Adresse des Kontos unter Einstellungen, Konten.',
  webPage:
    'Auf {what} antwortete eine Webseite („{title}“) und kein Druckdienst. Wenn dieses Netz eine Anmeldung verlangt, melden Sie sich zuerst an. Sonst prüfen Sie die Adresse des Kontos unter Einstellungen, Konten.',
  notUnderstood: 'Fabdesk versteht die Antwort des Dienstes auf {what} nicht.',
  notUnderstoodAt: 'Fabdesk versteht die Antwort des Dienstes auf {what} nicht (Feld {field}).',
  failed: 'Der Dienst konnte {what} nicht bearbeiten (Status {status}). Versuchen Sie es später noch einmal.',
  failedBecause:
    'Der Dienst konnte {what} nicht bearbeiten (Status {status}): {reason} Versuchen Sie es später noch einmal.',
  failedOpen: 'Der Dienst konnte {what} nicht bearbeiten (Status {status}).',
  failedBecauseOpen: 'Der Dienst konnte {what} nicht bearbeiten (Status {status}): {reason}',
  redirected:
    'Die Antwort auf {what} leitet auf eine andere Seite um; dem folgt Fabdesk nicht. Wenn sich dieses Netzwerk erst nach einer Anmeldung öffnet, melden Sie sich zuerst dort an. Sonst prüfen Sie die Adresse des Kontos unter Einstellungen, Konten.',
  networkSignIn:
    'Dieses Netzwerk lässt {what} erst durch, wenn Sie sich bei ihm angemeldet haben. Öffnen Sie irgendeine Webseite und melden Sie sich dort an.',
  notFound: 'Der Dienst hat auf {what} nichts gefunden: {reason}',
  tooLarge: 'Das ist zu groß für den Dienst: {reason}',
  tooMuch:
    'Die Antwort des Dienstes auf {what} ist zu groß, deshalb wurde nichts davon verwendet. Wenden Sie sich an den Dienst.',
  answerTooLarge: 'Die Antwort von {host} ist zu groß.',
  refused: 'Der Dienst hat {what} ohne Begründung abgelehnt.',
  refusedBecause: 'Der Dienst hat {what} abgelehnt: {reason}',
  tokenExpired: 'Die Anmeldung ist abgelaufen. Fabdesk meldet sich neu an.',
  credentialsRefused:
    'Der Dienst nimmt die Zugangsdaten dieses Kontos nicht mehr an. Geben Sie sie unter Einstellungen, Konten erneut ein.',
  outcomeOpen:
    'Es ist noch nicht bekannt, ob der Dienst {what} ausgeführt hat. Wiederholen Sie es nicht: Fabdesk prüft beim Dienst.',
  changeOpen:
    'Es ist nicht bekannt, ob die Änderung ausgeführt wurde. Prüfen Sie das, bevor Sie es noch einmal versuchen.',
  downloadIncomplete:
    'Die Datei von Modell {model} kam unvollständig an oder wurde unterwegs verändert. Versuchen Sie es noch einmal.',
  otherBytes:
    'Der Dienst hat Modell {model} gespeichert, aber anders, als „{file}“ gesendet wurde. Entfernen Sie dieses Modell in der Bibliothek und laden Sie die Datei erneut hoch.',

  'signIn.applicationRefused':
    'Der Dienst nimmt diese Client-ID und dieses Geheimnis nicht an ({reason}). Prüfen Sie beide unter Einstellungen, Konten.',
  'signIn.clientRefused':
    'Der Dienst nimmt diese Client-ID und dieses Geheimnis nicht an ({reason}). Prüfen Sie beide.',
  'signIn.secretNeeded':
    'Der Dienst nimmt diese Client-ID nicht ohne Geheimnis an ({reason}). Prüfen Sie die Client-ID oder geben Sie ihr Geheimnis ein.',
  'signIn.codeRefused':
    'Der Dienst nimmt den Code nicht an ({reason}). Ein Code gilt einmal und nur kurz: Holen Sie einen neuen.',
  'signIn.endedBecause':
    'Der Dienst hat diese Anmeldung beendet ({reason}). Melden Sie sich unter Einstellungen, Konten neu an.',
  'signIn.notRenewed':
    'Der Dienst verlängert diese Anmeldung nicht ({reason}). Melden Sie sich unter Einstellungen, Konten neu an.',
  'signIn.ended':
    'Die Anmeldung dieses Kontos ist abgelaufen. Melden Sie sich unter Einstellungen, Konten neu an.',
  'signIn.otherIssuer': 'Die Antwort kam von einem anderen Dienst. Beginnen Sie die Anmeldung neu.',
  'signIn.noCode': 'Der Dienst hat ohne Code geantwortet. Beginnen Sie die Anmeldung neu.',
  'signIn.unauthorisedClient':
    'Diese Client-ID darf niemanden anmelden. Prüfen Sie sie und ihre Registrierung beim Dienst.',
  'signIn.serverError': 'Der Dienst hat eine Störung. Beginnen Sie die Anmeldung in einigen Minuten neu.',
  'signIn.busy': 'Der Dienst ist überlastet. Beginnen Sie die Anmeldung in einigen Minuten neu.',
  'signIn.denied':
    'Der Zugriff wurde verweigert. War das ein Versehen, beginnen Sie neu und erlauben Sie ihn.',
  'signIn.requestRefused':
    'Der Dienst nimmt die Anmeldeanfrage von Fabdesk nicht an. Prüfen Sie seine Adresse und die Client-ID.',
  'signIn.oauth1Refused':
    'Der Dienst beginnt diese Anmeldung nicht ({reason}). Prüfen Sie die Client-ID, ihr Geheimnis und die dafür eingetragene Weiterleitungsadresse.',
  'signIn.otherPage':
    'Der Dienst nennt eine Anmeldeseite einer anderen Website, die Fabdesk nicht öffnet. Prüfen Sie die Adresse des Dienstes.',
  'signIn.stopped': 'Die Anmeldung wurde abgebrochen.',
  'signIn.noPort':
    'Fabdesk konnte keinen Port für die Antwort des Browsers öffnen. Fügen Sie stattdessen den Code ein.',
  'signIn.timeout': 'Die Anmeldung wurde nicht rechtzeitig abgeschlossen. Beginnen Sie sie neu.',

  'page.received': 'Zurück zu Fabdesk',
  'page.received.more':
    'Fabdesk hat die Antwort des Dienstes und macht von selbst weiter. Sie können dieses Fenster schließen.',
  'page.foreign': 'Gehört nicht zu dieser Anmeldung',
  'page.foreign.more':
    'Fabdesk wartet auf eine andere Antwort. Sie können dieses Fenster schließen. Wollten Sie sich anmelden, beginnen Sie in Fabdesk neu.',
} as const satisfies Translation<typeof en>;
