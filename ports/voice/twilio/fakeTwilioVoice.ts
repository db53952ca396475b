import { accountSid, authToken, publicUrl } from "../../sms/twilio/fakeTwilio.ts";
import type { FakeCalls, FakeCallsOptions } from "../fakeCalls.ts";
import { createFakeCall, type FakeCall, startFakeRecordings } from "./fakeTwilioCalls.ts";
import { createTwilioVoice } from "./twilioVoice.ts";

/** Twilio's adapter with Twilio's stand-in. */
export async function openFakeTwilioCalls({ http, log, phone, ours }: FakeCallsOptions): Promise<FakeCalls> {
  const recordings = await startFakeRecordings();
  const { apiUrl } = recordings;
  const voice = createTwilioVoice({ accountSid, authTokens: [authToken], apiUrl, publicUrl, log });
  const deliver = async (url: URL, payload: string, headers: Record<string, string>) => {
    const answer = await http.inject({ method: "POST", url: url.pathname + url.search, payload, headers });
    return { status: answer.statusCode, body: answer.body };
  };
  let call: FakeCall;
  return {
    voice,
    sids: { call: /^CA[0-9a-f]{32}$/, recording: /^RE/ },
    async start() {
      call = createFakeCall(deliver, phone, ours, apiUrl);
      await call.start();
    },
    ringingNumbers: async () => call.rings(),
    heard: async () => ({ caller: call.heard, other: call.said }),
    isRecordingMessage: async () => call.takesMessage(),
    letRing: () => call.letRing(),
    machine: () => call.machine(),
    answer: () => call.answer(),
    talk: (seconds) => call.talk(seconds),
    leave: (seconds) => call.leave(seconds),
    async loseNextAnswer() {
      recordings.answerNext("lost");
    },
    async refuseNext() {
      recordings.answerNext({ status: 400, body: JSON.stringify({ code: 21211, message: "Invalid 'To'" }) });
    },
    requests: async () => recordings.calls.length,
    async memberPhone() {
      const requested = recordings.calls.at(-1);
      if (!requested) throw new Error("No call was asked for");
      const { form } = requested;
      call = createFakeCall(deliver, form.get("From") ?? "", form.get("To") ?? "", apiUrl, requested);
      return form.get("To") ?? "";
    },
    pressKey: () => call.pickUpFirst("1"),
    memberMachine: () => call.pickUpFirst(undefined),
    memberIgnores: () => call.letRingFirst(),
    shownNumber: async () => call.shown() ?? "",
    answerAtCustomer: () => call.answerSecond(),
    close: () => recordings.close(),
  };
}
