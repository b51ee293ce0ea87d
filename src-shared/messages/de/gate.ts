import type { gate as en } from '../en/gate.ts';
import type { Translation } from '../message.ts';

export const gate = {
  'level.prints': 'Druckbar',
  'level.at-risk': 'Riskant',
  'level.refused': 'Wird abgelehnt',
  'level.checking': 'Prüfung läuft …',
  moreReasons: { one: 'Ein weiterer Grund', other: '{count:number} weitere Gründe' },
  fewerReasons: 'Weniger Gründe',
  printerUnknown: 'Der Drucker dieses Materials ist unbekannt.',
  fitsRotated: 'Passt, wenn es gedreht wird.',
  tooLarge: 'Zu groß: {axis} darf höchstens {limit:length} messen.',
  tooSmall: 'Zu klein: {axis} muss mindestens {limit:length} messen.',
  noVolume: 'Das Teil umschließt kein Volumen.',
  notWatertight: 'Die Oberfläche ist nicht wasserdicht.',
  notThorough: 'Noch nicht gründlich geprüft.',
  partlyChecked: 'Einige gründliche Prüfungen waren nicht vollständig möglich.',
  onePart: '{material} verlangt ein zusammenhängendes Teil; dieses Modell hat {count:number}.',
  restriction: 'Der Dienst sagt: „{name}“.',
  thinWall: 'Wände sind stellenweise {thinnest:length} dünn; {material} braucht {minimum:length}.',
  thinPin: 'Stifte oder Drähte sind nur {thinnest:length} dick; {material} braucht {minimum:length}.',
  thinOnAverage: 'Wände sind im Mittel {wall:length} dick; {material} braucht {minimum:length}.',
  unit: 'Die Einheit ist nicht sicher: {units:either}.',
  colourLost: '{material} verliert die Farben der Datei.',
  modelGone: 'Dieses Modell gibt es beim Druckdienst nicht mehr, oder dieses Konto darf es nicht sehen.',
  modelWithheld: 'Der Eigentümer bietet dieses Modell nicht in {material} an.',
  modelNotPrintable: 'Der Druckdienst kann dieses Modell nicht in {material} drucken.',
} as const satisfies Translation<typeof en>;
