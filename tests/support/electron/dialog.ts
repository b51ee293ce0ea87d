/** `dialog`: questions and messages are shown, and answered as the test says. */
import { readiness } from './readiness.ts';
import { show } from './show.ts';

class Dialog implements Pick<Electron.Dialog, 'showErrorBox' | 'showMessageBox'> {
  readonly questions: Electron.MessageBoxOptions[] = [];
  /** The number of the button that answers the next questions. */
  answer = 0;

  /** Works before `ready`. */
  showErrorBox(title: string, content: string) {
    show(`error ${title}: ${content}`);
  }

  async showMessageBox(...args: [unknown, Electron.MessageBoxOptions] | [Electron.MessageBoxOptions]) {
    readiness.mustBeReady('dialog module can only be used after app is ready');
    const question = args.at(-1) as Electron.MessageBoxOptions;
    this.questions.push(question);
    show(`message ${question.message} ${question.detail}`);
    return { response: this.answer, checkboxChecked: false };
  }
}

export const dialog = new Dialog();
