import type { viewer as en } from '../en/viewer.ts';
import type { Translation } from '../message.ts';

export const viewer = {
  camera: 'Kamera',
  zoomIn: 'Vergrößern',
  zoomOut: 'Verkleinern',
  zoomToPart: 'Auf Teil zoomen',
  zoomToAll: 'Alles anzeigen',
  parallelProjection: 'Parallelprojektion',
  perspectiveProjection: 'Perspektivische Projektion',
  switchProjection: 'Parallel oder perspektivisch',
  parallel: 'Parallel',
  perspective: 'Perspektive',
  group: 'Ansicht',
  role: '3D-Ansicht',
  keys: 'Pfeiltasten drehen die Ansicht, Umschalt mit Pfeiltasten verschiebt sie, Bild auf und Bild ab zoomen, Pos1 zeigt die Eckansicht.',
  noWebgl:
    'Keine 3D-Ansicht: WebGL 2 ist ausgeschaltet oder fehlt. Maße, Prüfungen, Preise und Bestellungen funktionieren auch so.',
  lost: 'Die 3D-Ansicht hat ihren Grafikkontext verloren. Sie kehrt zurück, sobald es geht.',
  broken:
    'Die 3D-Ansicht konnte nicht geladen werden. Maße, Prüfungen, Preise und Bestellungen funktionieren auch so.',
  'view.iso': 'Eckansicht',
  'view.top': 'Oben',
  'view.bottom': 'Unten',
  'view.front': 'Vorn',
  'view.back': 'Hinten',
  'view.left': 'Links',
  'view.right': 'Rechts',
} as const satisfies Translation<typeof en>;
