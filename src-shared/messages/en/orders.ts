import type { Area } from '../message.ts';

export const orders = {
  queued: {
    one: '{count:number} order is still in the queue and not listed here yet.',
    other: '{count:number} orders are still in the queue and not listed here yet.',
  },
  loading: 'Loading orders…',
  'empty.title': 'No orders yet',
  'empty.text': 'Your orders appear here with their status, from placed to shipped.',

  // An order.
  order: 'Order {id}',
  'status.placed': 'Placed',
  'status.in_production': 'In production',
  'status.shipped': 'Shipped',
  'status.cancelled': 'Cancelled',
  'status.unknown': 'Unknown',
  'statusText.placed': 'Production has not started.',
  'statusText.in_production': 'The parts are being made.',
  'statusText.shipped': 'The order is on its way.',
  'statusText.cancelled': 'Nothing more is made.',
  'statusText.unknown': 'The service states no clear status. Refresh later, or ask the service.',
  cancelOrder: 'Cancel order',
  cancelNumber: 'Cancel order {id}',
  placed: 'Placed',
  elsewhere: 'Not with Fabdesk',
  totalNotKnown: 'Not known here',
  shipsBy: 'Ships by',
  plannedToShip: 'Planned to ship by',
  arrivesBy: 'Arrives by',
  partsOf: 'Parts of order {id}',
  noParts: 'The service does not list the parts yet.',
  'cancel.title': 'Cancel order {id}?',
  'cancel.no': 'Keep order',
  'cancel.text':
    'The service is asked to cancel the whole order. This cannot be undone. Once production has started, the service may refuse. Offline, the request waits in the queue.',

  // A part of an order.
  untitled: 'Untitled part',
  rejected: 'The service rejected this part',
  'progress.complete': '{amount:number} complete',
  'progress.in_production': '{amount:number} in production',
  'progress.processing': '{amount:number} processing',
  'progress.cancelled': '{amount:number} cancelled',
  noProgress: 'No progress reported yet',

  // A reprint.
  reprint: 'Reprint',
  reprintOf: 'Reprint {title}',
  'reprint.text':
    'The service is asked to make the part again, as a new order to the same address. It states no price beforehand: the reprint may be free, or charged to the credit card on file.',
  'reprint.quantityHint': 'Of {ordered:number} ordered',
  'reprint.reason': 'Reason code',
  'reprint.reasonHint': 'From the service; 503 if it gave none',
  'reprint.comment': 'What is wrong',
  'reprint.commentNeeded': 'Describe the problem in a few words.',
  'reprint.yes': 'Request reprint',

  // A shipment.
  carrierNotKnown: 'Carrier not known yet',
  shippedOn: '{carrier}, shipped {date:day}',
  copyTracking: 'Copy the tracking number {number}',
  noTracking: 'No tracking number yet.',
  returned: {
    one: 'An order did not go through. Its parts are in the cart again.',
    other: '{count:number} orders did not go through. Their parts are in the cart again.',
  },
  again: 'Order again',
  againNumber: 'Order again: order {id}',
  againTitle: 'Order again what order {id} had',
} as const satisfies Area;
