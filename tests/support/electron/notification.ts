/** `Notification`: shown as a line, and clicked by the test. */
import { EventEmitter } from 'node:events';
import { readiness } from './readiness.ts';
import { show } from './show.ts';

export class Notification extends EventEmitter implements Pick<Electron.Notification, 'show'> {
  static readonly shown: Notification[] = [];

  static isSupported() {
    return true;
  }

  readonly text: string;

  constructor({ title = '', body = '' }: Electron.NotificationConstructorOptions = {}) {
    super();
    readiness.mustBeReady('Cannot create Notification before app is ready');
    this.text = `${title}: ${body}`;
  }

  show() {
    Notification.shown.push(this);
    show(`notification ${this.text}`);
  }
}
