import type { proposals as english } from '../en/proposals.ts';
import type { Translation } from '../message.ts';

export const proposals = {
  asks: 'Vorgeschlagen von „{by}“: „{why}“ Vor Ihrer Freigabe wird nichts davon gesendet.',
  from: 'Vorgeschlagen von „{by}“: „{why}“',
  unsigned: 'Niemand hat diese Bestellung freigegeben, deshalb wird nichts davon gesendet.',
  noPrice:
    'Der Dienst hat noch nicht alle Preise genannt, deshalb lässt sich das nicht vorschlagen. Fragen Sie die Preise noch einmal ab.',
  tooMany:
    'Es warten schon {most:number} Vorschläge auf eine Freigabe. Geben Sie einige frei, lehnen Sie sie ab oder ziehen Sie sie zurück.',
  over: 'Dieser Vorschlag ist älter als 24 Stunden oder wurde verändert. Lehnen Sie ihn ab und lassen Sie ihn neu erstellen.',
  notYours: 'Von Ihnen wartet kein solcher Vorschlag auf eine Freigabe.',
  expired: 'Der Vorschlag wurde nicht innerhalb von 24 Stunden freigegeben.',
  withdrawn: 'Das Programm, von dem der Vorschlag stammt, hat ihn zurückgezogen.',
  proposed: 'Vorgeschlagen',
  review: 'Prüfen und freigeben',
  decline: 'Ablehnen',
  title: 'Vorgeschlagene Bestellung freigeben?',
  waitsUntil: 'Der Vorschlag wartet bis {time:moment} und verfällt dann von selbst.',
  file: '{title}: {file}, {size:bytes}, {scale} m je Einheit, SHA-256 {sha256}',
  model: '{title}: Modell {model} des Dienstes',
  to: 'An',
  account: 'Konto',
  parts: 'Teile',
  each: 'Je Stück',
  sign: 'Freigeben und für {total:money} bestellen',
  signOnTerminal:
    'Einen Vorschlag gibt ein Mensch im Fenster oder an einem Terminal frei, und die Standardeingabe ist keines. Wiederholen Sie den Befehl an einem Terminal.',
  signWith:
    'Sie kostet {total}. Lesen Sie sie mit „fabdesk queue show {job}“ und geben Sie sie dann mit „fabdesk queue confirm {job} --total {amount}“ frei.',
} as const satisfies Translation<typeof english>;
