import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";

/** A mail as it came over the wire. */
export interface WireMail {
  readonly envelopeFrom: string;
  readonly to: readonly string[];
  readonly raw: Buffer;
}

/** For tests: a real mail server that answers recipients by what stands before their `@`. */
export interface FakeMailServer {
  readonly url: string;
  readonly mails: WireMail[];
  /** How many times a client named a recipient. */
  recipientCount: number;
  close(): Promise<void>;
}

/** `550.5.1.1@…` is answered 550 with the code 5.1.1; every other recipient is taken. */
export async function startFakeMailServer(): Promise<FakeMailServer> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    hideENHANCEDSTATUSCODES: true,
    onRcptTo({ address }, _session, done) {
      fake.recipientCount += 1;
      const [, code, enhanced] = /^(\d{3})\.(\d\.\d+\.\d+)@/.exec(address) ?? [];
      if (code === undefined) return done();
      return done(Object.assign(new Error(`${enhanced} <${address}> as asked for`), { responseCode: Number(code) }));
    },
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk) => chunks.push(chunk));
      stream.on("end", () => {
        const envelopeFrom = envelope.mailFrom === false ? "" : envelope.mailFrom.address;
        const to = envelope.rcptTo.map(({ address }) => address);
        fake.mails.push({ envelopeFrom, to, raw: Buffer.concat(chunks) });
        done();
      });
    },
  });
  server.on("error", () => {});
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  const { port } = server.server.address() as AddressInfo;
  const fake: FakeMailServer = {
    url: `smtp://127.0.0.1:${port}`,
    mails: [],
    recipientCount: 0,
    close: () => new Promise((closed) => server.close(() => closed())),
  };
  return fake;
}
