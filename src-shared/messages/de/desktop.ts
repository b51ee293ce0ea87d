import type { desktop as en } from '../en/desktop.ts';
import type { Translation } from '../message.ts';

export const desktop = {
  tip: 'Fabdesk: {line}',
  show: 'Fabdesk anzeigen',
  openModel: 'Modell öffnen …',
  'background.title': 'Fabdesk läuft im Hintergrund weiter',
  background: {
    one: 'Ein Auftrag ist unterwegs. Fabdesk ist im Infobereich und beendet sich, wenn er erledigt ist. Die Einstellungen haben einen Schalter dafür.',
    other:
      '{count:number} Aufträge sind unterwegs. Fabdesk ist im Infobereich und beendet sich, wenn sie erledigt sind. Die Einstellungen haben einen Schalter dafür.',
  },
  crashed: 'Fabdesk muss sich beenden',
  'crashed.more': 'Ein interner Fehler ist aufgetreten. Das Protokoll hat die Einzelheiten.',
  childGone: 'Der Prozess „{name}“ ist beendet ({reason}, Code {code}).',
} as const satisfies Translation<typeof en>;
