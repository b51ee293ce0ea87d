/**
 * Names that two or more files export, each with the reason why it is not one thing in one place. Names that
 * mean the same are one export; names that mean different things should differ.
 */

const noNode = 'gives the rule of src-shared the functions of Node, which src-shared cannot import';
const packages = 'different things of packages that never import each other';
const languages = 'the same message, in the language of the window and in that of the command line';
const stages = 'a stage of the start: of the application, and of the service';
const adapter = 'the rule of src-shared, with the language of the window';

export const sharedNames: Readonly<Record<string, string>> = {
  Orders: 'the screen of the window, and the table of the service',
  arrange: packages,
  askPrices: 'of one model for a command, and of all lines just before an order leaves',
  assessModel: 'of a file on the command line, and of a model that the service has',
  bytesOf: 'of base64, and of a typed array',
  changeOf: packages,
  compareRows: 'the rows of a table for people, and rows of two databases',
  connect: 'a command with an application, and the window with its host',
  costText: languages,
  decodeBase64: 'of any text, and of a body that is refused if it is not base64',
  estimateText: languages,
  formatSize: packages,
  hasKey: 'of a request that may be repeated, and of a JSON object',
  id: 'a number of the service, and a text of Fabdesk',
  jobText: adapter,
  jobTitle: adapter,
  loadManifold: 'each package finds the file of the module its own way',
  migrate: 'the database of the application, and that of the service',
  migrations: 'of the application, and of the service',
  nameOf: packages,
  obstacleText: languages,
  openData: stages,
  openFiles: packages,
  openReach: stages,
  openWork: stages,
  placeOrder: 'queues an order, and takes one at the service',
  printerOf: packages,
  problemText: adapter,
  progressText: 'of running jobs, and of an order in production',
  rangeOf: packages,
  readAddress: 'a postal address, and the address of a service',
  readWasmFile: noNode,
  refusalOf: packages,
  removeFile: noNode,
  renameFile: noNode,
  requireConsent: 'of a person, of a job, and of a request at the service',
  rivalsOf: 'other units of a file, and other orders of an account',
  secretHeader: 'of the local service, and of the window',
  start: 'of the browser host, and of the window',
  suggest: 'the next calls in an answer, and similar names',
  textOf: 'of an error, and of bytes',
  withFileSource: noNode,
};
