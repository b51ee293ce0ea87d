import type { Area } from '../message.ts';

export const errors = {
  updateFeed: 'The answer about the newest version cannot be used.',
  'advice.connection': 'Check the connection. What you order waits in the queue.',
  'advice.online': 'Go online in the status bar.',
  'advice.account': 'Check the account in Settings.',
  retryAfter: 'Try again after {time}.',

  sentences: '{before} {next}',
  'file.notFound': '{file} was not found. It may have been moved or renamed.',
  'file.unreadable': '{file} cannot be read. Check its permissions and close other programs that use it.',
  'file.quoted': '“{name}”',
  'file.copyMissing': 'The stored copy of the file was not found. Add the file again.',
  'file.copyUnreadable': 'The stored copy of the file cannot be read. Add the file again.',
  'file.copyDamaged': 'The stored copy of the file is damaged. Add the file again.',
  'file.copyDamagedUnsent': 'The stored copy of the file is damaged. Nothing was sent. Add the file again.',
  'file.cutOff':
    '“{name}” is cut off: it announces more than it has. Export it again, and wait until the program has written it.',
  'file.badName': 'This is not the name of a stored file.',
  'file.isFolder': '“{name}” is a folder. Choose a model file inside it.',
  'file.notRegular': '“{name}” is not a regular file, so it cannot be added.',
  'file.empty': '“{name}” is empty. Export it again from your CAD program.',
  'file.tooLarge': '“{name}” is larger than 1 GiB. Export it with fewer triangles.',
  'file.notImportable':
    '“{name}” is neither a model nor a picture. Fabdesk opens models ({models:list}) and pictures ({pictures:list}).',
  'file.pictureTooLarge': 'Pictures may have at most 16 MB. Nothing was sent. Add a smaller one.',
  'disk.noSpace': 'Not enough disk space to copy the file. Free some space and try again.',
  'disk.full': 'The disk is full. Free some space and start Fabdesk again.',
  'network.connectLate': '{host} did not accept a connection in time. Check the internet connection.',
  'network.sendLate': 'The connection to {host} stalled while sending.',
  'network.answerLate': '{host} did not answer in time.',
  'network.tooSlow': '{host} is too slow to be used at the moment.',
  'network.nameUnknown':
    'The address of {host} was not found. Check the internet connection and the account’s address.',
  'network.refused': 'Nothing answers at {host}. The service may be down, or the account’s address is wrong.',
  'network.unreachable': '{host} cannot be reached from this computer. Check the internet connection.',
  'network.certificate':
    'The certificate of {host} is not valid ({code}), so nothing was sent. Check this computer’s date and the account’s address. In a network that inspects connections, install its certificate in this computer’s store.',
  'network.proxySilent':
    'The proxy {proxy} does not answer. Check the network, and the proxy in Settings, Network.',
  'network.proxySignIn':
    'The proxy {proxy} asks for a sign-in. Enter its user name and password in Settings, Network, or in HTTPS_PROXY. Nothing was sent.',
  'network.proxyRefused':
    'The proxy {proxy} refuses the user name and password, or wants a sign-in other than Basic, such as NTLM, which Fabdesk does not know. Check them in Settings, Network, or in HTTPS_PROXY. Nothing was sent.',
  'network.proxyFailed':
    'The proxy {proxy} makes no connection to {host} (status {status}). Ask those who run the network whether {host} is allowed. Nothing was sent.',
  'network.proxyKind':
    '“{text}” is no proxy that Fabdesk can use, and Fabdesk does not go around it. It needs one for HTTP, such as http://proxy.example.com:8080. Check HTTPS_PROXY, ALL_PROXY and the system’s settings, or choose in Settings, Network. Nothing was sent.',
  'network.oldNode': 'This Node.js knows no proxies. Install version 24.5 or newer and start Fabdesk again.',
  'network.badProxy': '“{text}” is not the address of a proxy. Enter one such as proxy.example.com:8080.',
  'network.notHttp': 'What answers at {host} does not speak HTTP. Check the account’s address.',
  'network.broken': 'The connection to {host} was lost.',
  'link.invalid': 'This link leads to no file on the web. Use one that begins with https://.',
  'link.insecure':
    'Fabdesk fetches nothing from {host} over plain http. Use its https address, or download the file and open it.',
  'link.credentials':
    'This link contains a user name or password, which Fabdesk sends nowhere. Download the file in your browser, and open it.',
  'link.page':
    '{host} answers with a web page instead of a model. Download the model in your browser, and open that file.',
  'link.signIn':
    '{host} gives the file only to people who are signed in. Download it in your browser, and open that file.',
  'link.status': '{host} does not give the file (status {status}). Check the link.',
  'link.redirects': '{host} leads from one address to the next without end. Check the link.',
  'address.invalid': 'This is not the address of a service. Enter one such as https://api.example.com.',
  'address.baseOnly':
    'Enter only the base address of the service, without a user name and without anything behind ? or #.',
  'address.insecure': 'Fabdesk does not send credentials to {host} over plain http. Use its https address.',
  'dataFolder.unusable':
    'Fabdesk cannot use the data folder {folder} ({what}). Check that you may write to it and that no other program uses its files, or choose another with --data or FABDESK_DATA.',
  'dataFolder.foreign':
    'The folder {folder} belongs to another user, so Fabdesk does not use it. Have it removed, or set TMPDIR to a folder of your own.',
  'dataFolder.noName': 'The data folder has no name.',
  'dataFolder.shared': '{folder} contains other things than Fabdesk’s data.',
  'dataFolder.tooLong': 'The path of the data folder has more than {count:number} characters.',
  'dataFolder.choose': 'Choose a folder of its own with --data or FABDESK_DATA.',
  'database.newer':
    'A newer version of Fabdesk has used this data folder. Install that version or a newer one; nothing was changed.',
  'database.unusable': 'Fabdesk cannot use its database ({code}). Check that the data folder is writable.',
  nodeTooOld: 'Fabdesk needs Node.js 22.14 or newer. Install it and start again.',
  'job.keyUsed':
    'This key belongs to an order that asked for something else. Nothing was ordered. Use another key, or repeat exactly the same command.',
  'job.changedMeanwhile': 'This job has just changed. Look at it again.',
  'job.damaged':
    'The record of this job was damaged on disk. Start Fabdesk again: it then shows what is left of it.',
  superseded:
    'Another Fabdesk has taken over this data folder. Close this one; nothing more is sent from here.',
  'account.fixed':
    'The address and the client ID of an account cannot be changed. Add another account instead.',
  'account.otherPrices':
    'The prices are from “{priced}”, and the order would go to “{account}”. Nothing was ordered. Ask for the prices again.',
  'account.localName': 'Local print service',
  'account.local': 'The local print service is part of Fabdesk and cannot be removed.',
  'account.busy':
    'This account still has uploads or orders in the queue. Let them finish or cancel them, then remove it.',
  'account.localStarting': 'The local print service is not running yet. Try again in a moment.',
  'consent.missing':
    'Rights and terms are not confirmed for this account, so nothing was sent. Confirm them in Settings, Accounts, or with “fabdesk accounts terms --accept”; then it continues.',
  'account.unknown': 'This account no longer exists. Choose another in Settings, Accounts.',
  'account.oauth1Secret': 'OAuth 1.0 needs the client secret. Enter it and sign in again.',
  'account.secretMissing':
    'The client secret of “{name}” is no longer on this computer. Enter it again in Settings, Accounts.',
  'signIn.over': 'This sign-in is over. Start it again in Settings, Accounts.',
  'signIn.codeNeeded': 'Enter the code that the service shows in the browser.',
  workspaceFull: 'The plate or the cart cannot take any more. Remove something, then try again.',
  cartChanged:
    'The cart was changed in another window, so nothing was ordered. Check the cart, then order again.',
  offline: 'You are working offline. Choose “Go online” when Fabdesk may use the network again.',
  alreadyRunning:
    'Fabdesk already uses this data folder, but does not answer yet. Try again in a moment, or close it.',
  'localService.restarting': 'Local service restarting',
  'localService.failed':
    'The local print service keeps stopping. Restart Fabdesk; the log in the data folder gives the reason.',
  'localService.silent': 'The local print service did not answer. Try again in a moment.',
  rateLimitedUntil: 'Rate limit reached until {time:moment}. Fabdesk retries queued work automatically.',
  rateLimited: 'Rate limit reached. Fabdesk retries automatically.',
  'material.ambiguous': 'Several materials are called "{word}". Use the id instead: {ids:either}.',
  'material.unknown': 'There is no material "{word}".',
  'list.noCatalog':
    'The materials are not known yet, so none was chosen. Choose them once the catalog is loaded.',
  'list.sameName': 'Several files are called {file}. Name the folder in the list, too.',
  'list.plateFull': 'The plate is full.',
  'list.notDropped':
    '{file} was not dropped with the list. Drop both together, or the folder that holds them.',
  'list.near': 'Did you mean {names:either}?',
  'cad.other': 'The folder {folder} is not from Fabdesk and is left alone. Move it away first.',
  'cad.notWritten': 'The folder {folder} could not be changed. Close the CAD program and try again.',
  'cad.gone': 'There is no CAD program for {folder} any more.',
  'list.empty': 'The list has no parts.',
  'list.noFileColumn': 'No column is named File. The columns are {columns}.',
  'list.tooLong': 'The list has {rows:number} parts; {most:number} are possible. Divide it.',
  'list.unclosedQuote': 'The quote that opens here is not closed.',
  'list.noFile': 'No file is named.',
  'list.badQuantity': '"{text}" is no quantity. Write a whole number from 1 to {most:number}.',
  'number.ambiguous':
    '"{text}" can be read in two ways, with decimals or with thousands. Write it without that separator.',
  'list.badScale': '"{text}" is no scale. Write a number above 0, such as 0.5 or 50 %.',
  'list.twoColumns': 'The columns {columns:list} say {values:list}. Keep the one that counts.',
  'list.noContent':
    'The quote does not say which file and size it is for. Quote the part again, and order by the new quote.',
  'list.otherContent':
    '{file} is not the file that was quoted. Quote it again, or bring the quoted version back.',
  'list.changedPart':
    '{file} was quoted with changes ({changes}), and the file is without them. Order the part where it was changed, or save it as a file and quote that.',
  'list.otherVolume': '{file} has {now:volume} now, and was quoted with {quoted:volume}. Quote it again.',
  'list.otherPrice':
    '{file} costs {now:money} a piece now, and was quoted at {quoted:money}. Quote it again to order it.',
  'list.badUnit': '"{text}" is no unit. Write mm, cm, m, in or ft.',
  'list.outside':
    '{file} is not in the folder of the list. Move it there, or name it by itself instead of in the list.',
  'list.otherLetters':
    '{file} is called {found} here. The names differ only by case or by how accents are composed, so it is taken.',
  'list.missing': 'There is no file {file} beside the list.',
  'list.noMaterial': 'No material is named. Fill in the column Material, or give --material for all rows.',
  'list.notFound': 'There is no list {file}.',
  'list.tooLarge': '{file} is too large for a list of parts.',
  'list.inLine': 'line {line:number}: {problem}',
  'list.refused': {
    one: '{file} has one row that cannot be ordered. Nothing was ordered.',
    other: '{file} has {count:number} rows that cannot be ordered. Nothing was ordered.',
  },
  'list.notChecked': {
    one: '{file} has one row that cannot be checked. Nothing was checked.',
    other: '{file} has {count:number} rows that cannot be checked. Nothing was checked.',
  },
  'list.notQuoted': {
    one: '{file} has one row that cannot be quoted.',
    other: '{file} has {count:number} rows that cannot be quoted.',
  },
  stopped: 'Stopped before it was finished.',
  internal: 'Something went wrong inside Fabdesk. The log has the details.',
} as const satisfies Area;
