import type { agreement as en } from '../en/agreement.ts';
import type { Translation } from '../message.ts';

export const agreement = {
  currencies:
    'Die Preise der Teile stehen in verschiedenen Währungen. Fragen Sie die Preise erneut ab oder bestellen Sie getrennt.',
  totalDiffers:
    'Die bestätigte Summe ist nicht die Summe der Teile. Sehen Sie sich den Warenkorb noch einmal an.',
  fileMissing: 'Fabdesk hat seine Kopie von „{name}“ nicht mehr. Fügen Sie die Datei erneut hinzu.',
  uploadFailed:
    '„{title}“ liegt nicht beim Dienst: Das Hochladen ist misslungen. Fügen Sie die Datei erneut hinzu.',
  notUploaded: '„{title}“ ist noch nicht hochgeladen.',
  noPaymentId:
    'Diesem Konto fehlt die Zahlungs-ID. Tragen Sie sie unter Einstellungen > Konten ein, oder setzen Sie FABDESK_PAYMENT_ID für „fabdesk accounts sign-in“ oder „add“; dann geht es weiter.',
  slept:
    'Der Computer war im Ruhezustand, kurz bevor die Bestellung gesendet wurde. Der Preis wird deshalb erneut abgefragt.',
  priceMissing:
    '„{title}“ hat in {material} zurzeit keinen Preis. Fabdesk fragt später erneut; für ein anderes Material brechen Sie die Bestellung ab.',
  replaced:
    'Das Modell von „{title}“ wurde beim Dienst geändert. Fabdesk lädt Ihre Datei deshalb als neues Modell hoch und bestellt dieses.',

  gone: 'Modell {model}, „{title}“, gibt es beim Dienst nicht mehr, oder Sie dürfen es nicht mehr sehen.',
  file: 'Die Datei von Modell {model}, „{title}“, ist nicht mehr die, der Sie zugestimmt haben.',
  withheld: '„{title}“ wird in {material} nicht mehr angeboten.',
  price: '„{title}“ in {material} kostet jetzt {now:money} pro Stück statt {before:money}.',
  priceWithMarkup:
    '„{title}“ in {material} kostet jetzt {now:money} pro Stück statt {before:money}; davon sind {markup:money} Aufschlag des Eigentümers.',
  aboveLimit:
    '„{title}“ in {material} kostet {now:money} pro Stück. Das sind {above:money} mehr als Ihre Obergrenze von {limit:money}.',
  totalAboveLimit: 'Die Bestellung kostet {now:money}, und Ihre Obergrenze ist {before:money}.',
  shippingUnknown:
    'Ihre Obergrenze ist insgesamt {limit:money}, und der Dienst sagt nicht, was der Versand kostet.',
  limitMissing:
    'Ein Teil hat weder einen Preis noch eine Obergrenze. Legen Sie fest, was es höchstens kosten darf.',
  currency: 'Sie haben {before:money} bestätigt, und der Dienst verlangt jetzt {now:money}.',
  rose: 'Seit Ihrer Bestätigung ist der Preis von {before:money} auf {now:money} gestiegen.',
  shipping: 'Der Versand kostet jetzt {now:money} statt {before:money}.',
  old: 'Sie haben diese Bestellung vor mehr als einem Tag bestätigt. Sie kostet jetzt {now:money}.',
  restored:
    'Die Daten von Fabdesk sind eine ältere Kopie oder die Kopie eines anderen Ordners. Diese Kopie hat die Bestellung nicht gesendet, aber sie kann seitdem gesendet oder storniert worden sein. Suchen Sie sie zuerst unter „Bestellungen“. Sie kostet jetzt {now:money}.',
  confirm: 'Nichts wurde bestellt. Bestätigen Sie die Bestellung für {now:money} oder brechen Sie sie ab.',
  confirmUploaded:
    'Nichts wurde bestellt; nur Ihre Dateien wurden hochgeladen. Bestätigen Sie die Bestellung für {now:money} oder brechen Sie sie ab.',
  confirmRestored:
    'Wenn nichts bestellt wurde, bestätigen Sie die Bestellung für {now:money}; sonst stornieren Sie sie hier.',
  cancel:
    'Nichts wurde bestellt. Stornieren Sie die Bestellung, oder lassen Sie erneut prüfen, wenn sich das geändert hat.',
} satisfies Translation<typeof en>;
