import type { proposals as english } from '../en/proposals.ts';
import type { Translation } from '../message.ts';

export const proposals = {
  withinBudget: 'Bestellt von „{by}“ im Rahmen des Budgets, aus dem {total:money} bezahlt wurden: „{why}“',
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
  budget: 'Programme, die bestellen',
  'budget.hint':
    'Agenten, die „fabdesk mcp“ nutzen, bereiten Bestellungen vor, und Sie geben jede frei. Im Rahmen eines Budgets übernimmt Fabdesk die Freigabe: nur für Bestellungen an Ihre gespeicherte Adresse, deren ganzer Betrag mit Gebühr und Versand vorher bekannt ist. Steuern und Zoll zählen nicht mit.',
  'budget.on': 'Programme im Rahmen eines Budgets bestellen lassen',
  'budget.account': 'Es gilt nur für Bestellungen über das Konto {account}, das gerade benutzt wird.',
  'budget.badCurrency': 'Drei Buchstaben, zum Beispiel EUR.',
  'budget.costsMoney':
    'Dieses Konto ist nicht der lokale Druckdienst: Programme würden echtes Geld ausgeben. Bestätigen Sie das mit.',
  'budget.costsMoneyYes': 'Programme dürfen echtes Geld dieses Kontos ausgeben',
  'budget.currency': 'Währung',
  'budget.perOrder': 'Höchstens je Bestellung',
  'budget.perMonth': 'Höchstens je Monat',
  'budget.materials': 'Materialien',
  'budget.anyMaterial': 'Jedes Material',
  'budget.noMaterial': 'Wählen Sie ein Material oder jedes.',
  'budget.start': 'Einschalten',
  'budget.change': 'Ändern',
  'budget.stop': 'Ausschalten',
  'budget.used': 'In diesem Monat verbraucht: {used:money} von {most:money}, übrig {left:money}.',
  'budget.perOrderIs': 'Höchstens {amount:money} je Bestellung. Konto: {account}.',
  'budget.onlyMaterials': 'Nur {materials:list}.',
  'budget.unknown':
    'Ein beschädigter Eintrag der Warteschlange verdeckt, was verbraucht wurde. Deshalb wird in diesem Monat nichts im Rahmen des Budgets bestellt.',
  'budget.started': 'Programme dürfen im Rahmen des Budgets bestellen.',
  'budget.stopped':
    'Programme dürfen nicht mehr bestellen. Was im Rahmen des Budgets wartete, wartet nun auf Sie.',
  'budget.onTerminal':
    'Das Budget für Programme legt ein Mensch im Fenster oder an einem Terminal fest, und die Standardeingabe ist keines. Wiederholen Sie den Befehl an einem Terminal.',
  'news.proposal': 'Ein Vorschlag wartet auf Ihre Freigabe',
  'news.asks': 'Fabdesk braucht Sie',
  'news.refused': 'Abgelehnt oder nicht gesendet',
  'news.placed': 'Bestellt',
  'news.shipped': 'Versandt',
  'news.rejected': 'Der Druckdienst hat Teile abgelehnt',
  'news.unopened': 'Eine Datei wurde nicht geöffnet',
  'news.unopened.why': 'Ein anderes Programm hat sie übergeben. Fabdesk sagt, warum es nicht ging.',
  'news.order': '{name}, {total:money}',
  'news.number': 'Bestellung {order}',
} as const satisfies Translation<typeof english>;
