import type { reasons as english } from '../en/reasons.ts';
import type { Translation } from '../message.ts';

export const reasons = {
  incentive: 'Der Rabattcode {code} ist ihm nicht bekannt. Berichtigen oder entfernen Sie ihn.',
  paymentId:
    'Die Zahlungs-ID gehört nicht zu dieser Anwendung. Berichtigen Sie sie in den Einstellungen unter Konten.',
  metadata: 'Diese Anwendung darf mit Bestellungen keine Metadaten senden.',
  withheld: 'Ein Modell wird nicht in {material} angeboten. Wählen Sie ein anderes Material.',
  modelGone: 'Modell {model} gibt es nicht, oder es steht nicht zum Verkauf.',
  noMaterial: 'Das Material {material} gibt es nicht.',
  noCategory: 'Die Kategorie {category} gibt es nicht.',
  noProduct: 'Das Produkt {product} gibt es nicht.',
  noOrder: 'Die Bestellung {order} gibt es nicht.',
  noPart: 'Die Bestellung {order} enthält dieses Teil nicht.',
  reprintLeft: {
    one: '{count:number} Stück davon kann noch nachgedruckt werden.',
    other: '{count:number} Stück davon können noch nachgedruckt werden.',
  },
  neverPrinted: 'Das Teil wurde storniert und nie gedruckt.',
  started:
    'Die Bestellung {order} lässt sich nicht mehr stornieren: Ihre Fertigung oder die eines Nachdrucks hat begonnen.',
  textTooLong: 'Der Text darf höchstens {most:number} Zeichen haben.',
  character:
    'Das Zeichen „{character}“ lässt sich nicht darstellen. Möglich sind lateinische Buchstaben, Ziffern und übliche Satzzeichen.',
  picture: 'Das Bild ist nicht lesbar. Verwenden Sie PNG, JPEG, WebP oder GIF.',
  rights: 'Sie müssen Ihre Rechte an dem Modell bestätigen.',
  terms: 'Sie müssen die Bedingungen des Druckdienstes annehmen.',
  fieldTooLong: 'Das Feld „{field}“ darf höchstens {most:number} Zeichen haben.',
  missingField: 'Das Feld „{field}“ fehlt.',
  badField: 'Das Feld „{field}“ hat einen Wert, der nicht verwendbar ist.',
  notPrintable: 'Modell {model}, „{title}“, lässt sich nicht in {material} drucken. {why}',
  measuring: 'Das Modell wird noch vermessen.',
  measuringBase: 'Das Produkt {product} wird noch vermessen.',
  tooLarge: 'Es misst {side:number} cm entlang {axis}; {material} wird dort bis {limit:number} cm gedruckt.',
  tooSmall: 'Es misst {side:number} cm entlang {axis}; {material} wird dort ab {limit:number} cm gedruckt.',
  thinWall: 'Die Wände sind etwa {wall:number} mm dick; {material} braucht {least:number} mm.',
  fileTooLarge: 'Er nimmt Dateien bis {most} an. Senden Sie ein gröberes Netz oder ein kleineres Bild.',
  requestTooLarge: 'Die Anfrage ist zu groß.',
  busy: 'Er hat gerade zu viele große Anfragen.',
  internal: 'Bei ihm ist ein Fehler aufgetreten.',
  rehearsed: 'Dieser Fehler wurde in der Probe verlangt.',
} as const satisfies Translation<typeof english>;
