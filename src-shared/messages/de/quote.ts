import type { quote as en } from '../en/quote.ts';
import type { Translation } from '../message.ts';

export const quote = {
  title: 'Angebot',
  fileName: 'angebot-{day}',
  date: 'Datum',
  account: 'Konto',
  service: 'Dienst',
  sandbox:
    'Lokaler Druckdienst von Fabdesk (Sandbox): Diese Preise sind zum Ausprobieren, und es wird nichts gedruckt.',
  currency: 'Währung',
  'column.part': 'Teil',
  'column.material': 'Material und Urteil',
  'column.quantity': 'Anzahl',
  'column.each': 'Stückpreis',
  'column.total': 'Betrag',
  size: '{size} mm',
  mirrored: 'gespiegelt',
  turned: 'gedreht',
  repaired: 'repariert',
  cut: 'geteilt',
  hollowed: 'ausgehöhlt',
  scaled: 'Maßstab {scale:precise}, gezeichnet in {unit}',
  noMaterial: 'Kein Material',
  notKnown: 'noch nicht bekannt',
  lastKnown: 'letzter bekannter Preis, {age:duration} alt',
  limited: 'noch ohne Preis',
  estimated: {
    one: 'geschätzt aus einem Preis: {low:money} bis {high:money}',
    other: 'geschätzt aus {count:number} Preisen: {low:money} bis {high:money}',
  },
  shipping: 'Versand',
  fee: 'Gebühr des Druckdienstes',
  'total.beforeShipping': 'Summe mit Gebühr, ohne Versand, Steuern und Zoll',
  'total.beforeTax': 'Summe mit Gebühr und Versand, ohne Steuern und Zoll',
  'total.beforeFee': 'Summe ohne Gebühr, Versand, Steuern und Zoll',
  'totalSome.beforeShipping':
    'Summe von {count:number} von {of:number} Teilen mit Gebühr, ohne Versand, Steuern und Zoll',
  'totalSome.beforeTax':
    'Summe von {count:number} von {of:number} Teilen mit Gebühr und Versand, ohne Steuern und Zoll',
  'totalSome.beforeFee':
    'Summe von {count:number} von {of:number} Teilen ohne Gebühr, Versand, Steuern und Zoll',
  about: 'etwa {amount:money}',
  unpriced: {
    one: 'Ein Teil hat noch keinen Preis und ist nicht in der Summe.',
    other: '{count:number} Teile haben noch keinen Preis und sind nicht in der Summe.',
  },
  refused: {
    one: 'Ein Teil wird so abgelehnt.',
    other: '{count:number} Teile werden so abgelehnt.',
  },
  refusedLeftOut: {
    one: 'Ein Teil wird so abgelehnt und ist nicht in der Summe.',
    other: '{count:number} Teile werden so abgelehnt und sind nicht in der Summe.',
  },
  currencies: 'Beträge in verschiedenen Währungen werden nicht zusammengezählt.',
  pricesAsOf: 'Preise vom Stand {time}.',
  closing: 'Es wurde nichts bestellt.',
  missingSigns: 'Das Zeichen {sign} steht für ein Zeichen, das dieses Dokument nicht zeigen kann.',
  page: 'Seite {page:number} von {pages:number}',
  notDrawn: 'Das Angebot ließ sich nicht als PDF schreiben ({cause}). Speichern Sie es stattdessen als CSV.',
  save: 'Angebot speichern…',
  'save.title': 'Angebot speichern',
  'save.text':
    'Die Teile mit Bildern, Größen, Materialien, Urteilen und Preisen, zum Weitergeben. Es wird nichts bestellt.',
  'save.parts': { one: 'Ein Teil', other: '{count:number} Teile' },
  'save.partsSome': '{count:number} von {of:number} Teilen',
  'save.asking': 'Preise werden abgefragt …',
  'save.pdf': 'Als PDF speichern',
  'save.csv': 'Als CSV speichern',
  'save.csvHint': 'CSV ist eine Tabelle für Tabellenkalkulationen und Programme, ohne Bilder.',
  'save.nothing': 'Noch lässt sich kein Teil anbieten.',
  'save.leftOut': {
    one: 'Ein Teil ließ sich nicht lesen und fehlt.',
    other: '{count:number} Teile ließen sich nicht lesen und fehlen.',
  },
} as const satisfies Translation<typeof en>;
