import type { Area } from '../message.ts';

/** Answers of the print service, and signing in to it. */
export const service = {
  // `what`, the requests by name. In other languages they stand in the accusative.
  'what.info': 'the connection test',
  'what.materials': 'the request for materials',
  'what.printers': 'the request for printers',
  'what.categories': 'the request for categories',
  'what.prices': 'the request for prices',
  'what.models': 'the request for models',
  'what.model': 'the request for model {model}',
  'what.modelFile': 'the request for the file of model {model}',
  'what.orders': 'the request for orders',
  'what.order': 'the request for order {order}',
  filtersIgnored: 'The service does not filter its orders by {filters:list}. List them without that filter.',
  'what.shippingPrices': 'the request for shipping prices',
  'what.cart': 'the request for the cart',
  'what.signIn': 'the sign-in',
  'what.upload': 'the upload of “{file}”',
  'what.placeOrder': 'the order',
  'what.cancelOrder': 'the cancellation of order {order}',
  'what.removeModel': 'the removal of model {model}',
  'what.reprint': 'the request for a reprint',
  'what.editModel': 'the change of model {model}',
  'what.photo': 'the photo of model {model}',
  'what.addToCart': 'the request to add to the cart',
  'what.customise': 'the customisation of product {product}',

  notService:
    'The answer to {what} did not come from a print service. If this network asks you to sign in, do that first. Otherwise check the account’s address in Settings, Accounts.',
  notServiceStatus:
    'The answer to {what} (status {status}) did not come from a print service. If this network asks you to sign in, do that first. Otherwise check the account’s address in Settings, Accounts.',
  webPage:
    'The answer to {what} was a web page (“{title}”), not a print service. If this network asks you to sign in, do that first. Otherwise check the account’s address in Settings, Accounts.',
  notUnderstood: 'Fabdesk does not understand the service’s answer to {what}.',
  notUnderstoodAt: 'Fabdesk does not understand the service’s answer to {what} (field {field}).',
  failed: 'The service could not handle {what} (status {status}). Try again later.',
  failedBecause: 'The service could not handle {what} (status {status}): {reason} Try again later.',
  failedOpen: 'The service could not handle {what} (status {status}).',
  failedBecauseOpen: 'The service could not handle {what} (status {status}): {reason}',
  redirected:
    'The answer to {what} redirects to another page, which Fabdesk does not follow. If this network asks you to sign in, do that first. Otherwise check the account’s address in Settings, Accounts.',
  networkSignIn:
    'This network lets {what} through only after you have signed in to it. Open any web page and sign in there.',
  notFound: 'The service found nothing for {what}: {reason}',
  tooLarge: 'This is too large for the service: {reason}',
  tooMuch: 'The service’s answer to {what} is too large, so nothing of it was used. Contact the service.',
  answerTooLarge: 'The answer of {host} is too large.',
  refused: 'The service refused {what} without a reason.',
  refusedBecause: 'The service refused {what}: {reason}',
  tokenExpired: 'The sign-in has expired. Fabdesk signs in again.',
  credentialsRefused:
    'The service no longer accepts this account’s credentials. Enter them again in Settings, Accounts.',
  outcomeOpen:
    'It is not known yet whether {what} took effect. Do not repeat it: Fabdesk checks at the service.',
  changeOpen: 'It is not known whether the change took effect. Check before you try again.',
  downloadIncomplete: 'The file of model {model} arrived incomplete or was changed on the way. Try again.',
  otherBytes:
    'The service stored model {model}, but not as “{file}” was sent. Remove that model in the Library and upload the file again.',

  'signIn.applicationRefused':
    'The service does not accept this client ID and secret ({reason}). Check both in Settings, Accounts.',
  'signIn.clientRefused': 'The service does not accept this client ID and secret ({reason}). Check both.',
  'signIn.secretNeeded':
    'The service does not accept this client ID without a secret ({reason}). Check the client ID, or enter its secret.',
  'signIn.codeRefused':
    'The service does not accept the code ({reason}). A code works once and for a short time: get a new one.',
  'signIn.endedBecause': 'The service ended this sign-in ({reason}). Sign in again in Settings, Accounts.',
  'signIn.notRenewed':
    'The service does not renew this sign-in ({reason}). Sign in again in Settings, Accounts.',
  'signIn.ended': 'The sign-in of this account has ended. Sign in again in Settings, Accounts.',
  'signIn.otherIssuer': 'The answer came from another service. Start the sign-in again.',
  'signIn.noCode': 'The service answered without a code. Start the sign-in again.',
  'signIn.unauthorisedClient':
    'This client ID may not sign users in. Check it, and how it is registered at the service.',
  'signIn.serverError': 'The service has a problem. Start the sign-in again in a few minutes.',
  'signIn.busy': 'The service is too busy. Start the sign-in again in a few minutes.',
  'signIn.denied': 'Access was denied. If that was a mistake, start again and choose Allow.',
  'signIn.requestRefused':
    'The service does not accept Fabdesk’s sign-in request. Check its address and the client ID.',
  'signIn.oauth1Refused':
    'The service does not start this sign-in ({reason}). Check the client ID, its secret and the redirect address registered for it.',
  'signIn.otherPage':
    'The service named a sign-in page of another website, which Fabdesk does not open. Check the service address.',
  'signIn.stopped': 'The sign-in was stopped.',
  'signIn.noPort':
    'Fabdesk could not open a port for the browser’s answer. Choose to paste the code instead.',
  'signIn.timeout': 'The sign-in was not finished in time. Start it again.',

  // The pages that the browser shows after signing in.
  'page.received': 'Back to Fabdesk',
  'page.received.more':
    'Fabdesk has the service’s answer and continues by itself. You can close this window.',
  'page.foreign': 'Not for this sign-in',
  'page.foreign.more':
    'Fabdesk is waiting for another answer. You can close this window. If you were signing in, start again in Fabdesk.',
} as const satisfies Area;
