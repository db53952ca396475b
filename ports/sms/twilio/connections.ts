import { connect as connectPlain, type Socket } from "node:net";
import { connect as connectSecurely } from "node:tls";
import { AnswerReader, type WholeAnswer } from "./answerReader.ts";

/*
 * The carrier's connections. A campaign posts a hundred thousand forms, and a general client's objects for each cost more
 * than the rest of its hand-over. A request is written once, on one connection, and never again, whatever becomes of it.
 */

interface Exchange {
  readonly request: string;
  readonly resolve: (answer: WholeAnswer) => void;
  readonly reject: (error: Error) => void;
  timer: NodeJS.Timeout | undefined;
  connection: Connection | undefined;
}

export interface Connections {
  /**
   * Sends a request, as latin1, as soon as a connection is free; rejects without a whole answer.
   *
   * @param timeout milliseconds for all of it, the wait for a connection included.
   */
  exchange(request: string, timeout: number): Promise<WholeAnswer>;
  /** Ends the connections when all have their answers. */
  close(): Promise<void>;
}

/** Opens up to so many connections to a server when they are needed, and keeps them for as long as it lets. */
export function openConnections(origin: string, limit: number, connectTimeout: number): Connections {
  const url = new URL(origin);
  const waiting = new Set<Exchange>();
  const open = new Set<Connection>();
  const idle: Connection[] = [];
  let closed: (() => void) | undefined;

  function next(): void {
    for (const exchange of waiting) {
      const connection = idle.pop() ?? (open.size < limit ? create() : undefined);
      if (!connection) return;
      waiting.delete(exchange);
      connection.send(exchange);
    }
    if (!closed || waiting.size > 0 || open.size > idle.length) return;
    for (const connection of [...open]) connection.end();
    closed();
  }

  function create(): Connection {
    const connection = new Connection(url, connectTimeout, {
      free: () => {
        idle.push(connection);
        next();
      },
      ended: () => {
        open.delete(connection);
        const place = idle.indexOf(connection);
        if (place >= 0) idle.splice(place, 1);
        next();
      },
    });
    open.add(connection);
    return connection;
  }

  return {
    exchange(request, timeout) {
      if (closed) return Promise.reject(new Error("The connections are closed"));
      return new Promise<WholeAnswer>((resolve, reject) => {
        const exchange: Exchange = { request, resolve, reject, timer: undefined, connection: undefined };
        exchange.timer = setTimeout(() => {
          const error = new Error(`No answer within ${timeout} ms`);
          // One that still waited for a connection never leaves.
          if (waiting.delete(exchange)) reject(error);
          else exchange.connection?.fail(error);
        }, timeout);
        waiting.add(exchange);
        next();
      });
    },
    close: () =>
      new Promise((resolve) => {
        closed = resolve;
        next();
      }),
  };
}

interface Owner {
  /** The answer is whole, and the connection may have another request. */
  readonly free: () => void;
  readonly ended: () => void;
}

class Connection {
  readonly #socket: Socket;
  readonly #owner: Owner;
  readonly #reader = new AnswerReader();
  #exchange: Exchange | undefined;
  #hasEnded = false;
  #isIdle = false;

  constructor({ protocol, hostname, port }: URL, connectTimeout: number, owner: Owner) {
    this.#owner = owner;
    // An IPv6 address stands in brackets in a URL.
    const host = hostname.replace(/^\[|\]$/g, "");
    this.#socket =
      protocol === "https:"
        ? connectSecurely({ host, port: Number(port || 443), servername: host, ALPNProtocols: ["http/1.1"] })
        : connectPlain({ host, port: Number(port || 80) });
    this.#socket.setNoDelay(true);
    // A socket that is idle, or doesn't even connect; each request has a timer of its own.
    this.#socket.setTimeout(connectTimeout);
    this.#socket.once(protocol === "https:" ? "secureConnect" : "connect", () => this.#socket.setTimeout(0));
    this.#socket.on("timeout", () => this.fail(new Error("The connection timed out")));
    this.#socket.on("data", (piece: Buffer) => this.#read(piece));
    this.#socket.on("end", () => this.#readEnd());
    this.#socket.on("error", (error) => this.fail(error));
    this.#socket.on("close", () => this.fail(new Error("The connection ended before the answer")));
  }

  send(exchange: Exchange): void {
    exchange.connection = this;
    this.#exchange = exchange;
    if (this.#isIdle) {
      this.#isIdle = false;
      this.#socket.ref();
      this.#socket.setTimeout(0);
    }
    this.#socket.write(exchange.request, "latin1");
  }

  /** Gives the connection up, with the request that it has. */
  fail(error: Error): void {
    const exchange = this.#exchange;
    this.#exchange = undefined;
    this.end();
    if (!exchange) return;
    clearTimeout(exchange.timer);
    exchange.reject(error);
  }

  end(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#socket.destroy();
    this.#owner.ended();
  }

  #read(piece: Buffer): void {
    try {
      // No answer after it could be trusted.
      if (!this.#exchange) throw new Error("The server spoke without being asked");
      const answer = this.#reader.read(piece);
      if (answer) this.#finish(answer);
    } catch (error) {
      this.fail(error as Error);
    }
  }

  #readEnd(): void {
    const answer = this.#exchange && this.#reader.end();
    if (answer) this.#finish(answer);
    else this.fail(new Error("The connection ended before the answer"));
  }

  #finish(answer: WholeAnswer): void {
    const exchange = this.#exchange;
    if (!exchange) return;
    this.#exchange = undefined;
    clearTimeout(exchange.timer);
    exchange.resolve(answer);
    if (answer.reusableFor === 0) this.end();
    else this.#owner.free();
    if (this.#exchange || this.#hasEnded) return;
    this.#isIdle = true;
    this.#socket.setTimeout(answer.reusableFor);
    // A process that has nothing else to do may end.
    this.#socket.unref();
  }
}
