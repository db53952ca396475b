import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";

/** A mail as the server received it. */
export interface ReceivedMail {
  readonly to: string;
  readonly headers: ReadonlyMap<string, string>;
  readonly text: string;
  readonly html: string;
}

/** For tests: a small mail server that stores mail and fails on demand. */
export interface FakeSmtp {
  readonly url: string;
  readonly mails: ReceivedMail[];
  /** How many times a client sent a mail's content. */
  contentCount: number;
  /** Replies to send instead at the next AUTH, MAIL, RCPT, DATA or content; `cut` drops the connection. */
  readonly nextReplies: Partial<Record<SmtpStep, string>>;
  /** Accepts connections without ever sending a greeting. */
  isSilent: boolean;
  close(): Promise<void>;
}

type SmtpStep = "AUTH" | "MAIL" | "RCPT" | "DATA" | "content";

export async function startFakeSmtp(): Promise<FakeSmtp> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket)).on("error", () => socket.destroy());
    if (!fake.isSilent) serveClient(socket, fake);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const fake: FakeSmtp = {
    url: `smtp://user:secret@127.0.0.1:${port}`,
    mails: [],
    contentCount: 0,
    nextReplies: {},
    isSilent: false,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
  return fake;
}

/** Serves one client: command lines until DATA, then content until a line with a single dot. */
function serveClient(socket: Socket, fake: FakeSmtp): void {
  let unread = "";
  let to = "";
  let inContent = false;

  function answer(step: SmtpStep, usual: string): boolean {
    const reply = fake.nextReplies[step] ?? usual;
    delete fake.nextReplies[step];
    if (reply === "cut") socket.destroy();
    else socket.write(`${reply}\r\n`);
    return reply === usual;
  }

  function command(line: string): void {
    const verb = line.slice(0, 4).toUpperCase();
    if (verb === "EHLO") socket.write("250-fake\r\n250-AUTH PLAIN\r\n250 SMTPUTF8\r\n");
    else if (verb === "AUTH") answer("AUTH", "235 Welcome");
    else if (verb === "MAIL") answer("MAIL", "250 Go on");
    else if (verb === "RCPT") {
      to = /<(.*)>/.exec(line)?.[1] ?? "";
      answer("RCPT", to.endsWith(".invalid") ? "550 No such address" : "250 Go on");
    } else if (verb === "DATA") inContent = answer("DATA", "354 Go on");
    else if (verb === "QUIT") socket.end("221 Bye\r\n");
    else socket.write("502 What?\r\n");
  }

  socket.write("220 fake\r\n");
  socket.on("data", (chunk) => {
    unread += chunk.toString("latin1");
    for (;;) {
      const end = unread.indexOf(inContent ? "\r\n.\r\n" : "\r\n");
      if (end < 0) return;
      const input = unread.slice(0, end);
      unread = unread.slice(end + (inContent ? 5 : 2));
      if (!inContent) command(input);
      else {
        inContent = false;
        fake.contentCount += 1;
        if (answer("content", "250 Taken")) fake.mails.push({ to, ...readMail(input.replace(/^\.\./gm, ".")) });
      }
    }
  });
}

function readMail(raw: string): Omit<ReceivedMail, "to"> {
  const { headers, body } = splitHeaders(raw);
  const boundary = /boundary="?([^";]+)/.exec(headers.get("content-type") ?? "")?.[1];
  if (boundary === undefined) {
    const text = decode(body, headers.get("content-transfer-encoding") ?? "").trim();
    return { headers, text, html: "" };
  }
  const parts = body.split(`--${boundary}`).map((part) => splitHeaders(part.replace(/^\r\n/, "")));
  const partOf = (type: string) => {
    const part = parts.find(({ headers }) => headers.get("content-type")?.startsWith(type));
    return part ? decode(part.body, part.headers.get("content-transfer-encoding") ?? "").trim() : "";
  };
  return { headers, text: partOf("text/plain"), html: partOf("text/html") };
}

function splitHeaders(raw: string): { headers: Map<string, string>; body: string } {
  const [head = "", ...rest] = raw.split("\r\n\r\n");
  const lines = head.replace(/\r\n[ \t]+/g, " ").split("\r\n");
  const headers = lines.map((line) => {
    const [, name = "", value = ""] = /^([\w-]+):\s*(.*)$/.exec(line) ?? [];
    return [name.toLowerCase(), decodeHeader(value)] as const;
  });
  return { headers: new Map(headers), body: rest.join("\r\n\r\n") };
}

/** Decodes a header's RFC 2047 encoded words. */
function decodeHeader(value: string): string {
  const joined = value.replace(/\?=\s+=\?UTF-8\?[QB]\?/gi, (boundary) =>
    boundary.includes("?B?") ? "?= =?UTF-8?B?" : "",
  );
  return joined.replace(/=\?UTF-8\?([QB])\?(.*?)\?=\s?/gi, (_match, kind: string, text: string) =>
    kind.toUpperCase() === "B" ? decode(text, "base64") : decode(text.replace(/_/g, " "), "quoted-printable"),
  );
}

function decode(text: string, encoding: string): string {
  if (encoding === "base64") return Buffer.from(text, "base64").toString();
  if (encoding !== "quoted-printable") return Buffer.from(text, "latin1").toString();
  const bytes = text
    .replace(/=\r\n/g, "")
    .replace(/=([0-9A-F]{2})/g, (_match, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1").toString();
}
