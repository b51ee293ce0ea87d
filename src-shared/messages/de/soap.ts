import type { soap as en } from '../en/soap.ts';
import type { Translation } from '../message.ts';

export const soap = {
  refused: 'Die SOAP-Schnittstelle hat abgelehnt: {reason}',
  refusedSilently:
    'Die SOAP-Schnittstelle hat ohne Begründung abgelehnt. Prüfen Sie Benutzernamen und Passwort.',
  notSoap:
    'Unter {host} antwortet keine SOAP-Schnittstelle eines Druckdienstes. Prüfen Sie die SOAP-Adresse.',
  passwordMissing: 'Das SOAP-Passwort fehlt. Geben Sie es unter Einstellungen, Konten erneut ein.',
  passwordNeeded:
    'Geben Sie das Passwort ein: Das gespeicherte gehört zu einer anderen Adresse oder einem anderen Benutzernamen.',
  open: 'SOAP-Zugang',
  title: 'SOAP-Zugang von „{name}“',
  about:
    'Manche Dienste nennen Mindestwandstärken, Verfahren und Farben ihrer Materialien nur über SOAP. Preise und Bestellungen brauchen ihn nicht.',
  address: 'SOAP-Adresse',
  addressHint: 'Leer: {usual}',
  username: 'Benutzername',
  usernameHint: 'Ihres Kontos beim Dienst',
  usernameMissing: 'Geben Sie den Benutzernamen Ihres Kontos beim Dienst ein.',
  password: 'Passwort',
  passwordMissingField: 'Geben Sie das Passwort zum Benutzernamen ein.',
  keepPassword: 'Leer lassen, um das gespeicherte zu behalten',
  application: 'Anwendungs-ID',
  applicationHint: 'Nur, wenn der Dienst eine verlangt',
  remove: 'Zugang entfernen',
  saved: 'Der SOAP-Zugang von „{name}“ funktioniert.',
  removed: 'Der SOAP-Zugang von „{name}“ wurde entfernt.',
} as const satisfies Translation<typeof en>;
