import type { geometry as en } from '../en/geometry.ts';
import type { Translation } from '../message.ts';

export const geometry = {
  // Reading files.
  curvesCut: 'Gekrümmte Dreiecke wurden nach der Norm in ebene zerlegt.',
  noTriangles: 'Die {format}-Datei enthält keine Dreiecke.',
  xmlIncomplete: 'Das XML des Modells ist unvollständig.',
  xmlTooDeep: 'Das XML des Modells ist zu tief verschachtelt.',
  invalidFile: 'Dies ist keine gültige {format}-Datei.',
  xmlUnbalanced: 'Das XML des Modells schließt ein Element, das nicht geöffnet wurde.',
  unknownUnit: 'Die {format}-Datei verwendet eine unbekannte Längeneinheit.',
  invalidTransform: 'Eine Transformation in der {format}-Datei enthält ungültige Zahlen.',
  faceWithoutVertices: 'Eine Fläche in der {format}-Datei nennt ihre Eckpunkte nicht.',
  missingVertex: 'Eine Fläche verwendet einen Eckpunkt, den es nicht gibt (vorhanden: {vertices:number}).',
  missingVertexOf: 'Eine Fläche in der {format}-Datei verwendet einen Eckpunkt, den es nicht gibt.',
  missingObject: 'Die {format}-Datei verweist auf ein Objekt, das sie nicht enthält: „{object}“.',
  missingPart: 'Die {format}-Datei verweist auf ein Objekt, das sie nicht enthält.',
  archiveEmpty: 'Das Archiv ist leer. Packen Sie das Modell erneut.',
  archiveWithoutModel: 'Das Archiv enthält kein lesbares Modell ({files}). Öffnen Sie das Modell selbst.',
  archiveWithModels:
    'Das Archiv enthält {count:number} Modelle ({files}). Entpacken Sie es und öffnen Sie die Modelle einzeln.',
  archiveBomb:
    'Das Archiv wird beim Entpacken weit größer als ein Modell und wurde nicht geöffnet. Öffnen Sie das Modell selbst.',
  archiveTooLarge:
    'Das Archiv wird beim Entpacken weit größer als ein Modell und wurde nicht geöffnet. Exportieren Sie das Teil erneut mit gröberem Netz.',
  noFaces: 'Die {format}-Datei enthält keine Flächen.',
  onlyPoints: 'Die {format}-Datei enthält Punkte oder Linien, aber keine Flächen.',
  capitalKeywords:
    'Die OBJ-Datei schreibt ihre Schlüsselwörter groß (V, F); das Format verlangt Kleinbuchstaben (v, f).',
  onlyFreeForm: 'Die OBJ-Datei enthält Freiformflächen, aber keine Dreiecksflächen.',
  onlyLattice: 'Die 3MF-Datei enthält nur ein Stabgitter.',
  hiddenBodies: {
    one: 'Ein Körper, den die {format}-Datei ausblendet, wurde mitgelesen; exportieren Sie ohne ihn, wenn er nicht zum Modell gehört.',
    other:
      '{count:number} Körper, die die {format}-Datei ausblendet, wurden mitgelesen; exportieren Sie ohne sie, wenn sie nicht zum Modell gehören.',
  },
  tessellatedRead: 'Körper aus Dreiecken (AP242) wurden so gelesen, wie sie sind.',
  tessellatedRepeated: {
    one: 'Ein Körper aus Dreiecken (AP242) wiederholt einen exakten und wurde weggelassen.',
    other: '{count:number} Körper aus Dreiecken (AP242) wiederholen exakte und wurden weggelassen.',
  },
  scaledPart:
    'Die Datei platziert ein Teil skaliert oder gespiegelt, was nicht gelesen werden kann. Exportieren Sie die Teile in ihrer wahren Größe oder als STL.',
  modelScale:
    'Die IGES-Datei nennt einen Modellmaßstab von {scale:precise}, der ignoriert wurde; prüfen Sie die Größe.',
  cadStopped:
    'Die Umwandlung der {format}-Datei wurde abgebrochen, weil sie mehr Arbeit macht als andere Dateien dieser Größe. Die Datei kann in Ordnung sein: Exportieren Sie das Teil in kleineren Stücken oder als STL.',
  cadFailed:
    'Die {format}-Datei lässt sich nicht in Dreiecke umwandeln. Exportieren Sie das Teil erneut oder als STL.',
  textureMissing: 'Die Bild- oder Materialdatei „{file}“ fehlt oder ist unlesbar; ihre Farben entfallen.',
  materialsBeside:
    'Die Farben in der Materialdatei „{file}“ wurden nicht gelesen. Damit sie bleiben, packen Sie diese und das Modell in ein ZIP-Archiv.',
  coloursLost: 'Eine STL-Datei hat keine Farben; die des Teils gehen verloren.',
  coloursUnread: 'Einige Farben der Datei sind so gespeichert, dass sie nicht gelesen werden.',
  faceColoursUnread:
    'Einzelne Flächen haben eigene Farben, die aus einem FreeCAD-Dokument nicht gelesen werden. Exportieren Sie das Teil als STEP, um sie zu behalten.',
  poseRead: 'Das Modell ist beweglich; es wurde in der Haltung gelesen, die die Datei angibt.',
  poseIncomplete: 'Die Haltung in der Datei ist unvollständig; prüfen Sie die Form.',
  posedAgain: {
    one: 'Eine Kopie eines beweglichen Modells liegt genau in einer anderen und wurde weggelassen; prüfen Sie die Anzahl.',
    other:
      '{count:number} Kopien eines beweglichen Modells liegen genau in einer anderen und wurden weggelassen; prüfen Sie die Anzahl.',
  },
  posedCopies:
    'Die Datei wiederholt ein bewegliches Modell auf eine Art, die ihr Format nicht festlegt; prüfen Sie die Kopien.',
  transformIgnored: 'Eine unübliche Transformation wurde ignoriert; prüfen Sie die Form.',
  otherFile:
    'Die {format}-Datei verweist auf eine andere Datei („{file}“). Exportieren Sie alles in eine Datei.',
  anyOtherFile: 'Die {format}-Datei verweist auf eine andere Datei. Exportieren Sie alles in eine Datei.',
  gltfOtherFile:
    'Die Geometrie der glTF-Datei liegt in einer anderen Datei („{file}“). Exportieren Sie das Teil als GLB, oder packen Sie beide Dateien in ein ZIP-Archiv.',
  tooManyCopies: 'Die {format}-Datei enthält zu viele Kopien. Exportieren Sie weniger Kopien oder als STL.',
  holesIgnored: 'Flächen mit Löchern wurden gefüllt; prüfen Sie die Form, oder exportieren Sie Dreiecke.',
  invalidNumbers: 'Die {format}-Datei beschreibt ihre Daten fehlerhaft.',
  verticesWithoutPosition: 'Die Eckpunkte in der {format}-Datei haben kein x, y und z.',
  fileTooLarge:
    'Die {format}-Datei wird beim Lesen weit größer als ein Modell. Exportieren Sie das Teil erneut mit gröberem Netz.',
  oldGltf: 'glTF 1.0 wird nicht unterstützt. Exportieren Sie das Teil als glTF 2.0 oder GLB.',
  unknownGltf: 'Dies ist keine glTF-2.0-Datei. Exportieren Sie das Teil erneut als GLB.',
  truncated: 'Die {format}-Datei endet zu früh; sie ist vermutlich abgeschnitten.',
  fileShrank: 'Die Datei wurde während des Lesens kürzer.',
  cannotDecompress: 'Ein komprimierter Teil der {format}-Datei ist nicht lesbar.',
  unknownExtension:
    'Die {format}-Datei benötigt die Erweiterung „{extension}“, die nicht unterstützt wird. Exportieren Sie sie ohne diese oder als STL.',
  offDimensions: 'Die OFF-Datei hat nicht drei Koordinaten je Eckpunkt. Exportieren Sie das Teil als STL.',
  offBinary: 'Binäres OFF wird nicht unterstützt. Exportieren Sie das Teil als Text-OFF oder als STL.',
  noCounts: 'Die {format}-Datei gibt die Anzahl ihrer Eckpunkte und Flächen nicht an.',
  tooShort: 'Die {format}-Datei kündigt {count:number} × {what} an, ist dafür aber zu kurz.',
  invalidHeader: 'Der Kopf der {format}-Datei ist ungültig.',
  invalidCount: 'Der Kopf der {format}-Datei enthält keine gültige Anzahl von „{what}“.',
  emptyFile: 'Die Datei ist leer. Exportieren Sie das Teil erneut aus Ihrem CAD-Programm.',
  archiveInArchive:
    'Das Archiv enthält ein weiteres Archiv. Entpacken Sie es und öffnen Sie das Modell darin.',
  outOfMemory:
    'Der Arbeitsspeicher reicht für dieses Modell nicht aus. Exportieren Sie es mit gröberem Netz.',
  endlessNesting: 'Objekte in der {format}-Datei enthalten einander endlos.',
  outOfBounds: 'Eine Transformation in der {format}-Datei verschiebt das Modell aus dem zulässigen Bereich.',
  cutOffTriangle: 'Die Datei endet mitten in einem Dreieck; sie ist vermutlich abgeschnitten.',
  cutOffStl: 'Die STL-Datei endet nicht mit „endsolid“; sie ist vielleicht abgeschnitten.',
  stlTooShort: 'Eine binäre STL-Datei hat mindestens 84 Byte; diese hat {size:number}.',
  notArchive: 'Die Datei besteht nur aus XML, eine 3MF-Datei ist aber ein Archiv.',
  decimalCommas: 'Die Zahlen stehen mit Dezimalkomma statt mit Punkt in der Datei.',
  negativesCut: {
    one: 'Ein negatives Teil wurde ausgeschnitten.',
    other: '{count:number} negative Teile wurden ausgeschnitten.',
  },
  modifiersIgnored: {
    one: 'Ein Modifikator wurde weggelassen; er wird nicht gedruckt.',
    other: '{count:number} Modifikatoren wurden weggelassen; sie werden nicht gedruckt.',
  },
  supportsIgnored: {
    one: 'Ein Stützteil wurde weggelassen; es gehört nicht zum Modell.',
    other: '{count:number} Stützteile wurden weggelassen; sie gehören nicht zum Modell.',
  },
  unknownParts: {
    one: 'Ein Teil der unbekannten Art „{types}“ wurde als massiv gelesen; prüfen Sie die Form.',
    other: '{count:number} Teile unbekannter Art ({types}) wurden als massiv gelesen; prüfen Sie die Form.',
  },
  severalPlates: 'Die Datei hat {count:number} Druckplatten; die Teile aller wurden gelesen.',
  slicedToo: 'Die Datei enthält Druckanweisungen (G-Code) für einen Drucker; nur das Modell wurde gelesen.',
  onlySliced: 'Die 3MF-Datei enthält nur Druckanweisungen (G-Code) für einen Drucker.',
  cannotCut:
    'Ein Teil der {format}-Datei ist offen; seine negativen Teile lassen sich nicht ausschneiden. Exportieren Sie das fertige Teil als STL.',
  nothingPlaced:
    'Die 3MF-Datei hat Objekte, platziert aber keines davon. Öffnen Sie sie in Ihrem Slicer, legen Sie die Teile auf die Druckplatte und speichern Sie sie erneut.',
  nothingPrinted:
    'Kein Objekt der 3MF-Datei wird gedruckt: Alle sind ausgeschaltet, Stützen, Modifikatoren oder ganz weggeschnitten. Ändern Sie das in Ihrem Slicer und speichern Sie die Datei erneut.',
  unprintableObjects: 'Als nicht druckbar markierte Objekte wurden ausgelassen ({count:number}).',
  beamsIgnored: 'Gitterstäbe wurden ausgelassen; nur Dreiecke werden gelesen.',
  packageWithoutRoot: 'Das 3MF-Paket nennt sein Modell nicht; gelesen wurde „{file}“.',
  packageWithoutModel:
    'Das Archiv enthält kein 3MF-Modell. Entpacken Sie es und öffnen Sie das Modell darin.',
  readerMissing:
    'Der Leser für dieses Format konnte nicht geladen werden. Installieren Sie Fabdesk neu, oder exportieren Sie das Teil als STL.',
  surfaceIgnored: 'Flächen vom Typ {kind} wurden ausgelassen; prüfen Sie die Form.',
  freeFormIgnored: {
    one: 'Eine Freiformfläche wurde ausgelassen; prüfen Sie die Form, oder exportieren Sie Dreiecke.',
    other:
      '{count:number} Freiformflächen wurden ausgelassen; prüfen Sie die Form, oder exportieren Sie Dreiecke.',
  },
  freeCurvesIgnored: {
    one: 'Eine Freiformkurve wurde ausgelassen.',
    other: '{count:number} Freiformkurven wurden ausgelassen.',
  },
  solidsAsTriangles: 'Kugeln, Zylinder und Kegel wurden in Dreiecke umgewandelt (96 je Umfang).',
  oldVrml: 'VRML 1.0 wird nicht unterstützt. Exportieren Sie das Teil als VRML 2.0 (VRML97) oder als STL.',
  tooManyNodes: 'Die {format}-Datei enthält zu viele Knoten. Exportieren Sie das Teil als STL.',
  nestedTooDeeply: 'Die {format}-Datei ist zu tief verschachtelt.',
  prototypeElsewhere:
    'Die Datei verwendet Objekte vom Typ „{name}“, die eine andere Datei beschreibt. Exportieren Sie alles in eine Datei.',
  groupUnknown:
    'Die Datei enthält Gruppen vom Typ {kind}, die nicht gelesen werden. Exportieren Sie die Formen ohne sie.',
  surfaceUnknown:
    'Die Datei enthält Flächen vom Typ {kind}, die nicht gelesen werden können. Exportieren Sie Dreiecke.',
  documentType: 'Das XML des Modells deklariert einen Dokumenttyp, was 3MF verbietet.',
  tooManyElements:
    'Die Datei hat mehr als {count:number} Elemente. Exportieren Sie das Teil in einem Binärformat wie GLB oder STL.',
  archiveMismatch: 'Das Archiv stimmt nicht mit seinem Verzeichnis überein.',
  archivePartDamaged: 'Der Archiveintrag „{file}“ ist beschädigt.',
  archivePartMissing: 'Der Archiveintrag „{file}“ fehlt.',
  archiveEncrypted: 'Das Archiv ist verschlüsselt. Speichern Sie das Modell ohne Passwort.',
  archiveMethod:
    'Das Archiv verwendet eine nicht unterstützte Komprimierung. Exportieren Sie das Teil erneut aus Ihrem CAD-Programm.',
  archiveTooManyParts:
    'Das Archiv enthält {count:number} Dateien; höchstens {most:number} werden gelesen. Exportieren Sie nur das Modell.',
  roughlySplit: 'Einige sehr große Flächen wurden grob zerlegt; prüfen Sie die Form.',
  otherContent: 'Der Name endet auf .{ending}, der Inhalt ist aber {format} und wurde so gelesen.',
  unionMissing:
    'Das Modul zum Vereinen überlappender Teile konnte nicht geladen werden. Installieren Sie Fabdesk neu, oder reparieren Sie ohne Vereinen.',
  damaged: '{what} Exportieren Sie das Teil erneut aus Ihrem CAD-Programm.',
  withoutTriangles: '{what} Exportieren Sie das Teil als Körper aus Dreiecken.',
  // Found while reading.
  facesDropped: {
    one: 'Eine Fläche mit weniger als drei Ecken wurde ausgelassen.',
    other: '{count:number} Flächen mit weniger als drei Ecken wurden ausgelassen.',
  },
  polygonsSplit: {
    one: 'Eine Facette mit mehr als drei Ecken wurde in Dreiecke zerlegt.',
    other: '{count:number} Facetten mit mehr als drei Ecken wurden in Dreiecke zerlegt.',
  },
  extraBytes: {
    one: 'Ein Byte nach dem letzten Dreieck wurde ignoriert.',
    other: '{count:number} Byte nach dem letzten Dreieck wurden ignoriert.',
  },
  wrongCount:
    'Der Dateikopf nennt {declared:number} Dreiecke, die Datei enthält {present:number}. Alle wurden gelesen.',
  wrongCountCutOff:
    'Der Dateikopf nennt {declared:number} Dreiecke, die Datei enthält {present:number}. Alle wurden gelesen, aber die Datei ist vermutlich abgeschnitten.',
  unusableDropped: {
    one: 'Eines von {all:number} Dreiecken wurde ausgelassen: Eine Koordinate ist keine gültige Zahl.',
    other:
      '{count:number} von {all:number} Dreiecken wurden ausgelassen: Eine Koordinate ist keine gültige Zahl.',
  },
  unusable: {
    one: 'In einem von {all:number} Dreiecken ist eine Koordinate keine gültige Zahl.',
    other: 'In {count:number} von {all:number} Dreiecken ist eine Koordinate keine gültige Zahl.',
  },
  edgesDivided: {
    one: 'Eine offene Kante wurde geteilt, wo eine Ecke einer anderen Fläche auf ihr liegt; nichts wurde verschoben.',
    other:
      'Offene Kanten wurden an {count:number} Ecken anderer Flächen geteilt, die auf ihnen liegen; nichts wurde verschoben.',
  },
  repeatedIds:
    'Mehrere Objekte haben dieselbe Id ({ids}), sodass eines für ein anderes stehen kann. Exportieren Sie die Datei noch einmal.',
  slicerColours:
    'Es ist im Slicer bemalt oder aus mehreren Filamenten. Diese Farben werden nicht gelesen, und der Dienst bekommt sie nicht. Exportieren Sie Farben als 3MF-Materialien, OBJ oder PLY.',
  stlColours:
    'Die Flächen haben Farben nach Art von Magics oder VisCAM. Sie werden nicht gelesen, und der Dienst bekommt sie nicht. Exportieren Sie Farben als 3MF, OBJ oder PLY.',
  partsUnited:
    '{count:number} Teile eines Objekts überlappen sich. Sie bilden zusammen einen Körper, wie 3MF es vorsieht; was sie gemeinsam haben, zählt einmal.',
  partsOverlap:
    '{count:number} Teile überschneiden sich, und was sie gemeinsam haben, zählt in Volumen und Preis doppelt. Reparieren vereinigt sie.',
  overlapsUnchecked:
    'Ob sich Teile überschneiden, wurde wegen der vielen Flächen nicht geprüft; was sie gemeinsam haben, zählt im Preis doppelt. Die gründliche Prüfung sucht danach.',
  noiseJoined: {
    one: 'Eine Ecke wurde mit einer verbunden, die höchstens {distance:precise} entfernt ist (Einheiten der Datei).',
    other:
      '{count:number} Ecken wurden mit solchen verbunden, die höchstens {distance:precise} entfernt sind (Einheiten der Datei).',
  },
  tessellated:
    'Exakte Flächen wurden in {count:number} Dreiecke umgewandelt, die um bis zu {deviation:precise} mm abweichen.',
  flatFaces: {
    one: 'Alle Flächen sind eben, daher ist das Dreieck exakt.',
    other: 'Alle Flächen sind eben, daher sind die {count:number} Dreiecke exakt.',
  },
  sheetsLeftOut: {
    one: 'Ein Körper, der eine Fläche ohne Dicke ist, wurde weggelassen, weil ihn niemand drucken kann; gehört er zum Teil, geben Sie ihm in Ihrem CAD-Programm eine Dicke.',
    other:
      '{count:number} Körper, die Flächen ohne Dicke sind, wurden weggelassen, weil sie niemand drucken kann; gehören sie zum Teil, geben Sie ihnen in Ihrem CAD-Programm eine Dicke.',
  },
  tessellatedExact:
    'Exakte Flächen wurden in {count:number} Dreiecke umgewandelt, die um bis zu {deviation:precise} mm abweichen. Volumen und Oberfläche sind die der exakten Flächen, auf etwa {percent:precise} % genau.',
  visibleParts: {
    one: 'Das sichtbare Teil des FreeCAD-Dokuments wurde gelesen: {parts}.',
    other: 'Die {count:number} sichtbaren Teile des FreeCAD-Dokuments wurden gelesen: {parts}.',
  },
  noVisibleParts:
    'Kein sichtbares Objekt des FreeCAD-Dokuments hat einen Körper, eine Fläche oder ein Netz. Blenden Sie das Teil in FreeCAD ein, speichern Sie das Dokument, und öffnen Sie es erneut.',
  binaryShapes:
    'Das FreeCAD-Dokument enthält seine Formen in binärer Form, die nicht gelesen werden kann. Exportieren Sie das Teil in FreeCAD als STEP.',
  freeCadMesh: 'Ein Netz des FreeCAD-Dokuments ist beschädigt.',
  unsupported: '{what} kann nicht gelesen werden. Exportieren Sie das Teil als STL, OBJ, PLY oder 3MF.',
  foreignSaveAs:
    'Nur {name} kann diese Datei lesen. Wählen Sie dort „Datei > Speichern unter“ mit dem Typ {format}, und öffnen Sie diese Datei.',
  foreignExport:
    'Nur {name} kann diese Datei lesen. Wählen Sie dort „Datei > Exportieren“ mit dem Typ {format}, und öffnen Sie diese Datei.',
  foreignCadFormat:
    'Nur {name} kann diese Datei lesen. Wählen Sie dort „Datei > Exportieren > CAD-Format“ mit dem Typ {format}, und öffnen Sie diese Datei.',
  foreignRender:
    'Nur {name} kann diese Datei lesen. Rendern Sie den Entwurf dort, wählen Sie „Datei > Exportieren“ mit dem Typ {format}, und öffnen Sie diese Datei.',
  foreignFormat:
    'Dateien von {name} können nicht gelesen werden. Exportieren Sie das Teil in Ihrem CAD-Programm als {format}, und öffnen Sie diese Datei.',
  thisFile: 'Diese Datei',
  fileEndingIn: 'Eine Datei mit der Endung .{ending}',
  lfsPointer: 'Das ist ein Verweis von Git LFS, nicht das Modell selbst: Führen Sie „git lfs pull“ aus.',
  picture: 'Ein Bild',
  pdf: 'Ein PDF-Dokument',
  gzip: 'Ein gzip-Archiv',
  archive: 'Ein Archiv dieses Typs',
  binaryX3d: 'Eine binäre X3D-Datei',
  drawing: 'Eine Zeichnung',
  webPage: 'Eine Webseite',
  invalidCorner: 'Die Fläche in Zeile {line:number} hat eine ungültige Ecke.',
  missingVertexInLine: 'Die Fläche in Zeile {line:number} verwendet einen Eckpunkt, den es nicht gibt.',
  moreFiles: '{files} und {count:number} weitere',
  vertices: 'Eckpunkte',
  faces: 'Flächen',
  // Checks. `….more` says what a finding means and what to do.
  nothingToPrint: 'Das Modell hat keine Dreiecke.',
  'nothingToPrint.more': 'Es gibt nichts zu drucken. Exportieren Sie das Teil erneut.',
  openEdges: {
    one: 'Die Oberfläche hat ein Loch (eine offene Kante).',
    other: 'Die Oberfläche hat Löcher ({count:number} offene Kanten).',
  },
  'openEdges.more':
    'Eine offene Kante gehört nur zu einer Fläche; dort sind innen und außen für den Drucker nicht zu unterscheiden. „Reparieren“ schließt einfache Löcher.',
  nonManifoldEdges: {
    one: 'An einer Kante treffen mehr als zwei Flächen aufeinander.',
    other: 'An {count:number} Kanten treffen mehr als zwei Flächen aufeinander.',
  },
  'nonManifoldEdges.more':
    'Dort ist für den Drucker nicht erkennbar, welche Seite massiv ist. Reparieren Sie das Teil, oder korrigieren Sie es im CAD-Programm.',
  doubledEdges: {
    one: 'Eine Kante gehört zu doppelten Flächen.',
    other: '{count:number} Kanten gehören zu doppelten Flächen.',
  },
  'doubledEdges.more': 'Dieselbe Oberfläche ist mehrfach vorhanden. Die Reparatur lässt sie einmal stehen.',
  touchingEdges: {
    one: 'Teile berühren sich an einer Kante.',
    other: 'Teile berühren sich an {count:number} Kanten.',
  },
  'touchingEdges.more': 'Das ist druckbar, aber die Teile halten nur entlang dieser Linien zusammen.',
  flippedFaces: {
    one: 'Eine Fläche ist falsch herum ausgerichtet.',
    other: '{count:number} Flächen sind falsch herum ausgerichtet.',
  },
  'flippedFaces.more':
    'Volumen und Preis stimmen erst, wenn sie wie ihre Nachbarn ausgerichtet sind. „Reparieren“ dreht sie um.',
  noOutside: 'Die Oberfläche hat keine Außenseite.',
  'noOutside.more':
    '{count:number} Flächen widersprechen ihren Nachbarn, wie man sie auch dreht. Modellieren Sie das Teil neu als Volumenkörper.',
  allInverted: 'Alle Flächen zeigen nach innen.',
  'allInverted.more':
    'Das Volumen wird gezählt, als zeigten sie nach außen. Die meisten Drucker korrigieren das, „Reparieren“ auch.',
  invertedParts: { one: 'Ein Teil ist umgestülpt.', other: '{count:number} Teile sind umgestülpt.' },
  'invertedParts.more':
    'Die Flächen zeigen nach innen, obwohl nichts sie umgibt; ihr Volumen zählt daher negativ. „Reparieren“ richtet sie nach außen.',
  duplicateFaces: {
    one: 'Eine Fläche ist doppelt vorhanden.',
    other: '{count:number} Flächen sind doppelt vorhanden.',
  },
  'duplicateFaces.more':
    'Sie liegen genau auf einer anderen Fläche mit denselben Ecken. „Reparieren“ entfernt sie.',
  degenerateFaces: {
    one: 'Eine Fläche hat keinen Flächeninhalt.',
    other: '{count:number} Flächen haben keinen Flächeninhalt.',
  },
  'degenerateFaces.more':
    'Beim Drucken werden sie ignoriert, sie zeigen aber, dass der Export nicht sauber war. „Reparieren“ entfernt sie.',
  uncertainFaces: {
    one: 'Eine Fläche der CAD-Datei wurde nicht richtig umgewandelt.',
    other: '{count:number} Flächen der CAD-Datei wurden nicht richtig umgewandelt.',
  },
  'uncertainFaces.wrong':
    'Dort schneiden Dreiecke durch die exakte Fläche, daher sind Form, Volumen und Preis falsch. Die Datei kann in Ordnung sein: Exportieren Sie das Teil aus Ihrem CAD-Programm als STL oder 3MF.',
  'uncertainFaces.folded':
    'Dort ist die Fläche scharf gefaltet, oder Dreiecke schneiden durch sie. Das Volumen ist bei mehreren Umwandlungen dasselbe; sehen Sie sich die Stelle trotzdem an, oder exportieren Sie das Teil als STL oder 3MF.',
  otherVolume: 'Die Datei nennt ein Volumen von {stated:number} mm³, gelesen wurde aber ein anderes.',
  'otherVolume.more':
    'Etwas fehlt oder wurde nicht richtig umgewandelt. Vergleichen Sie das Bild mit Ihrem CAD-Programm, oder exportieren Sie das Teil als STL oder 3MF.',
  otherSide: {
    one: 'Von einer Fläche der CAD-Datei wurde ein anderer Teil gelesen, als die Datei beschreibt.',
    other:
      'Von {count:number} Flächen der CAD-Datei wurde ein anderer Teil gelesen, als die Datei beschreibt.',
  },
  'otherSide.more':
    'Das ist daher ein anderer Körper, mit anderem Volumen und Preis. Die Datei kann in Ordnung sein: Exportieren Sie das Teil aus Ihrem CAD-Programm als IGES, STL oder 3MF.',
  crossingSurface: {
    one: 'Die Oberfläche der CAD-Datei durchdringt sich an einem Dreieck selbst.',
    other: 'Die Oberfläche der CAD-Datei durchdringt sich an {count:number} Dreiecken selbst.',
  },
  'crossingSurface.more':
    'Sie ist dort enger gekrümmt, als sie dick ist, oder von einer Fläche wurde ein anderer Teil gelesen als gemeint. Volumen und Preis sind nicht sicher: Vergleichen Sie das Bild mit Ihrem CAD-Programm.',
  missingBodies: {
    one: 'Ein Volumenkörper der Datei wurde nicht gelesen.',
    other: '{count:number} Volumenkörper der Datei wurden nicht gelesen.',
  },
  missingLinks: {
    one: 'Ein Link des FreeCAD-Dokuments führt in ein anderes Dokument und wurde nicht gelesen.',
    other: '{count:number} Links des FreeCAD-Dokuments führen in andere Dokumente und wurden nicht gelesen.',
  },
  emptyFaces: {
    one: 'Eine Fläche der Datei ist leer geblieben.',
    other: '{count:number} Flächen der Datei sind leer geblieben.',
  },
  'missingBodies.more':
    'Sie ließen sich nicht umwandeln oder gehören zu keinem Teil der Datei. Vergleichen Sie das Bild mit Ihrem CAD-Programm, oder exportieren Sie das Teil als STL oder 3MF.',
  nothingToCheck: 'Das Modell hat keine Dreiecke; es gibt nichts zu prüfen.',
  searchStopped: 'Suche nach {share:percent} der Oberfläche beendet.',
  'searchStopped.more':
    'Zu viele Flächen liegen aufeinander. Bis dahin wurde nichts gefunden. Reparieren Sie das Modell und prüfen Sie es erneut.',
  partlySearched: 'Nur {share:percent} der Oberfläche wurden durchsucht; es gibt also weitere.',
  crossingFaces: {
    one: 'Eine Fläche durchdringt die eigene Oberfläche.',
    other: '{count:number} Flächen durchdringen die eigene Oberfläche.',
  },
  'crossingFaces.more':
    'Dort ist nicht sicher, was innen ist; es können Löcher oder zusätzliche Schichten entstehen. Korrigieren Sie das Teil im CAD-Programm.',
  noCrossing: 'Keine Oberfläche durchdringt sich selbst.',
  overlappingParts: {
    one: 'Ein Teil überlappt seinen eigenen Hohlraum.',
    other: '{count:number} Teile überlappen sich.',
  },
  'overlappingParts.more':
    'Die meisten Drucker vereinen sie, aber das gemeinsame Volumen zählt im Preis doppelt. „Reparieren“ vereint sie.',
  singlePart: 'Das Modell ist ein einziges Teil.',
  noOverlap: 'Keine Teile überlappen sich.',
  pointContacts: {
    one: 'Zwei Teile berühren sich nur in einem Punkt.',
    other: 'Teile berühren sich nur in {count:number} Punkten.',
  },
  'pointContacts.more':
    'Sie werden gedruckt, fallen dort aber auseinander. Lassen Sie sie überlappen, oder trennen Sie sie.',
  nestedParts: { one: 'Ein Teil liegt in einem anderen.', other: '{count:number} Teile liegen in anderen.' },
  'nestedParts.more':
    'Ihr Volumen zählt doppelt. „Reparieren“ entfernt sie; soll es ein Hohlraum sein, müssen seine Flächen in die andere Richtung zeigen.',
  noNested: 'Kein Teil liegt in einem anderen.',
  cavities: {
    one: 'Ein Hohlraum ist rundum geschlossen.',
    other: '{count:number} Hohlräume sind rundum geschlossen.',
  },
  'cavities.more':
    'Pulver, Harz oder Stützen können nicht heraus. Fügen Sie bei Bedarf ein Abflussloch hinzu.',
  noCavities: 'Kein Hohlraum ist rundum geschlossen.',
  trapped: {
    one: 'In einem Hohlraum bleibt Pulver oder Harz ({volume}).',
    other: 'In {count:number} Hohlräumen bleibt Pulver oder Harz ({volume}).',
  },
  'trapped.closed': {
    one: 'Einer ist auf allen Seiten geschlossen.',
    other: '{count:number} sind auf allen Seiten geschlossen.',
  },
  'trapped.narrow': {
    one: 'Einer hat eine Öffnung von nur {least} bis {most}.',
    other: '{count:number} haben zu enge Öffnungen; die weiteste misst {least} bis {most}.',
  },
  'trapped.more':
    'Was darin bleibt, wiegt mit und kann später herausfallen. Geben Sie jedem Hohlraum eine Öffnung von mindestens {hole}.',
  'trapped.how':
    'Auflösung {steps}: Öffnungen zwischen {certain} und {hole} können übersehen werden, und offene Hohlräume unter {volume} zählen nicht.',
  noTrapped: 'In keinem Hohlraum bleibt Pulver oder Harz (Öffnungen unter {hole}).',
  trappedNotNeeded: 'Nicht nötig: Beim Filamentdruck bleibt weder Pulver noch Harz in Hohlräumen.',
  trappedWithoutHole: 'Eingeschlossenes Pulver nicht gesucht: keine Größe für Auslässe.',
  trappedOpen: 'Eingeschlossenes Pulver nicht gesucht: Die Oberfläche ist offen.',
  trappedInverted: 'Eingeschlossenes Pulver nicht gesucht: Ein Teil ist umgestülpt.',
  trappedCoarse:
    'Das Teil ist zu groß oder zu fein, um Öffnungen unter {hole} zu finden (Schritte von {steps}).',
  'trappedCoarse.more':
    'Hohlräume mit enger Öffnung wurden nicht gesucht. Sehen Sie sie in Ihrem CAD-Programm an.',
  tooManyParts: 'Es sind zu viele Teile, um zu erkennen, welche in anderen liegen.',
  openParts: 'Einige Teile sind offen; ihr Inneres ist daher unbestimmt.',
  repairAndCheck: 'Reparieren Sie das Modell und prüfen Sie es erneut.',
  specks: { one: 'Ein Teil ist kleiner als {size}.', other: '{count:number} Teile sind kleiner als {size}.' },
  'specks.more':
    'So kleine Teile gehen beim Drucken und Reinigen verloren und sind oft Reste vom Modellieren.',
  noSpecks: 'Kein Teil ist kleiner als {size}.',
  wallsWithoutLimit: 'Wandstärke nicht gemessen: keine Mindestwandstärke.',
  'wallsWithoutLimit.more': 'Wählen Sie ein Material, oder geben Sie eine Mindestwandstärke ein.',
  wallsOpen: 'Wandstärke nicht gemessen: Die Oberfläche ist offen.',
  wallsInverted: 'Wandstärke nicht gemessen: Ein Teil ist umgestülpt.',
  noWalls: 'Es gibt keine Wände zu messen.',
  'noWalls.more': 'Keine zwei Seiten des Teils liegen sich wie Wände gegenüber.',
  wallsFine: 'Keine Wand ist dünner als {limit} (dünnste {thinnest}).',
  'wallsFine.more':
    'Höchstens {share:percent} der Oberfläche können dünner sein. Eine dünne Stelle, die kleiner als der Abstand der Messpunkte ist, kann übersehen werden.',
  thinTips:
    'Dünne Spitzen und Kanten: {share:percent} der Oberfläche dünner als {limit} (dünnste {thinnest}).',
  'thinTips.more': 'Sie werden eventuell abgerundet gedruckt.',
  thinWalls: 'Dünne Wände: {share:percent} der Oberfläche dünner als {limit} (dünnste {thinnest}).',
  'thinWalls.more': 'Sie können brechen oder gar nicht gedruckt werden.',
  'thinWalls.regions': {
    one: 'Es ist ein Bereich mit fast parallelen Seiten, {share:percent} der Oberfläche.',
    other:
      'Es sind {count:number} Bereiche mit fast parallelen Seiten; der größte hat {share:percent} der Oberfläche.',
  },
  thinPins: {
    one: 'Ein Stift oder Draht ist dünner als {limit} (dünnste Stelle {thinnest}).',
    other: '{count:number} Stifte oder Drähte sind dünner als {limit} (dünnste Stelle {thinnest}).',
  },
  'thinPins.more':
    'Sie sind in zwei Richtungen dünn und brechen leicht; der längste misst {length}. Machen Sie sie dicker oder kürzer.',
  thinDetails: {
    one: 'Ein kleines Detail ist dünner als {limit} (dünnste Stelle {thinnest}).',
    other: '{count:number} kleine Details sind dünner als {limit} (dünnste Stelle {thinnest}).',
  },
  'thinDetails.more':
    'Sie sind in zwei Richtungen dünn und gehen beim Drucken oder Reinigen eventuell verloren.',
  noPins: 'Kein Stift, Draht oder Detail ist dünner als {limit}.',
  pinsUnmeasured: 'Stifte und Drähte nicht gemessen, weil die Wände nicht gemessen wurden.',
  howMeasured:
    'Gemessen an {samples:number} Punkten im Abstand von etwa {spacing}, auf Flächen, die {share:percent} der Oberfläche ausmachen.',
  hollowOpen: 'Nur ein geschlossener Körper lässt sich aushöhlen. Reparieren Sie zuerst das Modell.',
  hollowInverted: 'Das Teil ist umgestülpt. Reparieren Sie das Modell zuerst.',
  hollowTooThick:
    'Für diese Wand und dieses Loch bleibt innen kein Raum. Wählen Sie eine dünnere Wand oder ein kleineres Loch.',
  inUnit: '{length:length}',
  inFileUnits: '{length:precise} Einheiten der Datei',
  areaInUnit: '{area:area}',
  inSquareFileUnits: '{area:precise} Quadrateinheiten der Datei',
  volumeInUnit: '{volume:volume}',
  inCubicFileUnits: '{volume:precise} Kubikeinheiten der Datei',
  // Repair: what was done, then what is left.
  closedGaps: {
    one: 'Spalte geschlossen: eine Ecke um höchstens {distance} verschoben.',
    other: 'Spalte geschlossen: {count:number} Ecken um höchstens {distance} verschoben.',
  },
  droppedDegenerate: {
    one: 'Eine Fläche ohne Flächeninhalt entfernt.',
    other: '{count:number} Flächen ohne Flächeninhalt entfernt.',
  },
  droppedDuplicates: {
    one: 'Eine doppelte Fläche entfernt.',
    other: '{count:number} doppelte Flächen entfernt.',
  },
  turnedFaces: {
    one: 'Eine Fläche wie ihre Nachbarn ausgerichtet.',
    other: '{count:number} Flächen wie ihre Nachbarn ausgerichtet.',
  },
  filledHoles: {
    one: 'Ein Loch gefüllt; die neue Oberfläche misst {area}.',
    other: '{count:number} Löcher gefüllt; die neue Oberfläche misst {area}.',
  },
  turnedParts: { one: 'Ein Teil nach außen gekehrt.', other: '{count:number} Teile nach außen gekehrt.' },
  joinedParts: {
    one: 'Ein Teil mit dem Hohlraum vereint, der es durchbricht.',
    other: '{count:number} überlappende Teile vereint.',
  },
  leftOutSheets: {
    one: 'Eine ebene Fläche ohne Dicke weggelassen ({area}).',
    other: '{count:number} ebene Flächen ohne Dicke weggelassen ({area}).',
  },
  movedApart: {
    one: 'Eine Ecke von einem anderen Teil, das sie berührte, um höchstens {distance} getrennt.',
    other: '{count:number} Ecken, an denen sich Teile berührten, um höchstens {distance} getrennt.',
  },
  stillNoOutside: {
    one: 'Eine Oberfläche aus einer Fläche hat keine Außenseite. Modellieren Sie sie neu als Volumenkörper.',
    other:
      'Eine Oberfläche aus {count:number} Flächen hat keine Außenseite. Modellieren Sie sie neu als Volumenkörper.',
  },
  openingTooLarge: {
    one: 'Eine Öffnung ist zu groß zum Füllen. Schließen Sie sie im CAD-Programm, oder geben Sie der Oberfläche eine Dicke.',
    other:
      '{count:number} Öffnungen sind zu groß zum Füllen. Schließen Sie sie im CAD-Programm, oder geben Sie der Oberfläche eine Dicke.',
  },
  unclearBorder: {
    one: 'Ein offener Rand ist kein einfacher Ring und blieb offen.',
    other: '{count:number} offene Ränder sind keine einfachen Ringe und blieben offen.',
  },
  tooManyToTurn:
    'Es sind zu viele Teile, um Hohlräume von umgestülpten Teilen zu unterscheiden; keines wurde umgedreht.',
  notJoined: {
    one: 'Eine Gruppe überlappender Teile ist zu verschlungen zum Vereinen.',
    other: '{count:number} Gruppen überlappender Teile sind zu verschlungen zum Vereinen.',
  },
  openNotJoined: {
    one: 'Ein überlappendes Teil ist offen und wurde nicht vereint.',
    other: '{count:number} überlappende Teile sind offen und wurden nicht vereint.',
  },
  stillCrossing: {
    one: 'Eine Fläche durchdringt die eigene Oberfläche. Korrigieren Sie das im CAD-Programm.',
    other: '{count:number} Flächen durchdringen die eigene Oberfläche. Korrigieren Sie das im CAD-Programm.',
  },
  // Why no repair is offered, by the rule of the audit that it breaks.
  'noRepair.defects':
    'Jede Reparatur lässt ebenso viele Fehler oder macht neue; nichts wurde geändert. Modellieren Sie das Teil neu.',
  'noRepair.box':
    'Eine Reparatur würde die Größe des Teils ändern; nichts wurde geändert. Beheben Sie den Fehler im CAD-Programm.',
  'noRepair.shells':
    'Eine Reparatur würde Teile verbinden oder zerreißen; nichts wurde geändert. Beheben Sie den Fehler im CAD-Programm.',
  'noRepair.volume':
    'Eine Reparatur ergäbe ein Volumen, das das Teil nicht haben kann; nichts wurde geändert. Beheben Sie den Fehler im CAD-Programm.',
  'noRepair.faces':
    'Bei einer Reparatur ginge ein Stück der Oberfläche verloren; nichts wurde geändert. Beheben Sie den Fehler im CAD-Programm.',
  'noRepair.area':
    'Eine Reparatur würde mehr Oberfläche hinzufügen, als die Öffnungen brauchen; nichts wurde geändert. Beheben Sie den Fehler im CAD-Programm.',
  'noRepair.doubled':
    'Eine Reparatur würde vorhandene Oberfläche verdecken; nichts wurde geändert. Beheben Sie den Fehler im CAD-Programm.',
  'noRepair.inside':
    'Eine Reparatur würde Hohles füllen oder Volles aushöhlen; nichts wurde geändert. Beheben Sie den Fehler im CAD-Programm.',
  'noRepair.again':
    'Auf eine Reparatur müsste immer noch eine folgen; nichts wurde geändert. Beheben Sie den Fehler im CAD-Programm.',
  'noRepair.rounding':
    'Auf STL gerundet fallen die reparierten Ecken zusammen; nichts wurde geändert. Schreiben Sie 3MF, das exakt ist.',
  roundedToStl:
    'STL rundet Koordinaten. Das legt Ecken zusammen und beschädigt diese Oberfläche. Speichern Sie als 3MF, das exakt ist.',
  // The unit of a file, and what speaks for it.
  'unit.um': 'Mikrometer',
  'unit.mm': 'Millimeter',
  'unit.cm': 'Zentimeter',
  'unit.m': 'Meter',
  'unit.0.1in': 'Zehntelzoll',
  'unit.in': 'Zoll',
  'unit.ft': 'Fuß',
  fileStatesUnit: 'Die Datei gibt {unit} an.',
  formatAssumesUnit: 'Die Datei nennt keine Einheit; ihr Format rechnet in der Einheit {unit}.',
  forKicad: 'Sie ist für KiCad gemacht, das in Zehntelzoll rechnet.',
  headerStatesUnit: 'Der Kopf der Datei nennt {unit}.',
  programUsesUnit: 'Sie stammt aus {program}, das in Millimetern zeichnet.',
  nameStatesLength: 'Eine Seite hat die Länge, die im Dateinamen steht.',
  nameHasThread: 'Der Dateiname nennt ein metrisches Gewinde.',
  robotMesh: 'Der Ordner enthält Robotermodelle, die in Metern gezeichnet sind.',
  belowOne: 'Alle Seiten sind kleiner als 1, wie in den meisten Dateien in Metern.',
  inchFractions: 'Seine Maße wären Bruchteile eines Zolls.',
  roundLengths: 'In Millimetern wären die Maße glatte Zahlen.',
  meanThickness: 'Seine Wände wären im Mittel {thickness:precise} mm dick.',
  nameMentionsUnit: 'Der Dateiname nennt {unit}.',
  lastUnit: 'Für die letzte Datei hier haben Sie {unit} gewählt.',
  partSize: 'Das Teil wäre {x:precise} × {y:precise} × {z:precise} mm groß.',
  fitsEvery: 'Mit {x:precise} × {y:precise} × {z:precise} mm passt es in jeden Drucker.',
  fitsSome:
    'Mit {x:precise} × {y:precise} × {z:precise} mm passt es in {fitting:number} von {printers:number} Druckern.',
  tooLargeForAll: 'Mit {x:precise} × {y:precise} × {z:precise} mm ist es für jeden Drucker zu groß.',
  tooSmallForAll: 'Mit {x:precise} × {y:precise} × {z:precise} mm ist es für jeden Drucker zu klein.',
  fitsNone: 'Mit {x:precise} × {y:precise} × {z:precise} mm passt es in keinen Drucker.',
  fileUnreadable:
    'Die Datei ist nicht lesbar. Sie wurde eventuell verschoben, geändert oder gesperrt; legen Sie sie erneut ab.',
} as const satisfies Translation<typeof en>;
