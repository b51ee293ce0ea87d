import type { Area } from '../message.ts';
import { usStateNames } from './us-states.ts';

export const cart = {
  loading: 'Loading the cart…',
  removed: '“{title}” in {material} was removed.',
  'empty.title': 'Your cart is empty',
  'empty.text':
    'Open a part in Prepare, choose a material and add it to the order. The cart is kept when you close Fabdesk.',
  prepareAnother: 'Prepare another part',
  'above.title': { one: 'A price is above your limit', other: '{count:number} prices are above your limit' },
  'rise.title': { one: 'A price has risen', other: '{count:number} prices have risen' },
  'rise.text':
    'The parts now cost {now:money} instead of {before:money}. Nothing is ordered until you accept.',
  'rise.accept': { one: 'Accept new price', other: 'Accept new prices' },
  'changed.title': {
    one: 'A part has changed since you added it',
    other: '{count:number} parts have changed since you added them',
  },
  'changed.text':
    'With the changes, the parts cost {now:money}; before, it was {before:money}. Nothing is ordered until you accept.',
  'changed.accept': 'Accept changes',
  'returned.rejected': 'Order refused: its parts are in the cart',
  'returned.poison': 'Order not sent: its parts are in the cart',
  'returned.cancelled': 'Order cancelled: its parts are in the cart',
  'returned.notice': '{what}.',
  'returned.advice': 'Nothing was bought. Fix the problem, then order again.',
  'returned.line': 'From the order that did not go through',
  orderedElsewhere: 'Parts of this cart were just ordered in another window.',
  alreadyOrdered: 'You already ordered these parts ({time:moment}). Placing this order buys them again.',

  // The table of parts.
  parts: 'Parts in the cart',
  'column.each': 'Unit price',
  'column.total': 'Amount',
  fewer: 'Decrease quantity of {title}',
  more: 'Increase quantity of {title}',
  quantityOf: 'Quantity of {title} in {material}',
  remove: 'Remove {title} from the cart',
  'line.rose': 'The price rose from {from:money} to {to:money} each.',
  'line.replaced':
    'The model has another file now: version {version}. It costs {to:money} each; your version cost {from:money}. Accept it or remove the part.',
  'line.found': 'The price is now known and within your limit of {limit:money}.',
  'line.aboveLimit': 'It costs {to:money} each; your limit is {from:money}.',
  'line.outdated': 'The file was exported again since it was added. The order prints the earlier version.',
  'line.fell': 'The price fell; it was {from:money} each.',
  'line.unavailable':
    'No price for this part in this material. Remove it, or choose another material in Prepare.',
  'line.modelUnavailable':
    'The service has no price for this model in this material now. Try again in a moment, or remove it.',
  otherMaterial: 'Another material for {title}',
  chooseMaterial: 'Other material',
  verdictWorse: 'Since you added it:',
  orderAnyway: 'Order anyway',
  orderAnywayOf: 'Order {title} anyway',
  'prices.asking': 'Refreshing prices…',
  'prices.notChecked':
    'Prices could not be refreshed; they are from {time:moment}. They are checked again before the order is sent.',
  'prices.rose': 'Prices refreshed. Parts that cost more are marked.',
  'prices.current': 'Prices updated {time:moment}.',

  // The steps.
  steps: 'Checkout steps',
  'step.cart': 'Cart',
  'step.address': 'Address',
  'step.shipping': 'Shipping',
  'step.review': 'Review',
  'step.placed': 'Placed',
  stepDone: 'done',

  // The address.
  address: 'Shipping address',
  addressNote: 'Fields marked * are required. The address is remembered on this computer.',
  'field.firstName': 'First name',
  'field.lastName': 'Last name',
  'field.country': 'Country',
  'field.address1': 'Street address',
  'field.address2': 'Address line 2',
  'field.address3': 'Address line 3',
  'field.city': 'City',
  'field.usState': 'State',
  'field.state': 'State or region',
  'field.usZipCode': 'ZIP code',
  'field.zipCode': 'Postal code',
  'field.phoneNumber': 'Phone number',
  'hint.address2': 'Floor, suite, company',
  'hint.phone': 'The carrier uses it for delivery.',
  'hint.phoneTenDigits': '10 digits, for example 2125550123. The carrier uses it for delivery.',
  chooseCountry: 'Choose a country',
  chooseState: 'Choose a state',
  continue: 'Continue',
  'problem.firstName': 'Enter a first name.',
  'problem.lastName': 'Enter a last name.',
  'problem.country': 'Choose a country.',
  'problem.state': 'Enter a state or region.',
  'problem.city': 'Enter a city.',
  'problem.address1': 'Enter a street address.',
  'problem.zipCode': 'Enter a postal code.',
  'problem.phoneNumber': 'Enter a phone number for the carrier.',
  'problem.unknownCountry':
    'No country has this name. Enter its usual name or its 2-letter code, such as US.',
  'problem.usState': 'Choose the state by its 2-letter abbreviation, such as NY.',
  zipOfOtherState: 'ZIP code {zip} belongs to {found}, but the state is {chosen}. Which one is right?',
  useState: 'Use {state}',
  keepState: 'The state is right',
  'problem.tenDigits': 'Enter exactly 10 digits for the United States or Canada.',

  // Shipping.
  shipping: 'Shipping method',
  'shipping.Cheapest': 'Cheapest',
  'shipping.Fastest': 'Fastest',
  'shippingHint.Cheapest': 'The cheapest way to this address.',
  'shippingHint.Fastest': 'The fastest delivery to this address.',
  shippingNote:
    'Shipping cost depends on address, weight and method. The service states it only after it accepts the order.',

  // Review.
  review: 'Review your order',
  changeAddress: 'Change the shipping address',
  changeShipping: 'Change the shipping method',
  phone: 'Phone {number}',
  shippingAfter: 'The service adds the price of shipping after you order.',
  shippingAsking: 'Asking for the price of shipping…',
  shippingListed: 'These are the service’s prices for this address. Tax may be added.',
  shippingDays: {
    one: 'about {count:number} working day',
    other: 'about {count:number} working days',
  },
  payment: 'Payment',
  paidBy: 'Credit card on file for the account “{account}”',
  sandbox: 'This is the local print service: no money moves and nothing is printed.',
  fee: 'Service fee',
  feeText:
    'Besides the parts and shipping, the service charges a fee of {fee:percent} of the parts: {amount:money} here.',
  feePayer: 'This is the standard fee. Your agreement with the service may differ.',
  metadata: 'Metadata',
  'metadata.note':
    'It goes with every model of the order. Only certain applications may send it; the service refuses the orders of others.',
  'metadata.name': 'Name',
  'metadata.value': 'Value',
  'metadata.add': 'Add',
  'metadata.remove': 'Remove metadata {name}',
  'metadata.nameFirst': 'Enter a name.',
  'metadata.twice': 'This is already in the list.',
  'metadata.tooMany': 'An order can carry at most {most:number} entries.',
  incentives: 'Incentive codes',
  'incentive.code': 'Incentive code',
  'incentive.add': 'Add code',
  'incentive.remove': 'Remove code {code}',
  'incentive.note': 'The service checks codes when it gets the order. The prices here are without them.',
  'incentive.empty': 'Enter a code.',
  'incentive.twice': 'This code is already in the list.',
  'incentive.tooMany': 'An order can carry at most {most:number} codes.',
  'incentive.refused': 'refused',
  reference: 'Add an order reference to the label (recommended)',
  referenceHint:
    'A line such as “Ref K7Q2M9XT” in the address. If the connection drops while ordering, Fabdesk uses it to find the order. Without it, you may have to check yourself.',

  // The summary.
  summary: 'Summary',
  partCount: { one: '{count:number} part', other: '{count:number} parts' },
  partCountSome: '{count:number} of {of:number} parts',
  'summary.shipping': 'Shipping',
  tolerance: 'Prices up to {share:percent} higher when it is sent count as agreed. Settings can change that.',
  'summary.tax': 'Tax',
  'summary.fee': 'Service fee ({fee:percent})',
  taxLater: 'If tax applies, the service adds it when it accepts the order.',
  shipsTo: 'Ships to {name}, {city}. {option}.',
  'next.cart': 'Continue to address',
  'next.address': 'Continue to shipping',
  'next.shipping': 'Continue to review',
  placeNothing: 'Place order',
  placeOrder: 'Place order – {total:money}',
  placeOrderUpTo: 'Place order – at most {total:money}',
  queueOrderUpTo: 'Queue order – at most {total:money}',
  queueOrder: 'Queue order – {total:money}',
  addedLater: 'The service adds shipping and tax when it accepts the order.',
  'offline.paused': 'You are working offline. The order stays in the queue and is sent when you go online.',
  'offline.refused':
    'The service rejects the credentials of this account. The order stays in the queue until you correct the account in Settings.',
  'offline.away':
    'The service cannot be reached. The order stays in the queue, even when you close Fabdesk, and is sent when the service is back.',
  'offline.limit': 'Parts without a price are ordered only if the price is within your limit.',
  'offline.price':
    'If the price rises by more than the increase allowed in Settings, Fabdesk asks you first.',

  // The reasons that keep the checkout from going on.
  'obstacle.empty': 'The cart is empty.',
  'obstacle.otherAccount': 'The prices are from another account. Open the cart to refresh them, online.',
  'obstacle.consent': 'Confirm rights and terms first.',
  'obstacle.noPrice': 'Some parts have no price. Remove them, or choose another material in Prepare.',
  'obstacle.refused': 'A part will be refused. Remove it, or choose “Order anyway” beside it.',
  risk: {
    one: 'One part is at risk or will be refused',
    other: '{count:number} parts are at risk or will be refused',
  },
  'obstacle.blocked':
    'The service does not make a part in its material. Choose another material beside it, or remove it.',
  'obstacle.incentive': 'The service refused the code {code}. Remove it in the step “{step}”.',
  'obstacle.changed': 'Some parts have changed. Accept the changes or remove the parts.',
  'obstacle.otherAccountModel':
    '“{title}” is a model of another account. Select that account in Settings, or remove the part.',
  'obstacle.rises': 'Some prices have risen. Accept the new prices or remove the parts.',
  'obstacle.currencies': 'The parts are priced in different currencies. Order one currency at a time.',
  'obstacle.payment':
    'This account cannot pay: it has no payment verification ID. Enter it in Settings: choose “{change}” beside the account.',
  placingUnknown:
    'It is not known whether the order reached the queue. Press the button again: Fabdesk checks the queue first and never orders twice.',

  // After the order was placed.
  'placed.queued': 'The order is in the queue',
  'placed.done': 'Order placed',
  'placed.number': 'Order {orderId} placed',
  'placed.rejected': 'The service refused the order',
  'placed.needsYou': 'The order needs your attention',
  'placed.safe': 'It stays there even when you close Fabdesk.',
  queuedAt: 'Added to the queue',
  uploads: 'Uploads: {done:number} of {all:number} done',
  showInQueue: 'Show in Queue',
  showInOrders: 'Show in Orders',
  backToCart: 'Back to cart',

  ...usStateNames,
} as const satisfies Area;
