import { expect, vi } from "vitest";
import { systemClock } from "../../clock/system.ts";
import { type FakeCarrier, type FakeCarrierOptions, knownCodes } from "../fakeCarrier.ts";
import { createSimulatedSms } from "./simulatedSms.ts";

/** The simulator, which is its own stand-in and refuses with Twilio's codes. */
export async function openFakeSimulator({ pool, log, phone, ours }: FakeCarrierOptions): Promise<FakeCarrier> {
  const sms = createSimulatedSms({ pool, clock: systemClock, log });
  return {
    sms,
    sids: { text: /^SM[0-9a-f]{32}$/, number: /^PN[0-9a-f]{32}$/ },
    codes: knownCodes,
    knowsAllTexts: true,
    price: "1.15",
    picture: "data:image/png;base64,iVBORw==",
    lastAccepted: async () => (await sms.messages(phone)).findLast(({ direction }) => direction === "to_phone"),
    inject: (fault) => sms.setFault(phone, fault),
    injectPurchase: (number, fault) =>
      sms.setFault(number, fault === "refuse" ? { refuse: "21404" } : { [fault]: true }),
    textFromPhone: (body, media) => sms.textFromPhone({ from: phone, to: ours, body, media }),
    async close() {
      await sms.clearFaults();
      // The next test must not receive this one's callbacks.
      await vi.waitFor(async () => {
        const { rowCount } = await pool.query("select from simulated_tellings");
        expect(rowCount).toBe(0);
      }, 5_000);
      await sms.stop();
      await pool.query("truncate simulated_numbers");
    },
  };
}
