import type { diagnostics as en } from '../en/diagnostics.ts';
import type { Translation } from '../message.ts';

export const diagnostics = {
  title: 'Diagnose für den Support',
  command: 'Diagnose speichern …',
  within:
    'Eine ZIP-Datei mit Text, den Sie lesen können, bevor Sie sie weitergeben: Versionen von Fabdesk und diesem System, Ihre Einstellungen, den Zustand von Warteschlange, Datenbank und Schlüsselbund, die Adressen Ihrer Druckdienste, Nummern von Bestellungen und Modellen, Preise und das Protokoll.',
  without:
    'Nicht enthalten: Modelle, Dateinamen, Adressen, Namen, Titel und Kommentare, Zahlungsdaten, Passwörter und andere Geheimnisse. Fabdesk verschickt nichts von selbst.',
  save: 'Diagnose speichern',
  saved: 'Die Diagnose ist in {file}.',
  readme:
    'Fabdesk {version}: Diagnose für den Support, erstellt um {time}. Was im Protokoll privat ist, ist ersetzt, zum Beispiel durch <private>, <file> oder <path>.',
  'file.program': 'Versionen von Fabdesk, seinen Teilen und dem System',
  'file.state': 'Verbindung, Datenbank, Schlüsselbund und Größen im Datenordner',
  'file.queue': 'Art, Zustand, Versuche und Zeiten jedes Auftrags',
  'file.accounts': 'wie jedes Konto eingerichtet ist, mit der Adresse seines Druckdienstes',
  'file.settings': 'die Einstellungen',
  'file.log': 'das Protokoll',
  noLog: 'Es gibt noch kein Protokoll.',
} as const satisfies Translation<typeof en>;
