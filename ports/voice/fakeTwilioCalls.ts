import { createHmac, randomBytes } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { accountSid, authToken, publicUrl } from "../sms/fakeTwilio.ts";
import { simulatedSound } from "./simulatedSound.ts";

/** One element of TwiML. */
export interface Verb {
  readonly name: string;
  readonly is: Readonly<Record<string, string>>;
  readonly text: string;
  readonly inside: readonly Verb[];
}

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };
const plain = (text: string) => text.replace(/&(\w+);/g, (_, name: string) => entities[name] ?? "?");

/** Reads TwiML by its meaning: elements, attributes and texts, in whatever way they are written. */
export function readTwiml(xml: string): Verb[] {
  const stack: { name: string; is: Record<string, string>; text: string; inside: Verb[] }[] = [];
  const top = { name: "", is: {}, text: "", inside: [] as Verb[] };
  for (const [, close, name = "", attributes = "", self, text] of xml
    .replace(/<\?.*?\?>/, "")
    .matchAll(/<(\/)?([A-Za-z]+)((?:\s+[\w-]+="[^"]*")*)\s*(\/)?>|([^<]+)/g)) {
    const around = stack.at(-1) ?? top;
    if (text !== undefined) around.text += plain(text);
    else if (close) {
      if (stack.pop()?.name !== name) throw new Error(`Not well-formed: ${xml}`);
    } else {
      const is = Object.fromEntries(
        [...attributes.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, key = "", value = ""]) => [key, plain(value)]),
      );
      const verb = { name, is, text: "", inside: [] };
      around.inside.push(verb);
      if (!self) stack.push(verb);
    }
  }
  const [response, ...more] = top.inside;
  if (stack.length > 0 || response?.name !== "Response" || more.length > 0) throw new Error(`No TwiML: ${xml}`);
  return [...response.inside];
}

/** The signature of a form that is posted to an address. */
export function sign(url: string, form: Readonly<Record<string, string>>, token = authToken): string {
  const signed = Object.keys(form)
    .sort()
    .reduce((text, name) => text + name + form[name], url);
  return createHmac("sha1", token).update(signed, "utf8").digest("base64");
}

export type Deliver = (
  url: URL,
  body: string,
  headers: Record<string, string>,
) => Promise<{ status: number; body: string }>;

const newSid = (kind: string) => kind + randomBytes(16).toString("hex");

/** For tests: a call at Twilio, that does what the TwiML says. */
export function createFakeCall(deliver: Deliver, from: string, to: string, apiUrl: string) {
  const sid = newSid("CA");
  const base = {
    AccountSid: accountSid,
    CallSid: sid,
    From: from,
    To: to,
    Direction: "inbound",
    ApiVersion: "2010-04-01",
  };
  const heard: string[] = [];
  const said: string[] = [];
  let now: Verb | undefined;
  let recording: (() => Promise<number>) | undefined;

  async function post(url: string, form: Record<string, string>) {
    const headers = { "content-type": "application/x-www-form-urlencoded", "x-twilio-signature": sign(url, form) };
    let answer = await deliver(new URL(url), new URLSearchParams(form).toString(), headers);
    if (answer.status > 299) answer = await deliver(new URL(url), new URLSearchParams(form).toString(), headers);
    return answer;
  }

  /** Does what TwiML says up to the first verb that takes its time. */
  async function run(url: string, form: Record<string, string>): Promise<void> {
    const { status, body } = await post(url, form);
    now = undefined;
    for (const verb of status === 200 ? readTwiml(body) : []) {
      if (verb.name === "Say") heard.push(verb.text);
      else {
        now = verb.name === "Hangup" ? undefined : verb;
        break;
      }
    }
    if (!now) await end();
  }

  const end = () =>
    post(`${publicUrl}/webhooks/twilio/recording`, { ...base, CallStatus: "completed", CallDuration: "33" });

  async function record(verb: Verb, source: string, seconds: number): Promise<void> {
    const name = newSid("RE");
    const form = {
      ...{ AccountSid: accountSid, CallSid: sid, RecordingSid: name, RecordingStatus: "completed" },
      RecordingUrl: `${apiUrl}/2010-04-01/Accounts/${accountSid}/Recordings/${name}`,
      ...{ RecordingDuration: String(seconds), RecordingChannels: "1", RecordingSource: source },
    };
    recording = async () => (await post(verb.is.recordingStatusCallback ?? "", form)).status;
    await recording();
  }

  function dialing(): Verb {
    if (now?.name !== "Dial") throw new Error("Nothing rings");
    return now;
  }

  const dialed = (verb: Verb, form: Record<string, string>) => run(verb.is.action ?? "", { ...base, ...form });

  /** The other phone picks up and hears the question; `digits` are pressed there. True when the two are put together. */
  async function pickUp(digits: string | undefined): Promise<boolean> {
    const [number] = dialing().inside;
    const leg = { AccountSid: accountSid, CallSid: newSid("CA"), From: from, To: number?.text ?? "" };
    const [gather, otherwise] = readTwiml(
      (await post(number?.is.url ?? "", { ...leg, CallStatus: "in-progress" })).body,
    );
    said.push(...(gather?.inside.map(({ text }) => text) ?? []));
    if (digits === undefined) return otherwise?.name !== "Hangup";
    return readTwiml((await post(gather?.is.action ?? "", { ...leg, Digits: digits })).body).length === 0;
  }

  return {
    sid,
    heard,
    /** What whoever picked up heard. */
    said,
    rings: () => (now?.name === "Dial" ? now.inside[0]?.text : undefined),
    takesMessage: () => now?.name === "Record",
    start: () => run(`${publicUrl}/webhooks/twilio/voice`, { ...base, CallStatus: "ringing" }),
    letRing: () => dialed(dialing(), { DialCallStatus: "no-answer", CallStatus: "in-progress" }),
    answer: () => pickUp("1"),
    async machine() {
      const together = await pickUp(undefined);
      await dialed(dialing(), { DialCallStatus: "completed", DialCallDuration: "9", DialBridged: String(together) });
    },
    async talk(seconds: number) {
      const verb = dialing();
      if (verb.is.record) await record(verb, "DialVerb", seconds);
      await dialed(verb, { DialCallStatus: "completed", DialCallDuration: String(seconds), DialBridged: "true" });
    },
    async leave(seconds: number) {
      if (now?.name !== "Record") throw new Error("No message is taken");
      const verb = now;
      await record(verb, "RecordVerb", seconds);
      await run(verb.is.action ?? "", { ...base, RecordingDuration: String(seconds) });
    },
    /** Tells of the last recording once more. */
    again: async () => recording?.(),
  };
}

export type FakeCall = ReturnType<typeof createFakeCall>;

/** For tests: where Twilio keeps recordings, each a second of sound, for whoever has the credentials. */
export async function startFakeRecordings() {
  const asked: { path: string; authorization: string | undefined }[] = [];
  const server = createServer((request, response) => {
    const { url: path = "", headers } = request;
    asked.push({ path, authorization: headers.authorization });
    const expected = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString("base64")}`;
    if (headers.authorization !== expected) return response.writeHead(401).end();
    if (!path.endsWith(".mp3")) return response.writeHead(200, { "content-type": "application/json" }).end("{}");
    return response.writeHead(200, { "content-type": "audio/wav" }).end(simulatedSound(path, 1));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    apiUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
