/** The price that an order is placed for, and what to do if the service differs from it. */
import type { Area } from '../message.ts';

export const agreement = {
  currencies:
    'The parts are priced in different currencies. Request the prices again, or order them separately.',
  totalDiffers: 'The total that you confirmed is not the sum of the parts. Look at the cart again.',
  fileMissing: 'Fabdesk no longer has its copy of “{name}”. Add the file again.',
  uploadFailed: '“{title}” is not at the service: its upload did not succeed. Add the file again.',
  notUploaded: '“{title}” has not been uploaded yet.',
  noPaymentId:
    'This account has no payment verification ID. Enter it in Settings > Accounts, or set FABDESK_PAYMENT_ID for “fabdesk accounts sign-in” or “add”; then the order continues.',
  slept: 'This computer was asleep just before the order was sent, so its price is checked again.',
  priceMissing:
    '“{title}” has no price in {material} at the moment. Fabdesk asks again later; to choose another material, cancel the order.',
  replaced:
    'The model of “{title}” was changed at the service, so Fabdesk uploads your file as a new model and orders that.',

  gone: 'Model {model}, “{title}”, is no longer at the service, or you may no longer see it.',
  file: 'The file of model {model}, “{title}”, is no longer the one that you agreed to.',
  withheld: '“{title}” is no longer offered in {material}.',
  price: '“{title}” in {material} now costs {now:money} a piece, not {before:money}.',
  priceWithMarkup:
    '“{title}” in {material} now costs {now:money} a piece, not {before:money}; {markup:money} of it is the owner’s markup.',
  aboveLimit:
    '“{title}” in {material} costs {now:money} a piece. That is {above:money} above your limit of {limit:money}.',
  totalAboveLimit: 'The order costs {now:money}, and your limit is {before:money}.',
  shippingUnknown: 'Your limit is {limit:money} in all, and the service does not say what shipping costs.',
  limitMissing: 'A part has neither a price nor a limit. Enter what it may cost at most.',
  currency: 'You confirmed {before:money}, and the service now asks {now:money}.',
  rose: 'The price rose from {before:money} to {now:money} since you confirmed it.',
  shipping: 'Shipping now costs {now:money}, not {before:money}.',
  old: 'You confirmed this order more than a day ago. It costs {now:money} now.',
  restored:
    'Fabdesk’s data is an older copy, or a copy of another folder. This copy has not sent the order, but it may have been sent or cancelled since. Look for it in Orders first. It costs {now:money} now.',
  confirm: 'Nothing was ordered. Confirm the order for {now:money} or cancel it.',
  confirmUploaded:
    'Nothing was ordered; only your files were uploaded. Confirm the order for {now:money} or cancel it.',
  confirmRestored: 'If it was not ordered, confirm it for {now:money}; otherwise cancel it here.',
  cancel: 'Nothing was ordered. Cancel the order, or check again when this has changed.',
} as const satisfies Area;
