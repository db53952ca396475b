import { createHmac, randomBytes } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { accountSid, authToken, publicUrl } from "../../sms/twilio/fakeTwilio.ts";
import { simulatedSound } from "../simulator/sound.ts";

/** One element of TwiML. */
export interface TwimlVerb {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly text: string;
  readonly children: readonly TwimlVerb[];
}

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };
const unescapeXml = (text: string) => text.replace(/&(\w+);/g, (_, name: string) => entities[name] ?? "?");

/** Parses TwiML into elements, attributes and text, independent of its formatting. */
export function readTwiml(xml: string): TwimlVerb[] {
  const stack: { name: string; attributes: Record<string, string>; text: string; children: TwimlVerb[] }[] = [];
  const top = { name: "", attributes: {}, text: "", children: [] as TwimlVerb[] };
  for (const [, close, name = "", attributes = "", self, text] of xml
    .replace(/<\?.*?\?>/, "")
    .matchAll(/<(\/)?([A-Za-z]+)((?:\s+[\w-]+="[^"]*")*)\s*(\/)?>|([^<]+)/g)) {
    const parent = stack.at(-1) ?? top;
    if (text !== undefined) parent.text += unescapeXml(text);
    else if (close) {
      if (stack.pop()?.name !== name) throw new Error(`Not well-formed: ${xml}`);
    } else {
      const verbAttributes = Object.fromEntries(
        [...attributes.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, key = "", value = ""]) => [key, unescapeXml(value)]),
      );
      const verb = { name, attributes: verbAttributes, text: "", children: [] };
      parent.children.push(verb);
      if (!self) stack.push(verb);
    }
  }
  const [response, ...more] = top.children;
  if (stack.length > 0 || response?.name !== "Response" || more.length > 0) throw new Error(`No TwiML: ${xml}`);
  return [...response.children];
}

/** Signs a form that is posted to a URL. */
export function sign(url: string, form: Readonly<Record<string, string>>, token = authToken): string {
  const signed = Object.keys(form)
    .sort()
    .reduce((text, name) => text + name + form[name], url);
  return createHmac("sha1", token).update(signed, "utf8").digest("base64");
}

export type DeliverVoiceWebhook = (
  url: URL,
  body: string,
  headers: Record<string, string>,
) => Promise<{ status: number; body: string }>;

const newSid = (kind: string) => kind + randomBytes(16).toString("hex");

/** A call that the application asked Twilio to make, by the addresses of its request. */
export interface RequestedCall {
  readonly sid: string;
  readonly url: string;
  readonly statusUrl: string;
}

/** For tests: a call at Twilio that executes our TwiML. */
export function createFakeCall(
  deliver: DeliverVoiceWebhook,
  from: string,
  to: string,
  apiUrl: string,
  requested?: RequestedCall,
) {
  const sid = requested?.sid ?? newSid("CA");
  const base = {
    AccountSid: accountSid,
    CallSid: sid,
    From: from,
    To: to,
    Direction: requested ? "outbound-api" : "inbound",
    ApiVersion: "2010-04-01",
  };
  const heard: string[] = [];
  const said: string[] = [];
  let current: TwimlVerb | undefined;
  let reportRecording: (() => Promise<number>) | undefined;

  async function post(url: string, form: Record<string, string>) {
    const headers = { "content-type": "application/x-www-form-urlencoded", "x-twilio-signature": sign(url, form) };
    let answer = await deliver(new URL(url), new URLSearchParams(form).toString(), headers);
    if (answer.status > 299) answer = await deliver(new URL(url), new URLSearchParams(form).toString(), headers);
    return answer;
  }

  /** Executes TwiML up to the first verb that waits for something. */
  async function run(url: string, form: Record<string, string>): Promise<void> {
    const { status, body } = await post(url, form);
    current = undefined;
    for (const verb of status === 200 ? readTwiml(body) : []) {
      if (verb.name === "Say") heard.push(verb.text);
      else {
        if (verb.name === "Gather") heard.push(...verb.children.map(({ text }) => text));
        current = verb.name === "Hangup" ? undefined : verb;
        break;
      }
    }
    if (!current) await end();
  }

  const end = (CallStatus = "completed") =>
    post(requested?.statusUrl ?? `${publicUrl}/webhooks/twilio/recording`, { ...base, CallStatus, CallDuration: "33" });

  async function record(verb: TwimlVerb, source: string, seconds: number): Promise<void> {
    const recordingSid = newSid("RE");
    const form = {
      AccountSid: accountSid,
      CallSid: sid,
      RecordingSid: recordingSid,
      RecordingStatus: "completed",
      RecordingUrl: `${apiUrl}/2010-04-01/Accounts/${accountSid}/Recordings/${recordingSid}`,
      RecordingDuration: String(seconds),
      RecordingChannels: "1",
      RecordingSource: source,
    };
    reportRecording = async () => (await post(verb.attributes.recordingStatusCallback ?? "", form)).status;
    await reportRecording();
  }

  function currentDial(): TwimlVerb {
    if (current?.name !== "Dial") throw new Error("Nothing rings");
    return current;
  }

  const finishDial = (verb: TwimlVerb, form: Record<string, string>) =>
    run(verb.attributes.action ?? "", { ...base, ...form });

  /** The other phone picks up, hears the prompt and presses `digits`. True when the two are connected. */
  async function pickUp(digits: string | undefined): Promise<boolean> {
    const [number] = currentDial().children;
    const leg = { AccountSid: accountSid, CallSid: newSid("CA"), From: from, To: number?.text ?? "" };
    const [gather, otherwise] = readTwiml(
      (await post(number?.attributes.url ?? "", { ...leg, CallStatus: "in-progress" })).body,
    );
    said.push(...(gather?.children.map(({ text }) => text) ?? []));
    if (digits === undefined) return otherwise?.name !== "Hangup";
    return readTwiml((await post(gather?.attributes.action ?? "", { ...leg, Digits: digits })).body).length === 0;
  }

  return {
    sid,
    heard,
    /** The prompts played to the other phone. */
    said,
    rings: () => (current?.name === "Dial" ? current.children.map(({ text }) => text) : []),
    takesMessage: () => current?.name === "Record",
    /** The requested call's phone is picked up, and presses the key or doesn't. */
    async pickUpFirst(digits: string | undefined) {
      await run(requested?.url ?? "", { ...base, CallStatus: "in-progress" });
      const gather = current;
      if (gather?.name !== "Gather") throw new Error("No key is asked for");
      if (digits === undefined) return void (await end());
      await run(gather.attributes.action ?? "", { ...base, Digits: digits });
    },
    /** The requested call's phone isn't picked up. */
    letRingFirst: () => end("no-answer"),
    /** The phone that rings second is picked up and put through. */
    async answerSecond() {
      const [number] = currentDial().children;
      const leg = { AccountSid: accountSid, CallSid: newSid("CA"), From: from, To: number?.text ?? "" };
      const { body } = await post(number?.attributes.url ?? "", { ...leg, CallStatus: "in-progress" });
      said.push(...readTwiml(body).map(({ text }) => text));
    },
    /** What the phone that rings second shows. */
    shown: () => currentDial().attributes.callerId,
    start: () => run(`${publicUrl}/webhooks/twilio/voice`, { ...base, CallStatus: "ringing" }),
    letRing: () => finishDial(currentDial(), { DialCallStatus: "no-answer", CallStatus: "in-progress" }),
    answer: () => pickUp("1"),
    async machine() {
      const isBridged = await pickUp(undefined);
      await finishDial(currentDial(), {
        DialCallStatus: "completed",
        DialCallDuration: "9",
        DialBridged: String(isBridged),
      });
    },
    async talk(seconds: number) {
      const verb = currentDial();
      if (verb.attributes.record) await record(verb, "DialVerb", seconds);
      await finishDial(verb, { DialCallStatus: "completed", DialCallDuration: String(seconds), DialBridged: "true" });
    },
    async leave(seconds: number) {
      if (current?.name !== "Record") throw new Error("No message is taken");
      const verb = current;
      await record(verb, "RecordVerb", seconds);
      await run(verb.attributes.action ?? "", { ...base, RecordingDuration: String(seconds) });
    },
    /** Reports the last recording again. */
    again: async () => reportRecording?.(),
  };
}

export type FakeCall = ReturnType<typeof createFakeCall>;

/** How the stand-in answers the next request for a call. */
export type CallAnswer = { readonly status: number; readonly body: string } | "lost";

/** For tests: Twilio's recordings, each one second long, and its requests for calls, behind its credentials. */
export async function startFakeRecordings() {
  const requests: { path: string; authorization: string | undefined }[] = [];
  const calls: (RequestedCall & { readonly form: URLSearchParams })[] = [];
  const answers: CallAnswer[] = [];
  const server = createServer(async (request, response) => {
    const { url: path = "", headers, method } = request;
    requests.push({ path, authorization: headers.authorization });
    if (method === "POST") {
      const form = new URLSearchParams(Buffer.concat(await request.toArray()).toString());
      const answer = answers.shift();
      if (typeof answer === "object") return response.writeHead(answer.status).end(answer.body);
      const sid = newSid("CA");
      calls.push({ sid, url: form.get("Url") ?? "", statusUrl: form.get("StatusCallback") ?? "", form });
      if (answer === "lost") return request.socket.destroy();
      return response.writeHead(201, { "content-type": "application/json" }).end(JSON.stringify({ sid }));
    }
    const expected = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString("base64")}`;
    if (headers.authorization !== expected) return response.writeHead(401).end();
    if (!path.endsWith(".mp3")) return response.writeHead(200, { "content-type": "application/json" }).end("{}");
    return response.writeHead(200, { "content-type": "audio/wav" }).end(simulatedSound(path, 1));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    apiUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    /** The calls that were asked for, oldest first. */
    calls,
    answerNext: (answer: CallAnswer) => void answers.push(answer),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
