import { onTestFinished } from "vitest";
import { ControlClient } from "../../src/control/control-client.ts";
import type { HeldCall, Hello, Notice } from "../../src/control/protocol.ts";

/** Everything a watcher is told, and how to wait for some of it. */
export class Watching {
  readonly notices: Notice[] = [];
  hello: Hello | undefined;
  over: Extract<Notice, { type: "over" }> | undefined;
  readonly gone: Promise<void>;
  readonly client: ControlClient;
  #check = (): void => {};

  constructor(client: ControlClient) {
    this.client = client;
    this.gone = new Promise((resolve) => {
      client.watch({
        hello: (hello) => {
          this.hello = hello;
          this.#check();
        },
        notice: (notice) => {
          this.notices.push(notice);
          if (notice.type === "over") this.over = notice;
          this.#check();
        },
        gone: resolve,
      });
    });
  }

  static async at(socket: string): Promise<Watching> {
    const client = await ControlClient.connect(socket);
    onTestFinished(() => client.close());
    return new Watching(client);
  }

  /** Every call that is or was held, in the order in which they were. */
  get held(): readonly HeldCall[] {
    const told = this.notices.flatMap((notice) => (notice.type === "held" ? [notice.call] : []));
    return [...(this.hello?.held ?? []), ...told];
  }

  get output(): string {
    const told = this.notices.flatMap((notice) => (notice.type === "output" ? [notice.piece.text] : []));
    return [...(this.hello?.output.map((piece) => piece.text) ?? []), ...told].join("");
  }

  until(holds: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      this.#check = () => {
        if (holds()) resolve();
      };
      this.#check();
    });
  }

  says(words: string): Promise<void> {
    return this.until(() => this.output.includes(words));
  }
}
