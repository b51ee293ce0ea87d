import type { problems as en } from '../en/problems.ts';
import type { Translation } from '../message.ts';

export const problems = {
  uploadRecordLost:
    'Nichts wurde gesendet: Der Eintrag eines zugehörigen Uploads wurde auf der Festplatte beschädigt. Fügen Sie die Datei hinzu und bestellen Sie erneut.',
  uploadEnded:
    'Nichts wurde gesendet: „{file}“ wurde nicht hochgeladen. {why} Beheben Sie das und bestellen Sie erneut.',
  youEndedIt: 'Sie haben ihn beendet.',
  fileGone:
    'Die gespeicherte Kopie von „{file}“ ist weg. Nichts wurde gesendet. Fügen Sie die Datei erneut hinzu.',
  fileDamaged:
    'Die gespeicherte Kopie von „{file}“ ist beschädigt. Nichts wurde gesendet. Fügen Sie die Datei erneut hinzu.',

  diskFull:
    'Die Festplatte ist voll, deshalb sendet Fabdesk nichts. Geben Sie Platz frei, dann geht es weiter.',
  diskFailing:
    'Die Festplatte meldet Ein-/Ausgabefehler, deshalb sendet Fabdesk nichts. Prüfen Sie sie und ihren Anschluss, und sichern Sie Ihre Daten.',

  recordLost:
    'Der Eintrag einer Bestellung ging verloren. Sie wurde am {when} UTC gesendet, und ihre Antwort kam nie. Prüfen Sie unter Bestellungen, ob sie beim Dienst angekommen ist, bevor Sie dasselbe noch einmal bestellen, und verwerfen Sie diesen Auftrag dann.',
  lostRecordOfOrder: 'Verlorener Eintrag einer Bestellung',
  damagedOrder: 'Beschädigter Eintrag einer Bestellung',
  damagedChange: 'Beschädigter Eintrag einer Änderung',
  damagedUpload: 'Beschädigter Eintrag eines Uploads',
  cutOff:
    'Fabdesk endete, bevor die Antwort kam. Ob dies ausgeführt wurde, ist nicht bekannt: Prüfen Sie es beim Dienst.',
  diedTooOften:
    'Fabdesk endete dreimal beim Vorbereiten. Nichts wurde gesendet. Fügen Sie es erneut hinzu, um es noch einmal zu versuchen.',
  recordOlder:
    'Die Datenbank wurde wiederhergestellt und weiß nicht, ob dies gesendet wurde. Ob es ausgeführt wurde, ist nicht bekannt: Prüfen Sie es beim Dienst.',
  recordDamaged:
    'Der Eintrag dieses Auftrags wurde auf der Festplatte beschädigt. Daraus wird nichts gesendet.',

  earlyAnswer:
    'Der Dienst antwortete, bevor alles gesendet war. Ob dies ausgeführt wurde, ist nicht bekannt: Prüfen Sie es beim Dienst, bevor Sie es noch einmal versuchen.',
  sentBefore:
    'Der Dienst hat diese Bestellung schon: {order}. Die Daten von Fabdesk sind offenbar eine ältere Kopie, deshalb wurde nichts gesendet.',
  answerOfOtherOrder:
    'Der Dienst hat mit Bestellung {order} geantwortet, die zu einer anderen Anfrage gehört. Fabdesk sucht die Bestellung, die aus dieser Anfrage entstanden ist. Bestellen Sie nicht noch einmal.',
  answerOfOtherModel:
    'Der Dienst hat mit Modell {model} geantwortet, das zu einer anderen Anfrage gehört. Fabdesk sucht das Modell, das aus dieser Anfrage entstanden ist.',
  answerOfRival:
    'Der Dienst hat mit Bestellung {order} geantwortet. Sie kann auch aus einer anderen Anfrage stammen, deren Ergebnis noch nicht bekannt ist. Fabdesk prüft, zu welcher sie gehört. Bestellen Sie nicht noch einmal.',
  measuring: 'Der Dienst vermisst „{title}“ noch.',
  neverMeasured:
    'Fabdesk hatte seit {since:moment} darauf gewartet. Versuchen Sie es später noch einmal, oder fragen Sie den Dienst nach diesem Modell.',
  stoppedBeforeLastByte: 'Vor dem letzten Byte angehalten.',
  earlierChange: 'Wartet auf eine frühere Änderung, deren Ergebnis noch nicht bekannt ist: {change}.',
  earlierAttempt:
    'Die Antwort auf eine frühere Änderung desselben Modells ging verloren, und eine Kopie davon kann noch ankommen. Diese wartet, damit sie nicht überschrieben wird.',

  changedElsewhere:
    'Jemand anderes hat inzwischen das Feld „{field}“ geändert. Nichts wurde gesendet. Prüfen Sie das Modell und ändern Sie es erneut.',
  changedElsewhereLost:
    'Die Antwort auf diese Änderung ging verloren. Das Feld „{field}“ ist weder wie zuvor noch wie gewünscht. Prüfen Sie das Modell und wählen Sie dann, ob Ihre Änderung ausgeführt wurde.',
  ownMayCome:
    'Jemand anderes hat das Feld „{field}“ geändert, und eine Kopie Ihrer Änderung kann noch ankommen. Fabdesk prüft erneut, sobald keine mehr kommen kann.',
  changeGone:
    'Die Antwort auf diese Änderung ging verloren, und der Dienst hat nicht mehr, was geändert werden sollte. Verwerfen Sie sie: Es ist nichts mehr zu senden.',
  'field.title': 'Titel',
  'field.description': 'Beschreibung',
  'field.tags': 'Schlagwörter',
  'field.isPublic': 'Sichtbarkeit',
  'field.isClaimable': 'Übernahme erlaubt',
  'field.isForSale': 'Verkauf',
  'field.isDownloadable': 'Download',
  'field.defaultMaterialId': 'Standardmaterial',
  'field.categories': 'Kategorien',
  'field.materials': 'Aufschlag eines Materials',

  photoUnseen:
    'Die Antwort auf dieses Foto ging verloren, und der Dienst listet keine Fotos auf. Prüfen Sie die Seite des Modells und sagen Sie dann, ob das Foto da ist.',
  photoDiffers:
    'Der Dienst hat das Foto gespeichert, aber anders, als es gesendet wurde. Prüfen Sie die Seite des Modells und sagen Sie dann, was Sie finden.',
  cartNotShown:
    'Dasselbe Modell kam gerade in den Warenkorb des Dienstes, der es vielleicht erst in einer Minute zeigt. Danach fügt Fabdesk dieses hinzu.',
  cartUnclear:
    'Die Antwort ging verloren, und der Warenkorb des Dienstes zeigt nicht, ob dies hinzugefügt wurde. Prüfen Sie ihn dort und sagen Sie dann, was Sie finden.',
  customisedUnclear:
    'Die Antwort ging verloren, und Fabdesk erkennt nicht, ob eines der neuen Modelle dieses Produkt ist. Sehen Sie in der Bibliothek nach und sagen Sie dann, was Sie finden.',

  otherBytes:
    'Der Dienst hat Modell {model} gespeichert, aber anders, als „{file}“ gesendet wurde. Entfernen Sie dieses Modell in der Bibliothek und laden Sie die Datei dann erneut hoch.',
  uploadUnclear:
    'Die Antwort auf diesen Upload ging verloren, und der Dienst hat ein Modell gleichen Titels. Wählen Sie, ob es dieses ist.',
  modelsIncomplete:
    'Die Antwort auf diesen Upload ging verloren, und der Dienst hat mehr Modelle, als Fabdesk durchsuchen kann. Sehen Sie in der Bibliothek nach und sagen Sie dann, was Sie finden.',

  orderUnclear: {
    one: 'Die Antwort auf diese Bestellung ging verloren, und der Dienst hat eine Bestellung, die es sein könnte. Wählen Sie, ob sie es ist.',
    other:
      'Die Antwort auf diese Bestellung ging verloren, und der Dienst hat {count:number} Bestellungen, die es sein könnten. Wählen Sie, welche es ist.',
  },
  ordersIncomplete:
    'Die Antwort auf diese Bestellung ging verloren, und der Dienst listet nicht alle Bestellungen dieses Kontos auf. Prüfen Sie die Seiten des Dienstes und sagen Sie dann, was Sie finden.',
  notQuietYet:
    'Die Antwort auf diese Bestellung ging verloren. Der Dienst hat sie nicht, aber sie kann noch ankommen. Prüfen Sie später noch einmal und sagen Sie dann, was Sie finden.',
  orderUnmarked:
    'Die Antwort auf diese Bestellung ging verloren, und der Dienst hat sie nicht. Sie trug keine Referenz, deshalb sendet Fabdesk sie nicht ohne Sie noch einmal.',
  duplicate:
    'Der Dienst hat diese Bestellung mehrfach: {orders:list}. Stornieren Sie die überzählige unter Bestellungen. Bis Sie dies gesehen haben, wird keine andere Bestellung dieses Kontos gesendet.',
  refusedForNow:
    'Der Dienst hat diese Bestellung gerade nicht angenommen. Bevor Fabdesk sie erneut sendet, prüft es, ob sie trotzdem bestellt ist.',
  serviceReset: {
    one: 'Der Dienst hat die Bestellung {orders:list} nicht mehr, oder unter dieser Nummer eine andere: Er wurde zurückgesetzt oder aus einer älteren Sicherung wiederhergestellt. Sehen Sie unter Bestellungen nach, bevor Sie erneut bestellen. Keine Bestellung dieses Kontos wird gesendet, bevor Sie das gesehen haben.',
    other:
      'Der Dienst hat die Bestellungen {orders:list} nicht mehr, oder unter diesen Nummern andere: Er wurde zurückgesetzt oder aus einer älteren Sicherung wiederhergestellt. Sehen Sie unter Bestellungen nach, bevor Sie erneut bestellen. Keine Bestellung dieses Kontos wird gesendet, bevor Sie das gesehen haben.',
  },
  orderNeverThere:
    'Der Dienst hat geantwortet, dies sei als Bestellung {order} angelegt, führt diese Bestellung aber nicht auf: Die Antwort war falsch, oder die Bestellung ging dort verloren. Sehen Sie unter Bestellungen nach, bevor Sie erneut bestellen. Keine Bestellung dieses Kontos wird gesendet, bevor Sie das gesehen haben.',
  orderCorrected:
    'Der Dienst hat mit Bestellung {answered} geantwortet, die Bestellung mit der Referenz dieser ist aber {order}. Bestellung {answered} stammt nicht von hier: Stornieren Sie sie deshalb nicht.',
  placedAfterRefusal:
    'Der Dienst hat zuvor eine Bestellung genau dieser Teile abgelehnt und führt jetzt Bestellung {order} mit ihnen auf: Er hat jene offenbar trotzdem angenommen. Bestätigen Sie nur, wenn Sie beide wollen.',
  otherOrder:
    'Bestellung {order} beim Dienst hat andere Teile als die, die von hier unter dieser Nummer bestellt wurde; sie gehört also jemand anderem. Nichts wurde storniert.',
  notCancelled:
    'Der Dienst hat geantwortet, Bestellung {order} sei storniert, führt sie aber weiterhin als nicht storniert auf. Prüfen Sie sie unter Bestellungen und stornieren Sie sie noch einmal, oder fragen Sie den Dienst.',
  turnedUp:
    'Eine Anfrage, die verloren schien, ist beim Dienst angekommen: als Bestellung {order}. Fabdesk prüft sie und sendet bis dahin nichts.',
  'late.cancelled': {
    one: 'Sie haben diese Bestellung abgebrochen, aber der Dienst hat sie als Bestellung {orders:list}: Eine frühere Anfrage kam verspätet an, oder eine andere Kopie des Datenordners hat sie gesendet.',
    other:
      'Sie haben diese Bestellung abgebrochen, aber der Dienst hat sie als Bestellungen {orders:list}: Frühere Anfragen kamen verspätet an, oder eine andere Kopie des Datenordners hat sie gesendet.',
  },
  'late.rejected': {
    one: 'Der Dienst hat diese Bestellung abgelehnt, hat sie aber als Bestellung {orders:list}. Bestellen Sie sie nicht noch einmal.',
    other:
      'Der Dienst hat diese Bestellung abgelehnt, hat sie aber als Bestellungen {orders:list}. Bestellen Sie sie nicht noch einmal.',
  },
  'late.abandoned': {
    one: 'Sie haben diese Bestellung verworfen, aber der Dienst hat sie als Bestellung {orders:list} angenommen: Die Anfrage kam verspätet an.',
    other:
      'Sie haben diese Bestellung verworfen, aber der Dienst hat sie als Bestellungen {orders:list} angenommen: Die Anfragen kamen verspätet an.',
  },
  'late.poison': {
    one: 'Fabdesk hat diese Bestellung angehalten, aber der Dienst hat sie als Bestellung {orders:list}: Eine frühere Anfrage kam verspätet an.',
    other:
      'Fabdesk hat diese Bestellung angehalten, aber der Dienst hat sie als Bestellungen {orders:list}: Frühere Anfragen kamen verspätet an.',
  },
  lateAlike:
    'Bestellung {order} hat genau die Teile dieser Bestellung, die als nicht erteilt gilt. Sie kann diese sein, verspätet angekommen, oder von jemand anderem. Stornieren Sie sie unter Bestellungen, wenn Sie sie nicht möchten.',
  ambiguous: {
    one: 'Bestellung {later:list} hat dieselben Teile wie Bestellung {order}, die Fabdesk für diese hielt. Sie ist eine Kopie oder die Bestellung von jemand anderem. Vergleichen Sie beide unter Bestellungen und stornieren Sie dort eine, falls sie zu viel ist.',
    other:
      'Die Bestellungen {later:list} haben dieselben Teile wie Bestellung {order}, die Fabdesk für diese hielt. Sie sind Kopien oder Bestellungen von jemand anderem. Vergleichen Sie sie unter Bestellungen und stornieren Sie dort, was zu viel ist.',
  },

  // The data folder is a copy.
  folderOlder:
    'Dies ist eine ältere Kopie der Daten von Fabdesk, vom {time:moment}. Seitdem gesendete Bestellungen sind hier nicht bekannt. Wartende Bestellungen werden erst gesendet, wenn Sie sie erneut bestätigen; sehen Sie zuerst unter „Bestellungen“ nach.',
  folderOlderUndated:
    'Dies ist eine ältere Kopie der Daten von Fabdesk. Seitdem gesendete Bestellungen sind hier nicht bekannt. Wartende Bestellungen werden erst gesendet, wenn Sie sie erneut bestätigen; sehen Sie zuerst unter „Bestellungen“ nach.',
  folderCopy:
    'Dies ist eine Kopie der Daten von Fabdesk, vom {time:moment}. Das Original hat die hier wartenden Bestellungen vielleicht schon gesendet. Sie werden erst gesendet, wenn Sie sie erneut bestätigen; sehen Sie zuerst unter „Bestellungen“ nach.',
  folderCopyUndated:
    'Dies ist eine Kopie der Daten von Fabdesk. Das Original hat die hier wartenden Bestellungen vielleicht schon gesendet. Sie werden erst gesendet, wenn Sie sie erneut bestätigen; sehen Sie zuerst unter „Bestellungen“ nach.',
  ordersSinceCopy: {
    one: 'Eine Bestellung bei „{account}“ ist hier nicht bekannt: {orders}.',
    other: '{count:number} Bestellungen bei „{account}“ sind hier nicht bekannt: {orders}.',
  },

  reprintRestored:
    'Die Daten von Fabdesk sind eine ältere Kopie oder die Kopie eines anderen Ordners. Diese Kopie hat den Nachdruck nicht gesendet, aber er kann seitdem gesendet worden sein. Suchen Sie ihn unter „Bestellungen“, und bestätigen Sie ihn dann erneut oder brechen Sie ihn ab.',
  changeRestored:
    'Die Daten von Fabdesk sind eine ältere Kopie oder die Kopie eines anderen Ordners. Diese Kopie hat die Änderung nicht gesendet, aber sie kann seitdem gemacht worden sein, oder eine neuere. Sehen Sie beim Dienst nach, und bestätigen Sie sie dann erneut oder brechen Sie sie ab.',
  reprintOld:
    'Sie haben um diesen Nachdruck vor mehr als einem Tag gebeten. Nichts wurde gesendet. Bestätigen Sie ihn erneut oder brechen Sie ihn ab.',
  reprintUnseen:
    'Die Antwort auf diesen Nachdruck ging verloren, und der Dienst hat keine neue Bestellung dieses Teils. Ein Nachdruck trägt keine Referenz, deshalb sendet Fabdesk ihn nicht ohne Sie noch einmal.',
  reprintUnclear:
    'Die Antwort auf diesen Nachdruck ging verloren, und der Dienst hat eine neue Bestellung dieses Teils. Wählen Sie, ob sie der Nachdruck ist.',

  noSuchJob: 'Dieser Auftrag ist nicht in der Warteschlange.',
  tooLate: 'Dies wurde bereits gesendet. Stornieren Sie die Bestellung stattdessen beim Dienst.',
  final: 'Dieser Auftrag ist beendet; daran ändert sich nichts mehr.',
  notNow: 'Das geht jetzt nicht: Der Auftrag hat sich gerade geändert. Sehen Sie ihn sich noch einmal an.',
  heldBack: 'Sie haben ihn angehalten.',
  neededByOrder: 'Eine Bestellung wartet auf diesen Upload. Brechen Sie zuerst die Bestellung ab.',
  notWaiting:
    'Dieser Auftrag wartet nicht auf einen Zeitpunkt und lässt sich deshalb nicht früher versuchen.',
  notMovable: 'Nur ein Auftrag, der auf das Senden wartet, lässt sich in der Warteschlange verschieben.',
  notHoldable: 'Nur ein Auftrag, der auf das Senden wartet, lässt sich anhalten.',
  nothingToConfirm: 'Diese Bestellung wartet nicht auf eine Bestätigung.',
  priceChangedAgain: 'Der Preis hat sich noch einmal geändert. Prüfen Sie die neue Summe.',
  nothingToAcknowledge: 'An diesem Auftrag ist nichts zu bestätigen.',
  stillRunning:
    'Der Dienst hat noch nicht geantwortet. Kommt keine Antwort, können Sie das gleich selbst klären.',
  notUnknown: 'Es gibt nichts zu klären: Das Ergebnis dieses Auftrags ist bekannt.',
  linkedOrder: 'Diese Bestellung stammt von einem anderen Auftrag der Warteschlange. Wählen Sie eine andere.',
  linkedModel: 'Dieses Modell stammt von einem anderen Auftrag der Warteschlange. Wählen Sie ein anderes.',
  stillChecking:
    'Fabdesk prüft noch, was daraus geworden ist. Jetzt erneut zu senden könnte es doppelt ausführen.',
  damagedNotSent:
    'Der Eintrag hierzu wurde auf der Festplatte beschädigt und wird deshalb nicht noch einmal gesendet. Verwerfen Sie ihn und bestellen oder ändern Sie neu.',
  foundMeanwhile: 'Der Dienst hat diese Bestellung bereits. Wählen Sie, welche es ist.',
  totalDiffers: 'Geben Sie den Betrag dieser Bestellung ein, {total:money}, um sie noch einmal aufzugeben.',
  asked: 'Fabdesk hat Sie gefragt, was daraus geworden ist.',
  noSuchOrder: 'Der Dienst hat keine Bestellung mit der Nummer {id}.',
  noSuchModel: 'Der Dienst hat kein Modell mit der Nummer {id}.',

  'candidate.order': 'Bestellung {order}',
  'candidate.reprint': 'Status {status}. Sie war nicht da, bevor der Nachdruck gesendet wurde.',
  'candidate.product': 'Modell {model}. Es war nicht da, bevor das Produkt angefordert wurde.',
  'candidate.model': 'Modell {model}, Version {version}. {why}',
  'candidate.model.marked': 'Seine Datei trägt die Kennung dieses Uploads.',
  'candidate.model.markedWrong': 'Es trägt die Kennung dieses Uploads, aber nicht dessen Bytes.',
  'candidate.model.possible': 'Es hat denselben Titel, und seine Datei könnte diese sein.',
  'candidate.order.hidden': 'Status {status}; der Dienst zeigt ihre Teile nicht.',
  'candidate.order.parts': '{parts:list}; Status {status}.',
  'candidate.order.ships': '{parts:list}; Status {status}; Versand am {date}.',
  'candidate.order.marked': 'Sie trägt die Referenz dieser Bestellung.',
  'candidate.statusUnknown': 'unbekannt',
} as const satisfies Translation<typeof en>;
