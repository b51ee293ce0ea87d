import type { orders as en } from '../en/orders.ts';
import type { Translation } from '../message.ts';

export const orders = {
  queued: {
    one: '{count:number} Bestellung ist noch in der Warteschlange und hier noch nicht aufgeführt.',
    other: '{count:number} Bestellungen sind noch in der Warteschlange und hier noch nicht aufgeführt.',
  },
  loading: 'Bestellungen werden geladen …',
  'empty.title': 'Noch keine Bestellungen',
  'empty.text': 'Hier erscheinen Ihre Bestellungen mit ihrem Status, von der Annahme bis zum Versand.',

  // An order.
  order: 'Bestellung {id}',
  'status.placed': 'Bestellt',
  'status.in_production': 'In Fertigung',
  'status.shipped': 'Versandt',
  'status.cancelled': 'Storniert',
  'status.unknown': 'Unbekannt',
  'statusText.placed': 'Die Fertigung hat noch nicht begonnen.',
  'statusText.in_production': 'Die Teile werden gefertigt.',
  'statusText.shipped': 'Die Bestellung ist unterwegs.',
  'statusText.cancelled': 'Es wird nichts mehr gefertigt.',
  'statusText.unknown':
    'Der Druckdienst nennt keinen klaren Status. Aktualisieren Sie später, oder fragen Sie den Druckdienst.',
  cancelOrder: 'Stornieren',
  cancelNumber: 'Bestellung {id} stornieren',
  placed: 'Bestellt',
  elsewhere: 'Nicht mit Fabdesk',
  totalNotKnown: 'Hier nicht bekannt',
  shipsBy: 'Versand bis',
  plannedToShip: 'Geplanter Versand bis',
  arrivesBy: 'Lieferung bis',
  partsOf: 'Teile der Bestellung {id}',
  noParts: 'Der Druckdienst führt die Teile noch nicht auf.',
  'cancel.title': 'Bestellung {id} stornieren?',
  'cancel.no': 'Bestellung behalten',
  'cancel.text':
    'Der Druckdienst wird gebeten, die ganze Bestellung zu stornieren. Das lässt sich nicht rückgängig machen. Hat die Fertigung begonnen, kann er ablehnen. Offline wartet die Stornierung in der Warteschlange.',

  // A part of an order.
  untitled: 'Teil ohne Namen',
  rejected: 'Der Druckdienst hat dieses Teil abgelehnt',
  'progress.complete': '{amount:number} fertig',
  'progress.in_production': '{amount:number} in Fertigung',
  'progress.processing': '{amount:number} in Bearbeitung',
  'progress.cancelled': '{amount:number} storniert',
  noProgress: 'Noch kein Fortschritt gemeldet',

  // A reprint.
  reprint: 'Nachdruck',
  reprintOf: 'Nachdruck von {title}',
  'reprint.text':
    'Der Druckdienst wird gebeten, das Teil erneut zu fertigen, als neue Bestellung an dieselbe Adresse. Er nennt vorab keinen Preis: Der Nachdruck kann kostenlos sein oder die hinterlegte Kreditkarte belasten.',
  'reprint.quantityHint': 'Von {ordered:number} bestellten',
  'reprint.reason': 'Grund (Nummer)',
  'reprint.reasonHint': 'Vom Druckdienst; 503, wenn er keine nennt',
  'reprint.comment': 'Was ist fehlerhaft?',
  'reprint.commentNeeded': 'Beschreiben Sie den Mangel in einigen Worten.',
  'reprint.yes': 'Nachdruck anfordern',

  // A shipment.
  carrierNotKnown: 'Paketdienst noch nicht bekannt',
  shippedOn: '{carrier}, versandt am {date:day}',
  copyTracking: 'Sendungsnummer {number} kopieren',
  noTracking: 'Noch keine Sendungsnummer.',
  reference: 'Referenz',
  affected: 'Auch nicht möglich in {materials:list}.',
  receipt: 'Beleg',
  receiptOf: 'Beleg zu Bestellung {id}',
  receiptOpen: 'Beleg öffnen',
  receiptCopy: 'Fabdesk öffnet diese Seite nicht selbst. Kopieren Sie die Adresse, wenn Sie ihr vertrauen.',
  receiptCopyAddress: 'Adresse kopieren',

  // Finding orders.
  search: 'Bestellungen finden',
  'search.state': 'Status',
  'search.allStates': 'Alle Status',
  'search.counted': '{name} ({count:number})',
  'search.in': 'Suchen in',
  'search.text': 'Nummer, Referenz oder Teil',
  'search.exactly': 'Genau wie in der Adresse',
  'search.ask': 'Suchen',
  'search.clear': 'Zurücksetzen',
  'search.none': 'Keine Bestellung passt zu dieser Suche.',
  'search.field.shown': 'Angezeigte Bestellungen',
  'search.field.firstName': 'Vorname',
  'search.field.lastName': 'Nachname',
  'search.field.country': 'Land (2-Buchstaben-Code)',
  'search.field.state': 'Bundesland oder Region',
  'search.field.city': 'Stadt',
  'search.field.address1': 'Straße und Hausnummer',
  'search.field.address2': 'Adresszeile 2',
  'search.field.address3': 'Adresszeile 3',
  'search.field.zipCode': 'Postleitzahl',
  'search.field.phoneNumber': 'Telefonnummer',
  'search.field.email': 'E-Mail',

  returned: {
    one: 'Eine Bestellung kam nicht zustande. Ihre Teile sind wieder im Warenkorb.',
    other: '{count:number} Bestellungen kamen nicht zustande. Ihre Teile sind wieder im Warenkorb.',
  },
  again: 'Erneut bestellen',
  againNumber: 'Erneut bestellen: Bestellung {id}',
  againTitle: 'Inhalt von Bestellung {id} erneut bestellen',
} as const satisfies Translation<typeof en>;
