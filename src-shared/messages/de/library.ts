import type { library as en } from '../en/library.ts';
import type { Translation } from '../message.ts';

export const library = {
  title: 'Bibliothek',
  subtitle: 'Modelle, die der Druckdienst für dieses Konto speichert',
  lastKnown: 'Letzter bekannter Stand: {time:moment}',
  refresh: 'Aktualisieren',
  tryAgain: 'Erneut versuchen',
  loading: 'Modelle werden geladen …',
  'empty.title': 'Noch keine Modelle',
  'empty.text': 'Bestellte Teile werden zum Druckdienst hochgeladen und erscheinen hier.',
  preparePart: 'Teil vorbereiten',
  'column.title': 'Titel',
  'column.model': 'Modell',
  'column.version': 'Version',
  'column.remove': 'Entfernen',
  pages: 'Seiten',
  previous: 'Zurück',
  next: 'Weiter',
  page: 'Seite {page:number}',
  untitled: 'Modell ohne Titel',
  remove: '{title} entfernen',
  'remove.title': 'Modell entfernen?',
  'remove.no': 'Modell behalten',
  'remove.yes': 'Modell entfernen',
  'remove.text':
    '„{title}“ (Modell {id}) wird beim Druckdienst gelöscht und lässt sich dort nicht wiederherstellen. Ihre eigenen Dateien und aufgegebene Bestellungen sind nicht betroffen. Offline wartet das Entfernen in der Warteschlange.',
  'remove.inQueue': 'Eine Bestellung in der Warteschlange braucht dieses Modell und würde ohne es abgelehnt.',

  // A model.
  model: 'Modell {id}, Version {version}',
  'printable.yes': 'Druckbar',
  'printable.no': 'Nicht druckbar',
  'printable.processing': 'Wird vermessen',
  product: 'Produkt {number}',
  download: 'Datei herunterladen',
  downloadFailed: 'Die heruntergeladene Datei konnte nicht gelesen werden. Versuchen Sie es erneut.',
  loadingModel: 'Das Modell wird geladen …',
  form: 'Aktion',
  'form.details': 'Angaben',
  'form.file': 'Neue Datei',
  'form.photo': 'Foto',
  'form.cart': 'Warenkorb des Dienstes',
  'form.custom': 'Anpassen',

  // Its details.
  'details.title': 'Titel',
  'details.description': 'Beschreibung',
  'details.tags': 'Schlagwörter',
  'details.tagsHint': 'Durch Kommas getrennt',
  'details.public': 'Öffentlich',
  'details.forSale': 'Zum Verkauf',
  'details.downloadable': 'Andere dürfen die Datei herunterladen',
  'details.claimable': 'Andere dürfen es mit seinem Schlüssel übernehmen',
  'details.material': 'Standardmaterial',
  'details.anyMaterial': 'Vom Druckdienst gewählt',
  'details.categories': 'Kategorien ({chosen:number} gewählt)',
  'details.save': 'Angaben speichern',
  'details.untitled': 'Geben Sie einen Titel ein.',
  'details.claimableAlone':
    'Ein Modell, das andere übernehmen dürfen, kann weder öffentlich noch zum Verkauf sein.',
  'details.unchanged': 'Es wurde noch nichts geändert.',

  // A new version of its file.
  'file.text':
    'Der Druckdienst behält Version {version} und speichert diese Datei als nächste. Aufgegebene Bestellungen sind nicht betroffen.',
  'file.file': 'Datei',
  'file.unit': 'Maßeinheit der Datei',
  'file.send': 'Als neue Version hochladen',
  'file.chooseFile': 'Wählen Sie eine Datei.',
  'file.chooseUnit': 'Wählen Sie die Maßeinheit der Datei.',
  'unit.um': 'Mikrometer',
  'unit.mm': 'Millimeter',
  'unit.cm': 'Zentimeter',
  'unit.m': 'Meter',
  'unit.in': 'Zoll',
  'unit.ft': 'Fuß',

  // A photo.
  'photo.picture': 'Bild',
  'photo.pictureHint': 'PNG, JPEG, WebP oder GIF. Der Druckdienst kann Fotos nicht löschen.',
  'photo.choosePicture': 'Wählen Sie ein Bild.',
  'photo.title': 'Titel des Fotos',
  'photo.description': 'Beschreibung des Fotos',
  'photo.material': 'Abgebildetes Material',
  'photo.anyMaterial': 'Kein bestimmtes',
  'photo.send': 'Foto hinzufügen',

  // The cart of the service.
  'cart.text':
    'Der Druckdienst hat für seine Website einen eigenen Warenkorb. Damit wird noch nichts bestellt.',
  'cart.contains': {
    one: 'Er enthält {count:number} Stück dieses Modells.',
    other: 'Er enthält {count:number} Stück dieses Modells.',
  },
  'cart.containsNone': 'Dieses Modell ist noch nicht darin.',
  'cart.material': 'Material',
  'cart.chooseMaterial': 'Wählen Sie ein Material.',
  'cart.materialNumber': 'Material {id}',
  'cart.quantity': 'Menge',
  'cart.send': 'In den Warenkorb des Dienstes legen',

  // A product made from it.
  'custom.text':
    'Der Druckdienst erstellt aus diesem Modell ein neues. Es erscheint danach in der Bibliothek; bestellt wird nichts.',
  'custom.textOnIt': 'Text auf dem Produkt',
  'custom.pictureOnIt': 'Bild auf dem Produkt',
  'custom.send': 'Produkt erstellen',
  'custom.noProduct':
    'Der Druckdienst hat für dieses Modell keine Produktnummer, daher lässt es sich nicht anpassen.',
  'custom.tooLarge': 'Wählen Sie ein Bild mit höchstens {size:bytes}.',
} as const satisfies Translation<typeof en>;
