import type { curve as en } from '../en/curve.ts';
import type { Translation } from '../message.ts';

export const curve = {
  title: 'Preis und Größe',
  show: 'Preis nach Größe zeigen',
  hide: 'Preis nach Größe ausblenden',
  of: '{material}, je Stück',
  scale: 'Skalierung',
  'at.asked': '{price:money}',
  'at.formula': 'etwa {price:money}',
  'at.between': '{low:money} bis {high:money}',
  'at.total': '{count:number} mit Gebühr: {price}',
  unknown: 'Noch kein Preis',
  value: '{scale}: {price}. {verdict}.',
  'limit.size': 'kleinste Größe',
  'limit.printer': 'Drucker',
  'limit.walls': 'Wände',
  'limit.details': 'Details',
  'limit.from': '{name}: ab {scale}',
  'limit.to': '{name}: bis {scale}',
  limits: 'Grenzen',
  noRange: 'Dieses Teil ist in diesem Material in keiner Größe druckbar.',
  wallsUnknown: 'Die Wände sind noch nicht gemessen, deshalb begrenzen nur die Maße die Größe.',
  'cost.volume': 'Vor allem Material ({share:percent}).',
  'cost.area': 'Vor allem Oberfläche ({share:percent}).',
  'cost.space': 'Vor allem Platz in der Maschine ({share:percent}): Ein kleinerer Quader spart.',
  'cost.piece': 'Vor allem ein fester Preis je Stück ({share:percent}): Ein kleineres Teil spart wenig.',
  'cost.minimum': 'Das ist der Mindestpreis: Ein kleineres Teil spart nichts.',
  'cost.mixed':
    'Material {volume:percent}, Oberfläche {area:percent}, Platz {space:percent}, fester Preis {piece:percent}.',
  'hollow.most': 'Aushöhlen mit Wänden von {wall:length} spart höchstens {share:percent}.',
  'hollow.exact': 'Das hohle Teil spart {share:percent}.',
  'hollow.none': 'Aushöhlen spart nichts.',
  quantity: 'Jedes Stück kostet gleich viel, egal wie viele.',
  'doubt.formula': {
    one: 'Punkte sind erfragt. Die Linie ist eine Formel, die den Preis auf {error:percent} trifft.',
    other:
      'Punkte sind erfragt. Die Linie ist eine Formel, die alle {count:number} Preise auf {error:percent} trifft.',
  },
  'doubt.between':
    'Punkte sind erfragt. Keine Formel erklärt sie; zwischen zwei Punkten liegt der Preis irgendwo im Band.',
  asking: '{done:number} von {all:number} erfragt',
  'later.orders': 'Wartet auf Ihre Bestellungen',
  'later.calls': 'Wartet bis {time:moment}: wenige Anfragen übrig',
  'later.connection': 'Wartet auf den Druckdienst',
} as const satisfies Translation<typeof en>;
