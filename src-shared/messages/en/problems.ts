import type { Area } from '../message.ts';

/** Why a job of the queue waits, was not sent, or needs a person. They are stored with the job. */
export const problems = {
  // Uploads and files.
  uploadRecordLost:
    'It was not sent: the record of one of its uploads was damaged on disk. Add the file and order again.',
  uploadEnded: 'It was not sent: “{file}” was not uploaded. {why} Fix that and order again.',
  youEndedIt: 'You ended it.',
  fileGone: 'The stored copy of “{file}” is gone. Nothing was sent. Add the file again.',
  fileDamaged: 'The stored copy of “{file}” is damaged. Nothing was sent. Add the file again.',

  // The disk.
  diskFull: 'The disk is full, so Fabdesk sends nothing. Free some space; then it continues.',
  diskFailing:
    'The disk reports input/output errors, so Fabdesk sends nothing. Check the disk and its connection, and make a backup.',

  // After a start.
  recordLost:
    'The record of an order was lost. It was sent on {when} UTC, and its answer never came. Check in Orders whether it was placed before you order the same again, then give this up here.',
  lostRecordOfOrder: 'Lost record of an order',
  damagedOrder: 'Damaged record of an order',
  damagedChange: 'Damaged record of a change',
  damagedUpload: 'Damaged record of an upload',
  cutOff:
    'Fabdesk ended before the answer came. Whether this took effect is not known: check at the service.',
  diedTooOften: 'Fabdesk ended three times while it prepared this. Nothing was sent. Add it again to retry.',
  recordOlder:
    'The database was restored and does not know whether this was sent. Whether it took effect is not known: check at the service.',
  recordDamaged: 'The record of this job was damaged on disk. Nothing is sent from it.',

  // While sending.
  earlyAnswer:
    'The service answered before everything was sent. Whether this took effect is not known: check at the service before you try again.',
  sentBefore:
    'The service already has this order: {order}. Fabdesk’s data seems to be an older copy, so nothing was sent.',
  answerOfOtherOrder:
    'The service answered with order {order}, which another request made. Fabdesk looks for the order that this one made. Do not order again.',
  answerOfOtherModel:
    'The service answered with model {model}, which another request made. Fabdesk looks for the model that this one made.',
  answerOfRival:
    'The service answered with order {order}. Another request, whose outcome is not known yet, may have made it. Fabdesk checks whose it is. Do not order again.',
  measuring: 'The service is still measuring “{title}”.',
  neverMeasured:
    'Fabdesk had waited since {since:moment} for that to end. Try again later, or ask the service about this model.',
  stoppedBeforeLastByte: 'Stopped before the last byte was sent.',
  earlierChange: 'It waits for an earlier change whose outcome is not known yet: {change}.',
  earlierAttempt:
    'The answer to an earlier change of the same model was lost, and a copy of it may still arrive. This one waits, so that it is not overwritten.',

  // A changed model.
  changedElsewhere:
    'Somebody else changed the {field} meanwhile. Nothing was sent. Check the model and change it again.',
  changedElsewhereLost:
    'The answer to this change was lost. The {field} is neither what it was nor what you wanted. Check the model, then choose whether your change was made.',
  ownMayCome:
    'Somebody else changed the {field}, and a copy of your change may still arrive. Fabdesk checks again when none can come any more.',
  changeGone:
    'The answer to this change was lost, and the service no longer has what was to be changed. Give it up: there is nothing left to send.',
  'field.title': 'title',
  'field.description': 'description',
  'field.tags': 'list of tags',
  'field.isPublic': 'visibility',
  'field.isClaimable': 'claim setting',
  'field.isForSale': 'sale setting',
  'field.isDownloadable': 'download setting',
  'field.defaultMaterialId': 'default material',
  'field.categories': 'list of categories',
  'field.materials': 'markup of a material',

  // Photos, the service's cart, customised products.
  photoUnseen:
    'The answer to this photo was lost, and the service does not list photos. Check the model’s page, then say whether the photo is there.',
  photoDiffers:
    'The service stored the photo, but not as it was sent. Check the model’s page, then say what you find.',
  cartNotShown:
    'The same model was just added to the service’s cart, which may take a minute to show it. Fabdesk adds this one after that.',
  cartUnclear:
    'The answer was lost, and the service’s cart does not show whether this was added. Check the cart there, then say what you find.',
  customisedUnclear:
    'The answer was lost, and Fabdesk cannot tell which new model is this product, if any. Look in the Library, then say what you find.',

  // Uploads whose answer was lost.
  otherBytes:
    'The service stored model {model}, but not as “{file}” was sent. Remove that model in the Library, then upload the file again.',
  uploadUnclear:
    'The answer to this upload was lost, and the service has a model of the same title. Choose whether it is this one.',
  modelsIncomplete:
    'The answer to this upload was lost, and the service has more models than Fabdesk can search. Look in the Library, then say what you find.',

  // Orders whose answer was lost.
  orderUnclear: {
    one: 'The answer to this order was lost, and the service has an order that could be it. Choose whether it is.',
    other:
      'The answer to this order was lost, and the service has {count:number} orders that could be it. Choose which one it is.',
  },
  ordersIncomplete:
    'The answer to this order was lost, and the service does not list all orders of this account. Check the service’s own pages, then say what you find.',
  notQuietYet:
    'The answer to this order was lost. The service does not have it, but it may still arrive. Check again later, then say what you find.',
  orderUnmarked:
    'The answer to this order was lost, and the service does not have it. It carried no reference, so Fabdesk does not send it again without you.',
  duplicate:
    'The service has this order more than once: {orders:list}. Cancel the extra one in Orders. No other order of this account is sent before you have seen this.',
  refusedForNow:
    'The service did not take this order just now. Before Fabdesk sends it again, it looks whether the order was placed all the same.',
  serviceReset: {
    one: 'The service no longer has order {orders:list}, or has another one under this number: it was reset, or restored from an older backup. Look in Orders before you order again. No order of this account is sent before you have seen this.',
    other:
      'The service no longer has orders {orders:list}, or has others under these numbers: it was reset, or restored from an older backup. Look in Orders before you order again. No order of this account is sent before you have seen this.',
  },
  orderNeverThere:
    'The service answered that it placed this as order {order}, but it does not list that order: the answer was wrong, or the order was lost there. Look in Orders before you order again. No order of this account is sent before you have seen this.',
  orderCorrected:
    'The service answered with order {answered}, but the order with the reference of this one is {order}. Order {answered} is not yours from here: do not cancel it because of this.',
  placedAfterRefusal:
    'The service refused an order of exactly these parts before, and now lists order {order} with them: it seems to have placed that one all the same. Confirm only if you want both.',
  otherOrder:
    'Order {order} at the service has other parts than the one that was placed from here under this number, so it is somebody else’s. Nothing was cancelled.',
  notCancelled:
    'The service answered that order {order} was cancelled, but it still lists the order as not cancelled. Check it in Orders, then cancel it again or ask the service.',
  turnedUp:
    'A request that seemed lost reached the service: it is order {order}. Fabdesk is checking it and sends nothing until then.',
  'late.cancelled': {
    one: 'You cancelled this order, but the service has it as order {orders:list}: an earlier request arrived late, or another copy of the data folder sent it.',
    other:
      'You cancelled this order, but the service has it as orders {orders:list}: earlier requests arrived late, or another copy of the data folder sent them.',
  },
  'late.rejected': {
    one: 'The service refused this order, but has it as order {orders:list}. Do not order it again.',
    other: 'The service refused this order, but has it as orders {orders:list}. Do not order it again.',
  },
  'late.abandoned': {
    one: 'You gave this order up, but the service has it as order {orders:list}: its request arrived late.',
    other:
      'You gave this order up, but the service has it as orders {orders:list}: its requests arrived late.',
  },
  'late.poison': {
    one: 'Fabdesk stopped this order, but the service has it as order {orders:list}: an earlier request arrived late.',
    other:
      'Fabdesk stopped this order, but the service has it as orders {orders:list}: earlier requests arrived late.',
  },
  lateAlike:
    'Order {order} has exactly the parts of this order, which counts as not placed. It may be this order, arrived late, or someone else’s. Cancel it in Orders if you do not want it.',
  ambiguous: {
    one: 'Order {later:list} has the same parts as order {order}, which Fabdesk took for this one. It is a copy or somebody else’s order. Compare both in Orders, and cancel one there if it is too many.',
    other:
      'Orders {later:list} have the same parts as order {order}, which Fabdesk took for this one. They are copies or somebody else’s orders. Compare them in Orders, and cancel there what is too many.',
  },

  // The data folder is a copy.
  folderOlder:
    'This is an older copy of Fabdesk’s data, from {time:moment}. Orders sent since are not known here. Waiting orders are sent only after you confirm them again; look in Orders first.',
  folderOlderUndated:
    'This is an older copy of Fabdesk’s data. Orders sent since are not known here. Waiting orders are sent only after you confirm them again; look in Orders first.',
  folderCopy:
    'This is a copy of Fabdesk’s data, from {time:moment}. The original may have sent the orders that wait here. They are sent only after you confirm them again; look in Orders first.',
  folderCopyUndated:
    'This is a copy of Fabdesk’s data. The original may have sent the orders that wait here. They are sent only after you confirm them again; look in Orders first.',
  ordersSinceCopy: {
    one: 'One order at “{account}” is not known here: {orders}.',
    other: '{count:number} orders at “{account}” are not known here: {orders}.',
  },

  // Reprints.
  reprintRestored:
    'Fabdesk’s data is an older copy, or a copy of another folder. This copy has not sent the reprint, but it may have been sent since. Look for it in Orders, then confirm it again or cancel it.',
  changeRestored:
    'Fabdesk’s data is an older copy, or a copy of another folder. This copy has not sent the change, but it may have been made since, or something newer. Look at the service, then confirm it again or cancel it.',
  reprintOld:
    'You requested this reprint more than a day ago. Nothing was sent. Confirm it again or cancel it.',
  reprintUnseen:
    'The answer to this reprint was lost, and the service has no new order of that part. A reprint carries no reference, so Fabdesk does not send it again without you.',
  reprintUnclear:
    'The answer to this reprint was lost, and the service has a new order of that part. Choose whether it is the reprint.',

  // A person's actions with a job.
  noSuchJob: 'This job is not in the queue.',
  tooLate: 'This was already sent. Cancel the order at the service instead.',
  final: 'This job has ended; nothing about it changes any more.',
  notNow: 'This cannot be done now: the job has just changed. Look at it again.',
  heldBack: 'You put it on hold.',
  neededByOrder: 'An order waits for this upload. Cancel the order first.',
  notWaiting: 'This job does not wait for a time, so it cannot be tried sooner.',
  notMovable: 'Only a job that waits to be sent can be moved in the queue.',
  notHoldable: 'Only a job that waits to be sent can be put on hold.',
  nothingToConfirm: 'This order does not wait for a confirmation.',
  priceChangedAgain: 'The price has changed again. Check the new total.',
  nothingToAcknowledge: 'There is nothing to confirm about this job.',
  stillRunning: 'The service has not answered yet. If no answer comes, you can resolve this in a moment.',
  notUnknown: 'There is nothing to resolve: the outcome of this job is known.',
  linkedOrder: 'Another job of this queue made that order. Choose another one.',
  linkedModel: 'Another job of this queue made that model. Choose another one.',
  stillChecking: 'Fabdesk is still checking what became of this. Sending it again now could make it twice.',
  damagedNotSent:
    'The record of this was damaged on disk, so it is not sent again. Give it up and order or change it anew.',
  foundMeanwhile: 'The service has this order already. Choose which one it is.',
  totalDiffers: 'Type the amount of this order, {total:money}, to place it again.',
  asked: 'Fabdesk asked you what became of it.',
  noSuchOrder: 'The service has no order with the number {id}.',
  noSuchModel: 'The service has no model with the number {id}.',

  // The service's things that could be a job's outcome.
  'candidate.order': 'Order {order}',
  'candidate.reprint': 'Status {status}. It was not there before the reprint was sent.',
  'candidate.product': 'Model {model}. It was not there before the product was requested.',
  'candidate.model': 'Model {model}, version {version}. {why}',
  'candidate.model.marked': 'Its file carries the mark of this upload.',
  'candidate.model.markedWrong': 'It carries the mark of this upload, but not its bytes.',
  'candidate.model.possible': 'It has the same title, and its file may be this one.',
  'candidate.order.hidden': 'Status {status}; the service does not show its parts.',
  'candidate.order.parts': '{parts:list}; status {status}.',
  'candidate.order.ships': '{parts:list}; status {status}; ships on {date}.',
  'candidate.order.marked': 'It carries the reference of this order.',
  'candidate.statusUnknown': 'unknown',
} as const satisfies Area;
