import type { cart as en } from '../en/cart.ts';
import { usStateNames } from '../en/us-states.ts';
import type { Translation } from '../message.ts';

export const cart = {
  loading: 'Der Warenkorb wird geladen …',
  removed: '„{title}“ aus {material} wurde entfernt.',
  'empty.title': 'Ihr Warenkorb ist leer',
  'empty.text':
    'Öffnen Sie unter „Vorbereiten“ ein Teil, wählen Sie ein Material und fügen Sie es der Bestellung hinzu. Der Warenkorb bleibt erhalten, wenn Sie Fabdesk schließen.',
  prepareAnother: 'Weiteres Teil vorbereiten',
  'above.title': {
    one: 'Ein Preis liegt über Ihrer Obergrenze',
    other: '{count:number} Preise liegen über Ihrer Obergrenze',
  },
  'rise.title': { one: 'Ein Preis ist gestiegen', other: '{count:number} Preise sind gestiegen' },
  'rise.text':
    'Die Teile kosten jetzt {now:money} statt {before:money}. Bestellt wird erst, wenn Sie zustimmen.',
  'rise.accept': { one: 'Neuen Preis annehmen', other: 'Neue Preise annehmen' },
  'changed.title': {
    one: 'Ein Teil hat sich inzwischen geändert',
    other: '{count:number} Teile haben sich inzwischen geändert',
  },
  'changed.text':
    'Mit den Änderungen kosten die Teile {now:money}; vorher waren es {before:money}. Bestellt wird erst, wenn Sie zustimmen.',
  'changed.accept': 'Änderungen annehmen',
  'returned.rejected': 'Bestellung abgelehnt: Die Teile sind im Warenkorb',
  'returned.poison': 'Bestellung nicht gesendet: Die Teile sind im Warenkorb',
  'returned.cancelled': 'Bestellung abgebrochen: Die Teile sind im Warenkorb',
  'returned.notice': '{what}.',
  'returned.advice': 'Es wurde nichts gekauft. Beheben Sie das Problem und bestellen Sie erneut.',
  'returned.line': 'Aus der Bestellung, die nicht zustande kam',
  orderedElsewhere: 'Teile dieses Warenkorbs wurden gerade in einem anderen Fenster bestellt.',
  alreadyOrdered:
    'Sie haben diese Teile bereits bestellt ({time:moment}). Mit dieser Bestellung kaufen Sie sie noch einmal.',

  // The table of parts.
  parts: 'Teile im Warenkorb',
  'column.each': 'Stückpreis',
  'column.total': 'Betrag',
  fewer: 'Anzahl von {title} verringern',
  more: 'Anzahl von {title} erhöhen',
  quantityOf: 'Anzahl von {title} aus {material}',
  remove: '{title} aus dem Warenkorb entfernen',
  'line.rose': 'Der Stückpreis ist von {from:money} auf {to:money} gestiegen.',
  'line.replaced':
    'Das Modell hat jetzt eine andere Datei: Version {version}. Sie kostet {to:money} pro Stück, Ihre Version kostete {from:money}. Nehmen Sie sie an, oder entfernen Sie das Teil.',
  'line.found': 'Der Preis ist jetzt bekannt und hält Ihre Obergrenze von {limit:money} ein.',
  'line.aboveLimit': 'Es kostet je {to:money}; Ihre Obergrenze ist {from:money}.',
  'line.outdated': 'Die Datei wurde seither neu exportiert. Die Bestellung druckt die frühere Version.',
  'line.fell': 'Der Stückpreis ist gesunken; er betrug {from:money}.',
  'line.unavailable':
    'Für dieses Teil gibt es in diesem Material keinen Preis. Entfernen Sie es, oder wählen Sie unter „Vorbereiten“ ein anderes Material.',
  'line.modelUnavailable':
    'Der Druckdienst hat für dieses Modell in diesem Material derzeit keinen Preis. Versuchen Sie es gleich noch einmal, oder entfernen Sie es.',
  otherMaterial: 'Anderes Material für {title}',
  chooseMaterial: 'Anderes Material',
  verdictWorse: 'Seit dem Hinzufügen:',
  orderAnyway: 'Trotzdem bestellen',
  orderAnywayOf: '{title} trotzdem bestellen',
  'prices.asking': 'Preise werden aktualisiert …',
  'prices.notChecked':
    'Die Preise konnten nicht aktualisiert werden; Stand: {time:moment}. Sie werden vor dem Senden noch einmal geprüft.',
  'prices.rose': 'Preise aktualisiert. Teurere Teile sind gekennzeichnet.',
  'prices.current': 'Preise aktualisiert: {time:moment}.',

  // The steps.
  steps: 'Schritte der Bestellung',
  'step.cart': 'Warenkorb',
  'step.address': 'Adresse',
  'step.shipping': 'Versand',
  'step.review': 'Prüfen',
  'step.placed': 'Bestellt',
  stepDone: 'erledigt',

  // The address.
  address: 'Lieferadresse',
  addressNote: 'Felder mit * sind Pflichtfelder. Die Adresse bleibt auf diesem Computer gespeichert.',
  'field.firstName': 'Vorname',
  'field.lastName': 'Nachname',
  'field.country': 'Land',
  'field.address1': 'Straße und Hausnummer',
  'field.address2': 'Adresszeile 2',
  'field.address3': 'Adresszeile 3',
  'field.city': 'Ort',
  'field.usState': 'Bundesstaat',
  'field.state': 'Bundesland oder Region',
  'field.usZipCode': 'Postleitzahl (ZIP)',
  'field.zipCode': 'Postleitzahl',
  'field.phoneNumber': 'Telefonnummer',
  'hint.address2': 'Etage, Gebäude, Firma',
  'hint.phone': 'Der Paketdienst benötigt sie für die Zustellung.',
  'hint.phoneTenDigits':
    '10 Ziffern, zum Beispiel 2125550123. Der Paketdienst benötigt sie für die Zustellung.',
  chooseCountry: 'Land wählen',
  chooseState: 'Bundesstaat wählen',
  continue: 'Weiter',
  'problem.firstName': 'Geben Sie einen Vornamen ein.',
  'problem.lastName': 'Geben Sie einen Nachnamen ein.',
  'problem.country': 'Wählen Sie ein Land.',
  'problem.state': 'Geben Sie ein Bundesland oder eine Region ein.',
  'problem.city': 'Geben Sie einen Ort ein.',
  'problem.address1': 'Geben Sie Straße und Hausnummer ein.',
  'problem.zipCode': 'Geben Sie eine Postleitzahl ein.',
  'problem.phoneNumber': 'Geben Sie eine Telefonnummer für den Paketdienst ein.',
  'problem.unknownCountry':
    'Kein Land heißt so. Geben Sie den üblichen Namen oder den Code aus 2 Buchstaben ein, z. B. DE.',
  'problem.usState': 'Wählen Sie den Bundesstaat mit seiner Abkürzung aus 2 Buchstaben, z. B. NY.',
  zipOfOtherState: 'Die Postleitzahl {zip} gehört zu {found}, gewählt ist aber {chosen}. Was stimmt?',
  useState: '{state} verwenden',
  keepState: 'Der Bundesstaat stimmt',
  'problem.tenDigits': 'Geben Sie für die USA oder Kanada genau 10 Ziffern ein.',

  // Shipping.
  shipping: 'Versandart',
  'shipping.Cheapest': 'Günstigster Versand',
  'shipping.Fastest': 'Schnellster Versand',
  'shippingHint.Cheapest': 'Der günstigste Versand an diese Adresse.',
  'shippingHint.Fastest': 'Der schnellste Versand an diese Adresse.',
  shippingNote:
    'Die Versandkosten hängen von Adresse, Gewicht und Versandart ab. Der Druckdienst nennt sie erst, wenn er die Bestellung angenommen hat.',

  // Review.
  review: 'Bestellung prüfen',
  changeAddress: 'Lieferadresse ändern',
  changeShipping: 'Versandart ändern',
  phone: 'Telefon {number}',
  shippingAfter: 'Die Versandkosten kommen nach der Bestellung hinzu.',
  shippingAsking: 'Versandkosten werden abgefragt …',
  shippingListed: 'Dies sind die Preise des Druckdienstes für diese Adresse. Steuern können hinzukommen.',
  shippingDays: {
    one: 'etwa {count:number} Arbeitstag',
    other: 'etwa {count:number} Arbeitstage',
  },
  payment: 'Bezahlung',
  paidBy: 'Hinterlegte Kreditkarte des Kontos „{account}“',
  sandbox: 'Dies ist der lokale Druckdienst: Es fließt kein Geld, und es wird nichts gedruckt.',
  fee: 'Gebühr des Druckdienstes',
  feeText:
    'Zusätzlich zu Teilen und Versand berechnet der Druckdienst {fee:percent} des Teilepreises als Gebühr: hier {amount:money}.',
  feePayer: 'Das ist die übliche Gebühr. Ihre Vereinbarung mit dem Dienst kann davon abweichen.',
  metadata: 'Metadaten',
  'metadata.note':
    'Sie gehen mit jedem Modell der Bestellung. Nur bestimmte Anwendungen dürfen sie senden; von anderen lehnt der Druckdienst die Bestellung ab.',
  'metadata.name': 'Name',
  'metadata.value': 'Wert',
  'metadata.add': 'Hinzufügen',
  'metadata.remove': 'Metadaten {name} entfernen',
  'metadata.nameFirst': 'Geben Sie einen Namen ein.',
  'metadata.twice': 'Das steht schon in der Liste.',
  'metadata.tooMany': 'Eine Bestellung kann höchstens {most:number} Einträge enthalten.',
  incentives: 'Rabattcodes',
  'incentive.code': 'Rabattcode',
  'incentive.add': 'Code hinzufügen',
  'incentive.remove': 'Code {code} entfernen',
  'incentive.note':
    'Der Druckdienst prüft Codes, wenn er die Bestellung erhält. Die Preise hier sind ohne sie.',
  'incentive.empty': 'Geben Sie einen Code ein.',
  'incentive.twice': 'Dieser Code steht schon in der Liste.',
  'incentive.tooMany': 'Eine Bestellung kann höchstens {most:number} Codes enthalten.',
  'incentive.refused': 'abgelehnt',
  reference: 'Bestellreferenz auf dem Etikett angeben (empfohlen)',
  referenceHint:
    'Eine Adresszeile wie „Ref K7Q2M9XT“. Bricht die Verbindung beim Bestellen ab, findet Fabdesk damit die Bestellung wieder. Ohne sie müssen Sie unter Umständen selbst nachsehen.',

  // The summary.
  summary: 'Übersicht',
  partCount: { one: '{count:number} Teil', other: '{count:number} Teile' },
  partCountSome: '{count:number} von {of:number} Teilen',
  'summary.shipping': 'Versand',
  tolerance:
    'Preise, die beim Senden bis zu {share:percent} höher sind, gelten als vereinbart. Das lässt sich in den Einstellungen ändern.',
  'summary.tax': 'Steuern',
  'summary.fee': 'Gebühr ({fee:percent})',
  taxLater: 'Fallen Steuern an, schlägt der Druckdienst sie bei der Annahme der Bestellung auf.',
  shipsTo: 'Versand an {name}, {city}. {option}.',
  'next.cart': 'Weiter zur Adresse',
  'next.address': 'Weiter zum Versand',
  'next.shipping': 'Weiter zur Prüfung',
  placeNothing: 'Bestellen',
  placeOrder: 'Bestellen – {total:money}',
  placeOrderUpTo: 'Bestellen – höchstens {total:money}',
  queueOrderUpTo: 'In die Warteschlange – höchstens {total:money}',
  queueOrder: 'In die Warteschlange – {total:money}',
  addedLater: 'Versandkosten und Steuern kommen hinzu, wenn der Druckdienst die Bestellung annimmt.',
  'offline.paused':
    'Sie arbeiten offline. Die Bestellung bleibt in der Warteschlange und wird gesendet, sobald Sie online gehen.',
  'offline.refused':
    'Der Druckdienst lehnt die Zugangsdaten dieses Kontos ab. Die Bestellung bleibt in der Warteschlange, bis Sie das Konto in den Einstellungen korrigieren.',
  'offline.away':
    'Der Druckdienst ist nicht erreichbar. Die Bestellung bleibt in der Warteschlange, auch wenn Sie Fabdesk schließen, und wird gesendet, sobald der Dienst wieder erreichbar ist.',
  'offline.limit': 'Teile ohne Preis werden nur bestellt, wenn der Preis Ihre Obergrenze einhält.',
  'offline.price':
    'Steigt der Preis um mehr, als in den Einstellungen erlaubt ist, fragt Fabdesk Sie vorher.',

  // The reasons that keep the checkout from going on.
  'obstacle.empty': 'Der Warenkorb ist leer.',
  'obstacle.otherAccount':
    'Die Preise sind von einem anderen Konto. Öffnen Sie den Warenkorb, um sie online zu aktualisieren.',
  'obstacle.consent': 'Bestätigen Sie zuerst Rechte und Bedingungen.',
  'obstacle.noPrice':
    'Für einige Teile gibt es keinen Preis. Entfernen Sie sie, oder wählen Sie unter „Vorbereiten“ ein anderes Material.',
  'obstacle.refused':
    'Ein Teil wird abgelehnt. Entfernen Sie es, oder wählen Sie daneben „Trotzdem bestellen“.',
  risk: {
    one: 'Ein Teil ist riskant oder wird abgelehnt',
    other: '{count:number} Teile sind riskant oder werden abgelehnt',
  },
  'obstacle.blocked':
    'Der Druckdienst fertigt ein Teil nicht in seinem Material. Wählen Sie daneben ein anderes Material, oder entfernen Sie es.',
  'obstacle.incentive':
    'Der Druckdienst hat den Code {code} abgelehnt. Entfernen Sie ihn im Schritt „{step}“.',
  'obstacle.changed':
    'Einige Teile haben sich geändert. Nehmen Sie die Änderungen an, oder entfernen Sie die Teile.',
  'obstacle.otherAccountModel':
    '„{title}“ ist ein Modell eines anderen Kontos. Wählen Sie dieses Konto in den Einstellungen, oder entfernen Sie das Teil.',
  'obstacle.rises':
    'Einige Preise sind gestiegen. Nehmen Sie die neuen Preise an, oder entfernen Sie die Teile.',
  'obstacle.currencies':
    'Die Teile haben Preise in verschiedenen Währungen. Bestellen Sie jede Währung einzeln.',
  'obstacle.payment':
    'Mit diesem Konto kann nicht bezahlt werden: Ihm fehlt die Zahlungs-ID. Tragen Sie sie in den Einstellungen ein: Wählen Sie „{change}“ neben dem Konto.',
  placingUnknown:
    'Es ist nicht bekannt, ob die Bestellung in der Warteschlange steht. Drücken Sie die Schaltfläche noch einmal: Fabdesk prüft zuerst die Warteschlange und bestellt nie doppelt.',

  // After the order was placed.
  'placed.queued': 'Die Bestellung ist in der Warteschlange',
  'placed.done': 'Bestellt',
  'placed.number': 'Bestellt: Bestellung {orderId}',
  'placed.rejected': 'Der Druckdienst hat die Bestellung abgelehnt',
  'placed.needsYou': 'Die Bestellung braucht Ihre Entscheidung',
  'placed.safe': 'Sie bleibt dort, auch wenn Sie Fabdesk schließen.',
  queuedAt: 'In die Warteschlange gestellt',
  uploads: 'Uploads: {done:number} von {all:number} fertig',
  showInQueue: 'In der Warteschlange anzeigen',
  showInOrders: 'In den Bestellungen anzeigen',
  backToCart: 'Zurück zum Warenkorb',

  ...usStateNames,
  'usState.CA': 'Kalifornien',
  'usState.VI': 'Amerikanische Jungferninseln',
  'usState.AS': 'Amerikanisch-Samoa',
  'usState.MP': 'Nördliche Marianen',
  'usState.AA': 'US-Streitkräfte Amerika',
  'usState.AE': 'US-Streitkräfte Europa',
  'usState.AP': 'US-Streitkräfte Pazifik',
} as const satisfies Translation<typeof en>;
