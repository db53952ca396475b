import { type FakeCarrier, type FakeCarrierOptions, knownCodes } from "../fakeCarrier.ts";
import { accountSid, authToken, publicUrl, startFakeTwilio } from "./fakeTwilio.ts";
import { createTwilioSms } from "./twilioSms.ts";

/** Twilio's adapter with Twilio's stand-in. */
export async function openFakeTwilio({ http, log, phone, ours }: FakeCarrierOptions): Promise<FakeCarrier> {
  const fake = await startFakeTwilio(async (url, payload, headers) => {
    const answer = await http.inject({ method: "POST", url: url.pathname + url.search, payload, headers });
    return answer.statusCode;
  });
  const sms = createTwilioSms({ accountSid, authTokens: [authToken], apiUrl: fake.apiUrl, publicUrl, log });
  return {
    sms,
    sids: { text: /^SM[0-9a-f]{32}$/, number: /^PN[0-9a-f]{32}$/ },
    codes: knownCodes,
    knowsAllTexts: false,
    price: "1.15",
    picture: `${fake.apiUrl}/2010-04-01/Accounts/${accountSid}/Messages/MM1/Media/ME1`,
    lastAccepted: async () => {
      const form = fake.requests.findLast(({ method }) => method === "POST")?.form;
      return form && { body: form.get("Body") ?? "", media: form.getAll("MediaUrl") };
    },
    async inject({ refuse, lose_answer, lose_request, duplicate }) {
      fake.reportCopies = 1 + (duplicate ?? 0);
      fake.failureCode = refuse?.startsWith("3") ? Number(refuse) : undefined;
      if (lose_request) fake.nextResponses.push((response) => response.destroy());
      else if (lose_answer) {
        fake.nextResponses.push((response, take) => {
          take();
          response.destroy();
        });
      } else if (refuse && !refuse.startsWith("3")) {
        const status = refuse === "20429" ? 429 : 400;
        fake.nextResponses.push((response) =>
          response.writeHead(status, { "retry-after": "1" }).end(`{"code":${refuse}}`),
        );
      }
    },
    async injectPurchase(_number, fault) {
      fake.nextResponses.push((response, process) => {
        if (fault === "refuse") return void response.writeHead(400).end('{"code":21404}');
        if (fault === "lose_answer") process();
        response.destroy();
      });
    },
    textFromPhone: (Body, media) => {
      const fields = media.flatMap((url, index) => [
        [`MediaUrl${index}`, url],
        [`MediaContentType${index}`, "image/png"],
      ]);
      const base = { AccountSid: accountSid, MessageSid: `SM${"1".repeat(32)}`, From: phone, To: ours };
      const form = { ...base, Body, NumMedia: String(media.length), ...Object.fromEntries(fields) };
      return fake.callWebhook(`${publicUrl}/webhooks/twilio/message`, form);
    },
    async close() {
      await fake.waitForReports();
      await sms.stop();
      await fake.close();
      if (fake.violations.length > 0) throw new Error(`Not as Twilio documents: ${fake.violations.join("; ")}`);
    },
  };
}
