import type { Area } from '../message.ts';

/** Starting and closing Fabdesk, and the border between its windows and the application. */
export const hosts = {
  'help.about': 'Opens Fabdesk in the browser, on this computer only.',
  'help.files': 'models to open',
  'help.data': 'where Fabdesk stores its data (also FABDESK_DATA)',
  'help.port': 'port to try first; by default a new one at each start, which is safer on a shared computer',
  'help.noOpen': 'only print the address',
  'help.endWithWindow': 'end ten minutes after the last window was closed and nothing is on its way',
  'help.json': 'print the address as one line of JSON',
  badPort: 'A port is a whole number from 0 to 65535.',

  'start.slow': 'Still starting. If your keychain asks for its password, enter it.',
  'start.failed': 'Fabdesk cannot start',
  'start.opened': 'Fabdesk is open in your browser:',
  'start.openThis': 'Fabdesk is open. Open this address in a browser on this computer:',
  'start.ownWindow': 'Fabdesk is already running, in its own window.',
  'start.runningOpened': 'Fabdesk is already running. It is open in your browser:',
  'start.runningOpenThis': 'Fabdesk is already running. Open this address in a browser on this computer:',
  'start.once': 'The address works once. Press Ctrl+C here to close Fabdesk.',
  'start.running': 'Fabdesk is already running',
  'start.runningHere':
    'Fabdesk is already running on this data folder. Its window comes to the front and opens the files.',
  'start.runningElsewhere':
    'Fabdesk is already running on this data folder, in a browser or in a terminal. Use it there, or close it there first.',
  'start.runningSays': 'It reports: {problem}',
  fileNotOpened: 'The file cannot be opened',

  // `&` marks the letter for the keyboard.
  'menu.file': '&File',
  'menu.view': '&View',
  'menu.edit': '&Edit',
  'menu.window': '&Window',
  'menu.undo': 'Undo',
  'menu.redo': 'Redo',
  'menu.cut': 'Cut',
  'menu.copy': 'Copy',
  'menu.paste': 'Paste',
  'menu.delete': 'Delete',
  'menu.selectAll': 'Select all',
  'menu.resetZoom': 'Actual size',
  'menu.togglefullscreen': 'Full screen',
  'menu.minimize': 'Minimize',
  'menu.zoom': 'Zoom',
  'menu.close': 'Close window',
  'menu.front': 'Bring all to front',
  'menu.about': 'About Fabdesk',
  'menu.services': 'Services',
  'menu.hide': 'Hide Fabdesk',
  'menu.hideOthers': 'Hide others',
  'menu.unhide': 'Show all',
  'menu.quit': 'Quit Fabdesk',
  'window.crashed': 'The window crashed again',
  'window.hangs': 'The window does not respond',
  'window.nothingLost':
    'Nothing is lost: uploads and orders continue, and the plate and the cart are stored.',
  'window.reload': 'Reload the window',
  'window.wait': 'Wait',
  'window.leave': 'Not now',
  'window.gone': 'The process of the window ended ({reason}, code {code}).',

  // `name` is what closes.
  'closing.slow': 'Closing. Waiting for answers to what was sent; press Ctrl+C to quit at once.',
  'closing.tooLong': 'Closing took too long, so {name} ended before it was done.',
  'closing.inOrder': '{name} closed in order.',
  'closing.failed': '{name} could not close in order ({problem}).',
  'closing.atOnce': '{name} ended at once.',
  'closing.nothingLost': 'Nothing is lost: the next start checks what was under way.',

  'setAside.workspace':
    'The plate and the cart could not be read, so they are empty now. What was stored is still in the data folder; orders are not affected.',
  'setAside.settings':
    'The settings could not be read, so the usual ones apply. Set them again; what was stored is still in the data folder.',
  'setAside.accounts':
    'The list of accounts could not be read, so only the local print service is left. Add the others again; what was stored is still in the data folder.',

  badHost: 'Fabdesk answers only at its own address.',
  otherUser: 'This Fabdesk belongs to another user of this computer. Start your own.',
  badPath: 'This is not an address of Fabdesk.',
  ownWindowOnly: 'Only Fabdesk’s own window may do this.',
  badCall: 'This window asked for something that Fabdesk does not offer. Start Fabdesk again.',
  badInput: 'This input is not valid: {field} ({problem}).',
  notJson: 'The window sent something that is not JSON.',
  noSession:
    'This window has no access to Fabdesk: each address opens one window. Run npm start again to open another. Nothing is lost.',
  noPort: 'Fabdesk could not open a port on this computer. Close other programs and start it again.',
  spoolGone: 'The stored copy of this file is gone. Add the file again.',
  gone: 'Fabdesk is no longer running. Start it again and open the address that it prints.',
  answerUnreadable:
    'The running Fabdesk gave an answer that cannot be read, perhaps because it is of another version. What was requested may have been done: check there, then end it and try again.',
  goneBeforeAnswer: 'Fabdesk ended before it answered. Start it again and check whether this was done.',
  notUnderstood: 'Fabdesk’s answer was not understood. Load this window again.',
  fileUnreadable: '“{file}” could not be read. Save it first, then add the saved file.',
  fileNotSent: '“{file}” could not be read: it was changed, or Fabdesk was closed. Add it again.',

  'path.otherHome':
    'Fabdesk does not look up the home folder of “{user}” in {path}. Write the whole path, or ./{path} for a folder of that name.',
  notOperator: 'This address is not the operator interface of a print service. Check it.',
  'hash.failed': 'The file could not be checked ({code}). Add it again.',

  'keychain.unavailable.darwin': 'The macOS keychain cannot be reached. Unlock it and try again.',
  'keychain.unavailable.win32':
    'The Windows Credential Manager cannot be reached. Sign in to Windows again and retry.',
  'keychain.unavailable.linux': 'The keyring of this desktop cannot be reached. Unlock it and try again.',
  'keychain.tooLong':
    'This secret is too long: a keychain holds 1,280 characters. Check that you pasted the right one.',
  'keychain.locked':
    'The keyring of this desktop is locked. Unlock it, for example in Passwords and Keys, and start Fabdesk again.',
  'keychain.noBus':
    'This session has no D-Bus. Start Fabdesk in a desktop session, or under dbus-run-session with an unlocked gnome-keyring.',
  'keychain.notSetUp':
    'No keyring is set up. Install gnome-keyring or KWallet (Debian, Ubuntu: sudo apt install gnome-keyring), create a default keyring and start Fabdesk again.',
  'keychain.noLibrary':
    'No keychain library could be loaded. Install libsecret and a keyring (Debian, Ubuntu: sudo apt install libsecret-1-0 gnome-keyring) and start Fabdesk again.',
  'keychain.noLibraryHere': 'No keychain library could be loaded. Install Fabdesk again.',
  'keychain.silent': 'The keychain did not answer; it may be locked.',
  'keychain.refused': 'The keychain refused a test secret ({problem}).',
  'keychain.check.darwin': 'Unlock the login keychain in Keychain Access and start Fabdesk again.',
  'keychain.check.win32': 'Check that the Credential Manager service runs and start Fabdesk again.',
  'keychain.check.linux': 'Check the keyring of this desktop and start Fabdesk again.',
} as const satisfies Area;
