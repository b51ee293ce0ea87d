/** The browser host on the machine of the suite, with a window's session of the test's own. */
import { launchHost, type Program } from './windows.ts';

interface Answer<T> {
  readonly ok: boolean;
  readonly value: T;
  readonly error?: { readonly code: string; readonly message: string };
}

export class Host {
  readonly address: string;
  readonly program: Program;
  #cookie = '';
  #secret = '';

  private constructor(program: Program, address: string) {
    this.program = program;
    this.address = address;
  }

  /** `data` is a path of the machine. Resolves once it says its address. */
  static async start(data: string, ...args: string[]): Promise<Host> {
    const program = launchHost(['--data', data, ...args]);
    const { address } = await program.said<{ address: string }>();
    return new Host(program, address);
  }

  get origin(): string {
    return new URL(this.address).origin;
  }

  /** A call of the contract, over HTTP as a window makes it. Throws the refusal. */
  // biome-ignore lint/suspicious/noExplicitAny: answers are asserted field by field
  async call(name: string, input: unknown = {}): Promise<any> {
    if (this.#cookie === '') await this.#openSession();
    const response = await this.#post(`/call/${name}`, input);
    const answer = (await response.json()) as Answer<unknown>;
    if (!answer.ok) throw new Error(`${name}: ${answer.error?.code} ${answer.error?.message}`);
    return answer.value;
  }

  async #openSession(): Promise<void> {
    const token = new URLSearchParams(new URL(this.address).hash.slice(1)).get('token');
    const response = await this.#post('/session', { token });
    this.#cookie = response.headers.get('set-cookie')?.split(';')[0] ?? '';
    this.#secret = ((await response.json()) as Answer<{ secret: string }>).value.secret;
  }

  #post(path: string, body: unknown): Promise<Response> {
    return fetch(`${this.origin}${path}`, {
      method: 'POST',
      headers: { Origin: this.origin, Cookie: this.#cookie, 'Fabdesk-Secret': this.#secret },
      body: JSON.stringify(body),
    });
  }
}
