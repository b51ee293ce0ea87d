import type { Area } from '../message.ts';

export const geometry = {
  // Reading files.
  curvesCut: 'Curved triangles were cut into flat ones, as the standard says.',
  noTriangles: 'The {format} file has no triangles.',
  xmlIncomplete: 'The XML of the model is incomplete.',
  xmlTooDeep: 'The XML of the model is nested too deeply.',
  invalidFile: 'This is not a valid {format} file.',
  xmlUnbalanced: 'The XML of the model closes a tag that it did not open.',
  unknownUnit: 'The {format} file uses an unknown unit of length.',
  invalidTransform: 'A transform in the {format} file has invalid numbers.',
  faceWithoutVertices: 'A face in the {format} file does not name its vertices.',
  missingVertex: 'A face uses a vertex that does not exist (there are {vertices:number}).',
  missingVertexOf: 'A face in the {format} file uses a vertex that does not exist.',
  missingObject: 'The {format} file refers to an object that it does not contain: “{object}”.',
  missingPart: 'The {format} file refers to an object that it does not contain.',
  archiveEmpty: 'The archive is empty. Pack the model again.',
  archiveWithoutModel: 'The archive contains no readable model ({files}). Open the model itself.',
  archiveWithModels:
    'The archive contains {count:number} models ({files}). Unpack it and open them one by one.',
  archiveBomb:
    'The archive expands far beyond the size of a model and was not opened. Open the model itself.',
  archiveTooLarge:
    'The archive expands far beyond the size of a model and was not opened. Export the part again with a coarser mesh.',
  noFaces: 'The {format} file has no faces.',
  onlyPoints: 'The {format} file has points or lines, but no faces.',
  capitalKeywords:
    'The OBJ file writes its keywords in capitals (V, F); the format has small letters (v, f).',
  onlyFreeForm: 'The OBJ file has free-form surfaces, but no faces.',
  onlyLattice: 'The 3MF file contains only a beam lattice.',
  hiddenBodies: {
    one: 'One body that the {format} file hides was read too; if it is not part of the model, export without it.',
    other:
      '{count:number} bodies that the {format} file hides were read too; if they are not part of the model, export without them.',
  },
  tessellatedRead: 'Bodies of triangles (AP242) were read as they are.',
  tessellatedRepeated: {
    one: 'One body of triangles (AP242) repeats an exact one and was left out.',
    other: '{count:number} bodies of triangles (AP242) repeat exact ones and were left out.',
  },
  scaledPart:
    'The file places a part scaled or mirrored, which cannot be read. Export the parts in their true size, or as STL.',
  modelScale: 'The IGES file states a model scale of {scale:precise}, which was ignored; check the size.',
  cadStopped:
    'Converting the {format} file was stopped, since it took more work than files of its size do. The file may be sound: export the part again in smaller pieces, or as STL.',
  cadFailed: 'The {format} file cannot be converted to triangles. Export the part again, or as STL.',
  textureMissing: 'The picture or material file “{file}” is missing or unreadable; its colours are left out.',
  materialsBeside:
    'The colours in the material file “{file}” were not read. To keep them, pack it and the model into one ZIP archive.',
  coloursLost: 'An STL file has no colours, so those of the part are lost.',
  coloursUnread: 'Some colours of the file are stored in a way that is not read.',
  faceColoursUnread:
    'Its faces have colours of their own, which are not read from a FreeCAD document. Export the part as STEP to keep them.',
  poseRead: 'The model can be posed; it was read in the pose that the file gives.',
  poseIncomplete: 'The pose in the file is incomplete; check the shape.',
  posedAgain: {
    one: 'One copy of a posed model lies exactly in another one and was left out; check their number.',
    other:
      '{count:number} copies of a posed model lie exactly in another one and were left out; check their number.',
  },
  posedCopies: 'The file repeats a posed model in a way that its format does not define; check the copies.',
  transformIgnored: 'An unusual transform was ignored; check the shape.',
  otherFile: 'The {format} file refers to another file (“{file}”). Export everything in one file.',
  anyOtherFile: 'The {format} file refers to another file. Export everything in one file.',
  gltfOtherFile:
    'The glTF file keeps its geometry in another file (“{file}”). Export the part as GLB, or pack both files into a ZIP archive.',
  tooManyCopies: 'The {format} file contains too many copies. Export fewer copies, or as STL.',
  holesIgnored: 'Faces with holes were filled; check the shape, or export triangles.',
  invalidNumbers: 'The {format} file describes its data incorrectly.',
  verticesWithoutPosition: 'The vertices in the {format} file have no x, y and z.',
  fileTooLarge:
    'The {format} file expands far beyond the size of a model. Export the part again with a coarser mesh.',
  oldGltf: 'This is glTF 1.0, which is not supported. Export the part as glTF 2.0 or GLB.',
  unknownGltf: 'This is not a glTF 2.0 file. Export the part again as GLB.',
  truncated: 'The {format} file ends too early; it may be cut off.',
  fileShrank: 'The file became shorter while it was read.',
  cannotDecompress: 'A compressed part of the {format} file cannot be read.',
  unknownExtension:
    'The {format} file needs the extension “{extension}”, which is not supported. Export it without, or as STL.',
  offDimensions: 'The OFF file does not have three coordinates per vertex. Export the part as STL.',
  offBinary: 'Binary OFF is not supported. Export the part as text OFF or as STL.',
  noCounts: 'The {format} file does not state its numbers of vertices and faces.',
  tooShort: 'The {format} file announces {count:number} × {what}, but is too short for that.',
  invalidHeader: 'The header of the {format} file is invalid.',
  invalidCount: 'The header of the {format} file has no valid count of “{what}”.',
  emptyFile: 'The file is empty. Export the part again from your CAD program.',
  archiveInArchive: 'The archive contains another archive. Unpack it and open the model inside.',
  outOfMemory: 'Not enough memory for this model. Export it with a coarser mesh.',
  endlessNesting: 'Objects in the {format} file contain each other endlessly.',
  outOfBounds: 'A transform in the {format} file moves the model out of range.',
  cutOffTriangle: 'The file ends in the middle of a triangle; it may be cut off.',
  cutOffStl: 'The STL file does not end with “endsolid”; it may be cut off.',
  stlTooShort: 'A binary STL file has at least 84 bytes; this one has {size:number}.',
  notArchive: 'The file is bare XML, but a 3MF file is an archive.',
  decimalCommas: 'The numbers are written with decimal commas instead of points.',
  negativesCut: {
    one: 'One negative part was cut out.',
    other: '{count:number} negative parts were cut out.',
  },
  modifiersIgnored: {
    one: 'One modifier was left out; it is not printed.',
    other: '{count:number} modifiers were left out; they are not printed.',
  },
  supportsIgnored: {
    one: 'One support part was left out; it is not part of the model.',
    other: '{count:number} support parts were left out; they are not part of the model.',
  },
  unknownParts: {
    one: 'One part of the unknown type “{types}” was read as solid; check the shape.',
    other: '{count:number} parts of unknown types ({types}) were read as solid; check the shape.',
  },
  severalPlates: 'The file has {count:number} plates; the parts of all were read.',
  slicedToo: 'The file is sliced for one printer; only the model in it was read.',
  onlySliced: 'The 3MF file is sliced and contains only instructions for one printer.',
  cannotCut:
    'A part of the {format} file is open, so its negative parts cannot be cut out. Export the finished part as STL.',
  nothingPlaced:
    'The 3MF file has objects, but places none of them. Open it in your slicer, put the parts on the plate and save it again.',
  nothingPrinted:
    'No object in the 3MF file is printed: all are disabled, supports, modifiers or fully cut away. Change that in your slicer and save the file again.',
  unprintableObjects: 'Objects marked as not printable were left out ({count:number}).',
  beamsIgnored: 'Lattice beams were left out; only triangles are read.',
  packageWithoutRoot: 'The 3MF package does not name its model; “{file}” was read.',
  packageWithoutModel: 'The archive contains no 3MF model. Unpack it and open the model inside.',
  readerMissing:
    'The reader for this format could not be loaded. Install Fabdesk again, or export the part as STL.',
  surfaceIgnored: 'Surfaces of type {kind} were left out; check the shape.',
  freeFormIgnored: {
    one: 'One free-form surface was left out; check the shape, or export triangles.',
    other: '{count:number} free-form surfaces were left out; check the shape, or export triangles.',
  },
  freeCurvesIgnored: {
    one: 'One free-form curve was left out.',
    other: '{count:number} free-form curves were left out.',
  },
  solidsAsTriangles: 'Spheres, cylinders and cones were converted to triangles (96 around).',
  oldVrml: 'VRML 1.0 is not supported. Export the part as VRML 2.0 (VRML97) or as STL.',
  tooManyNodes: 'The {format} file has too many nodes. Export the part as STL.',
  nestedTooDeeply: 'The {format} file is nested too deeply.',
  prototypeElsewhere:
    'The file uses objects of the type “{name}”, which another file describes. Export everything in one file.',
  groupUnknown: 'The file has groups of type {kind}, which cannot be read. Export the shapes without them.',
  surfaceUnknown: 'The file has surfaces of type {kind}, which cannot be read. Export triangles.',
  documentType: 'The XML of the model declares a document type, which 3MF forbids.',
  tooManyElements:
    'The file has more than {count:number} elements. Export the part in a binary format, such as GLB or STL.',
  archiveMismatch: 'The archive does not match its directory.',
  archivePartDamaged: 'The archive entry “{file}” is damaged.',
  archivePartMissing: 'The archive entry “{file}” is missing.',
  archiveEncrypted: 'The archive is encrypted. Save the model without a password.',
  archiveMethod: 'The archive uses an unsupported compression. Export the part again from your CAD program.',
  archiveTooManyParts:
    'The archive has {count:number} files; at most {most:number} are read. Export only the model.',
  roughlySplit: 'Some very large faces were split roughly; check the shape.',
  otherContent: 'The name ends in .{ending}, but the content is {format} and was read as such.',
  unionMissing:
    'The module that joins overlapping parts could not be loaded. Install Fabdesk again, or repair without joining.',
  damaged: '{what} Export the part again from your CAD program.',
  withoutTriangles: '{what} Export the part as a solid made of triangles.',
  // Found while reading.
  facesDropped: {
    one: 'One face with fewer than three corners was left out.',
    other: '{count:number} faces with fewer than three corners were left out.',
  },
  polygonsSplit: {
    one: 'One facet with more than three corners was split into triangles.',
    other: '{count:number} facets with more than three corners were split into triangles.',
  },
  extraBytes: {
    one: 'One byte after the last triangle was ignored.',
    other: '{count:number} bytes after the last triangle were ignored.',
  },
  wrongCount: 'The header counts {declared:number} triangles; the file has {present:number}. All were read.',
  wrongCountCutOff:
    'The header counts {declared:number} triangles; the file has {present:number}. All were read, but the file may be cut off.',
  unusableDropped: {
    one: 'One of {all:number} triangles was left out: a coordinate is not a valid number.',
    other: '{count:number} of {all:number} triangles were left out: a coordinate is not a valid number.',
  },
  unusable: {
    one: 'In one of {all:number} triangles a coordinate is not a valid number.',
    other: 'In {count:number} of {all:number} triangles a coordinate is not a valid number.',
  },
  edgesDivided: {
    one: 'One open edge was divided where a corner of another face lies on it; nothing moved.',
    other:
      'Open edges were divided at {count:number} corners of other faces that lie on them; nothing moved.',
  },
  repeatedIds:
    'Several objects have the same id ({ids}), so one of them may stand for another. Export the file again.',
  slicerColours:
    'It is painted in a slicer or made of several filaments. These colours are not read, and the service does not get them. Export colours as 3MF materials, OBJ or PLY.',
  stlColours:
    'Its faces have colours in the way of Magics or VisCAM. They are not read, and the service does not get them. Export colours as 3MF, OBJ or PLY.',
  partsUnited:
    '{count:number} parts of one object overlap. They are one solid, as 3MF has it, and what they share counts once.',
  partsOverlap:
    '{count:number} parts overlap, and what they share counts twice in volume and price. Repair joins them.',
  overlapsUnchecked:
    'Whether parts overlap was not checked, since they have many faces; what they share counts twice in the price. The thorough check searches it.',
  noiseJoined: {
    one: 'One corner was joined with one that is at most {distance:precise} away (units of the file).',
    other:
      '{count:number} corners were joined with ones that are at most {distance:precise} away (units of the file).',
  },
  tessellated:
    'Exact surfaces were converted to {count:number} triangles that deviate by up to {deviation:precise} mm.',
  flatFaces: {
    one: 'All faces are flat, so its triangle is exact.',
    other: 'All faces are flat, so the {count:number} triangles are exact.',
  },
  sheetsLeftOut: {
    one: 'A body that is a surface without thickness was left out, since nobody can print it; if it belongs to the part, thicken it in your CAD program.',
    other:
      '{count:number} bodies that are surfaces without thickness were left out, since nobody can print them; if they belong to the part, thicken them in your CAD program.',
  },
  tessellatedExact:
    'Exact surfaces were converted to {count:number} triangles that deviate by up to {deviation:precise} mm. Volume and area are those of the exact surfaces, to about {percent:precise} %.',
  visibleParts: {
    one: 'The visible part of the FreeCAD document was read: {parts}.',
    other: 'The {count:number} visible parts of the FreeCAD document were read: {parts}.',
  },
  noVisibleParts:
    'No visible object of the FreeCAD document has a solid, a face or a mesh. Show the part in FreeCAD, save the document, and open it again.',
  binaryShapes:
    'The FreeCAD document has its shapes in binary form, which cannot be read. Export the part as STEP from FreeCAD.',
  freeCadMesh: 'A mesh of the FreeCAD document is damaged.',
  unsupported: '{what} cannot be read. Export the part as STL, OBJ, PLY or 3MF.',
  foreignSaveAs:
    'Only {name} can read this file. Choose “File > Save As” there with the type {format}, and open that file.',
  foreignExport:
    'Only {name} can read this file. Choose “File > Export” there with the type {format}, and open that file.',
  foreignCadFormat:
    'Only {name} can read this file. Choose “File > Export > CAD Format” there with the type {format}, and open that file.',
  foreignRender:
    'Only {name} can read this file. Render the design there, choose “File > Export” with the type {format}, and open that file.',
  foreignFormat:
    '{name} files cannot be read. Export the part as {format} from your CAD program, and open that file.',
  thisFile: 'This file',
  fileEndingIn: 'A file ending in .{ending}',
  lfsPointer: 'This is a pointer of Git LFS, not the model itself: run “git lfs pull”.',
  picture: 'A picture',
  pdf: 'A PDF document',
  gzip: 'A gzip archive',
  archive: 'An archive of this type',
  binaryX3d: 'A binary X3D file',
  drawing: 'A drawing',
  webPage: 'A web page',
  invalidCorner: 'The face in line {line:number} has an invalid corner.',
  missingVertexInLine: 'The face in line {line:number} uses a vertex that does not exist.',
  moreFiles: '{files} and {count:number} more',
  vertices: 'vertices',
  faces: 'faces',
  // Checks. `….more` says what a finding means and what to do.
  nothingToPrint: 'The model has no triangles.',
  'nothingToPrint.more': 'There is nothing to print. Export the part again.',
  openEdges: {
    one: 'The surface has a hole (one open edge).',
    other: 'The surface has holes ({count:number} open edges).',
  },
  'openEdges.more':
    'An open edge belongs to a single face, so the printer cannot tell inside from outside there. Repair closes simple holes.',
  nonManifoldEdges: {
    one: 'One edge joins more than two faces.',
    other: '{count:number} edges join more than two faces.',
  },
  'nonManifoldEdges.more':
    'The printer cannot tell which side is solid there. Repair the part, or fix it in your CAD program.',
  doubledEdges: {
    one: 'One edge belongs to doubled faces.',
    other: '{count:number} edges belong to doubled faces.',
  },
  'doubledEdges.more': 'The same surface is there more than once. Repair leaves it once.',
  touchingEdges: { one: 'Parts touch along one edge.', other: 'Parts touch along {count:number} edges.' },
  'touchingEdges.more': 'It prints, but the parts hold together only along these lines.',
  flippedFaces: { one: 'One face is inside out.', other: '{count:number} faces are inside out.' },
  'flippedFaces.more':
    'Volume and price are wrong until they face the same way as their neighbours. Repair flips them.',
  noOutside: 'The surface has no outside.',
  'noOutside.more':
    '{count:number} faces disagree with their neighbours whichever way they are turned. Model the part again as a solid.',
  allInverted: 'All faces point inwards.',
  'allInverted.more':
    'The volume is counted as if they pointed outwards. Most printers correct this, and Repair does.',
  invertedParts: { one: 'One part is inside out.', other: '{count:number} parts are inside out.' },
  'invertedParts.more':
    'The faces point inwards although nothing surrounds them, so their volume counts as negative. Repair turns them outwards.',
  duplicateFaces: { one: 'One face is there twice.', other: '{count:number} faces are there twice.' },
  'duplicateFaces.more': 'They lie exactly on another face with the same corners. Repair removes them.',
  degenerateFaces: { one: 'One face has no area.', other: '{count:number} faces have no area.' },
  'degenerateFaces.more':
    'Printing ignores them, but they show that the export was not clean. Repair removes them.',
  uncertainFaces: {
    one: 'One face of the CAD file was not converted correctly.',
    other: '{count:number} faces of the CAD file were not converted correctly.',
  },
  'uncertainFaces.wrong':
    'Triangles cut across the exact surface there, so shape, volume and price are wrong. The file may be sound: export the part as STL or 3MF from your CAD program.',
  'uncertainFaces.folded':
    'The surface folds at sharp angles there, or triangles cut across it. The volume is the same in several conversions, but look at the place, or export the part as STL or 3MF.',
  otherVolume: 'The file states a volume of {stated:number} mm³, but another one was read.',
  'otherVolume.more':
    'Something is missing or was not converted correctly. Compare the picture with your CAD program, or export the part as STL or 3MF.',
  otherSide: {
    one: 'Of one face of the CAD file, another part was read than the file describes.',
    other: 'Of {count:number} faces of the CAD file, another part was read than the file describes.',
  },
  'otherSide.more':
    'So this is another solid, with another volume and price. The file may be sound: export the part as IGES, STL or 3MF from your CAD program.',
  crossingSurface: {
    one: 'The surface of the CAD file crosses itself at one triangle.',
    other: 'The surface of the CAD file crosses itself at {count:number} triangles.',
  },
  'crossingSurface.more':
    'It bends more tightly there than it is thick, or another part of a face was read than is meant. Volume and price are not certain: compare the picture with your CAD program.',
  missingBodies: {
    one: 'One solid of the file was not read.',
    other: '{count:number} solids of the file were not read.',
  },
  missingLinks: {
    one: 'One link of the FreeCAD document leads to another document and was not read.',
    other: '{count:number} links of the FreeCAD document lead to other documents and were not read.',
  },
  emptyFaces: {
    one: 'One face of the file came out empty.',
    other: '{count:number} faces of the file came out empty.',
  },
  'missingBodies.more':
    'They could not be converted, or belong to no part of the file. Compare the picture with your CAD program, or export the part as STL or 3MF.',
  nothingToCheck: 'The model has no triangles, so there is nothing to check.',
  searchStopped: 'Search stopped after {share:percent} of the surface.',
  'searchStopped.more':
    'Too many faces lie on each other. Nothing was found up to there. Repair the model and check it again.',
  partlySearched: 'Only {share:percent} of the surface was searched, so there are more.',
  crossingFaces: {
    one: 'One face cuts through its own surface.',
    other: '{count:number} faces cut through their own surface.',
  },
  'crossingFaces.more':
    'The inside is not certain there, so it may print with holes or extra skin. Fix it in your CAD program.',
  noCrossing: 'No surface cuts through itself.',
  overlappingParts: { one: 'One part overlaps its own cavity.', other: '{count:number} parts overlap.' },
  'overlappingParts.more':
    'Most printers join them, but the shared volume counts twice in the price. Repair joins them.',
  singlePart: 'The model is a single part.',
  noOverlap: 'No parts overlap.',
  pointContacts: {
    one: 'Two parts touch only in a point.',
    other: 'Parts touch only in {count:number} points.',
  },
  'pointContacts.more': 'They print, but fall apart there. Let them overlap, or set them apart.',
  nestedParts: { one: 'One part lies inside another.', other: '{count:number} parts lie inside others.' },
  'nestedParts.more':
    'Their volume counts twice. Repair removes them; if a cavity was meant, its faces must point the other way.',
  noNested: 'No part lies inside another.',
  cavities: {
    one: 'One cavity is closed on all sides.',
    other: '{count:number} cavities are closed on all sides.',
  },
  'cavities.more': 'Powder, resin or supports cannot get out. Add a drain hole if they must.',
  noCavities: 'No cavity is closed on all sides.',
  trapped: {
    one: 'Powder or resin stays in one cavity ({volume}).',
    other: 'Powder or resin stays in {count:number} cavities ({volume}).',
  },
  'trapped.closed': {
    one: 'One is closed on all sides.',
    other: '{count:number} are closed on all sides.',
  },
  'trapped.narrow': {
    one: 'One has an opening of only {least} to {most}.',
    other: '{count:number} are too narrow at their openings; the widest is {least} to {most}.',
  },
  'trapped.more':
    'What stays inside adds weight and can fall out later. Give each cavity an opening of at least {hole}.',
  'trapped.how':
    'Resolution {steps}: openings between {certain} and {hole} may be missed, and open cavities smaller than {volume} are not counted.',
  noTrapped: 'No cavity keeps powder or resin inside (openings under {hole}).',
  trappedNotNeeded: 'Not needed: filament printing leaves no powder or resin in cavities.',
  trappedWithoutHole: 'Trapped powder not searched: no size of escape holes.',
  trappedOpen: 'Trapped powder not searched: the surface is open.',
  trappedInverted: 'Trapped powder not searched: a part is inside out.',
  trappedCoarse: 'The part is too large or intricate to find openings under {hole} (steps of {steps}).',
  'trappedCoarse.more': 'Cavities with a narrow opening were not searched. Look at them in your CAD program.',
  tooManyParts: 'There are too many parts to tell which lie inside others.',
  openParts: 'Some parts are open, so their inside is unknown.',
  repairAndCheck: 'Repair the model and check it again.',
  specks: { one: 'One part is smaller than {size}.', other: '{count:number} parts are smaller than {size}.' },
  'specks.more': 'Such specks are lost in printing and cleaning, and are often left over from modelling.',
  noSpecks: 'No part is smaller than {size}.',
  wallsWithoutLimit: 'Wall thickness not measured: no minimum wall.',
  'wallsWithoutLimit.more': 'Choose a material, or enter a minimum wall.',
  wallsOpen: 'Wall thickness not measured: the surface is open.',
  wallsInverted: 'Wall thickness not measured: a part is inside out.',
  noWalls: 'There are no walls to measure.',
  'noWalls.more': 'No two sides of the part face each other as walls do.',
  wallsFine: 'No wall is under {limit} (thinnest {thinnest}).',
  'wallsFine.more':
    'At most {share:percent} of the surface can be thinner. A thin spot smaller than the distance between points can be missed.',
  thinTips:
    'Thin tips and edges: {share:percent} of the surface is thinner than {limit} (thinnest {thinnest}).',
  'thinTips.more': 'They may print rounded.',
  thinWalls: 'Thin walls: {share:percent} of the surface is thinner than {limit} (thinnest {thinnest}).',
  'thinWalls.more': 'They may break or not print at all.',
  'thinWalls.regions': {
    one: 'It is one region of nearly parallel sides, {share:percent} of the surface.',
    other:
      'They are {count:number} regions of nearly parallel sides; the largest is {share:percent} of the surface.',
  },
  thinPins: {
    one: 'One pin or wire is under {limit} (thinnest {thinnest}).',
    other: '{count:number} pins or wires are under {limit} (thinnest {thinnest}).',
  },
  'thinPins.more':
    'They are thin in two directions and break easily; the longest measures {length}. Make them thicker or shorter.',
  thinDetails: {
    one: 'One small detail is under {limit} (thinnest {thinnest}).',
    other: '{count:number} small details are under {limit} (thinnest {thinnest}).',
  },
  'thinDetails.more': 'They are thin in two directions and may be lost in printing or cleaning.',
  noPins: 'No pin, wire or detail is under {limit}.',
  pinsUnmeasured: 'Pins and wires not measured, as the walls were not.',
  howMeasured:
    'Measured from {samples:number} points about {spacing} apart, on faces that make up {share:percent} of the surface.',
  hollowOpen: 'Only a closed solid can be hollowed. Repair the model first.',
  hollowInverted: 'The part is inside out. Repair the model first.',
  hollowTooThick:
    'No room is left inside for this wall and this hole. Choose a thinner wall or a smaller hole.',
  inUnit: '{length:length}',
  inFileUnits: '{length:precise} units of the file',
  areaInUnit: '{area:area}',
  inSquareFileUnits: '{area:precise} square units of the file',
  volumeInUnit: '{volume:volume}',
  inCubicFileUnits: '{volume:precise} cubic units of the file',
  // Repair: what was done, then what is left.
  closedGaps: {
    one: 'Closed gaps: moved one corner by at most {distance}.',
    other: 'Closed gaps: moved {count:number} corners by at most {distance}.',
  },
  droppedDegenerate: {
    one: 'Removed one face without area.',
    other: 'Removed {count:number} faces without area.',
  },
  droppedDuplicates: { one: 'Removed one duplicate face.', other: 'Removed {count:number} duplicate faces.' },
  turnedFaces: {
    one: 'Flipped one face to match its neighbours.',
    other: 'Flipped {count:number} faces to match their neighbours.',
  },
  filledHoles: {
    one: 'Filled one hole; the new surface is {area}.',
    other: 'Filled {count:number} holes; the new surface is {area}.',
  },
  turnedParts: {
    one: 'Turned one part right side out.',
    other: 'Turned {count:number} parts right side out.',
  },
  joinedParts: {
    one: 'Joined a part with the cavity that breaks through it.',
    other: 'Joined {count:number} overlapping parts.',
  },
  leftOutSheets: {
    one: 'Left out one flat surface without thickness ({area}).',
    other: 'Left out {count:number} flat surfaces without thickness ({area}).',
  },
  movedApart: {
    one: 'Moved one corner apart from another part that touched it, by at most {distance}.',
    other: 'Moved {count:number} corners apart where parts touched, by at most {distance}.',
  },
  stillNoOutside: {
    one: 'A surface of one face has no outside. Model it again as a solid.',
    other: 'A surface of {count:number} faces has no outside. Model it again as a solid.',
  },
  openingTooLarge: {
    one: 'One opening is too large to fill. Close it in your CAD program, or give the surface a thickness.',
    other:
      '{count:number} openings are too large to fill. Close them in your CAD program, or give the surface a thickness.',
  },
  unclearBorder: {
    one: 'One open border is not a simple ring and stayed open.',
    other: '{count:number} open borders are not simple rings and stayed open.',
  },
  tooManyToTurn: 'There are too many parts to tell cavities from inverted parts, so none was flipped.',
  notJoined: {
    one: 'One group of overlapping parts is too entangled to join.',
    other: '{count:number} groups of overlapping parts are too entangled to join.',
  },
  openNotJoined: {
    one: 'One overlapping part is open and was not joined.',
    other: '{count:number} overlapping parts are open and were not joined.',
  },
  stillCrossing: {
    one: 'One face cuts through its own surface. Fix it in your CAD program.',
    other: '{count:number} faces cut through their own surface. Fix them in your CAD program.',
  },
  // Why no repair is offered, by the rule of the audit that it breaks.
  'noRepair.defects':
    'Every repair leaves as many defects, or makes new ones, so nothing was changed. Model the part again.',
  'noRepair.box':
    'A repair would change the size of the part, so nothing was changed. Fix it in your CAD program.',
  'noRepair.shells':
    'A repair would join parts or break them, so nothing was changed. Fix the part in your CAD program.',
  'noRepair.volume':
    'A repair would have a volume that the part cannot have, so nothing was changed. Fix it in your CAD program.',
  'noRepair.faces':
    'A repair would lose some of the surface, so nothing was changed. Fix the part in your CAD program.',
  'noRepair.area':
    'A repair would add more surface than the openings need, so nothing was changed. Fix the part in your CAD program.',
  'noRepair.doubled':
    'A repair would cover surface that is there, so nothing was changed. Fix the part in your CAD program.',
  'noRepair.inside':
    'A repair would fill what is hollow or hollow what is solid, so nothing was changed. Fix the part in your CAD program.',
  'noRepair.again':
    'A repair would need another repair, and so on, so nothing was changed. Fix the part in your CAD program.',
  'noRepair.rounding':
    'Rounded to STL, the repaired corners fall together, so nothing was changed. Write 3MF, which is exact.',
  roundedToStl:
    'STL rounds coordinates, which merges corners and damages this surface. Save as 3MF, which is exact.',
  // The unit of a file, and what speaks for it.
  'unit.um': 'microns',
  'unit.mm': 'millimetres',
  'unit.cm': 'centimetres',
  'unit.m': 'metres',
  'unit.0.1in': 'tenths of an inch',
  'unit.in': 'inches',
  'unit.ft': 'feet',
  fileStatesUnit: 'The file states {unit}.',
  formatAssumesUnit: 'The file states no unit; its format counts in {unit}.',
  forKicad: 'It was made for KiCad, which counts in tenths of an inch.',
  headerStatesUnit: 'The header of the file names {unit}.',
  programUsesUnit: 'It was written by {program}, which works in millimetres.',
  nameStatesLength: 'A side has the length in the file name.',
  nameHasThread: 'The file name names a metric thread.',
  robotMesh: 'The folder has robot meshes, which are in metres.',
  belowOne: 'All sides are below 1, as in most files in metres.',
  inchFractions: 'Its dimensions would be fractions of an inch.',
  roundLengths: 'In millimetres, its dimensions are round numbers.',
  meanThickness: 'Its walls would be {thickness:precise} mm thick on average.',
  nameMentionsUnit: 'The file name mentions {unit}.',
  lastUnit: 'You chose {unit} for the last file here.',
  partSize: 'The part would be {x:precise} × {y:precise} × {z:precise} mm.',
  fitsEvery: 'At {x:precise} × {y:precise} × {z:precise} mm it fits every printer.',
  fitsSome:
    'At {x:precise} × {y:precise} × {z:precise} mm it fits {fitting:number} of {printers:number} printers.',
  tooLargeForAll: 'At {x:precise} × {y:precise} × {z:precise} mm it is too large for every printer.',
  tooSmallForAll: 'At {x:precise} × {y:precise} × {z:precise} mm it is too small for every printer.',
  fitsNone: 'At {x:precise} × {y:precise} × {z:precise} mm it fits no printer.',
  fileUnreadable: 'The file cannot be read. It may have been moved, changed or locked; drop it again.',
} as const satisfies Area;
