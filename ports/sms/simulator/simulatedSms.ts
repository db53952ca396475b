import { setTimeout as wait } from "node:timers/promises";
import type pg from "pg";
import type { CarrierStatus } from "#core/carrierStatus.ts";
import { segmentsOf } from "#core/smsCounter.ts";
import type { FetchedFile } from "../../carrier.ts";
import type { Clock } from "../../clock/clock.ts";
import type { Deadline } from "../../deadline.ts";
import type { Log } from "../../log.ts";
import { refusalOf } from "../carrierErrors.ts";
import { fetchWithLimits } from "../fetchWithLimits.ts";
import type { OutgoingText, SendResult, Sms, TextSearchResult } from "../sms.ts";
import { createCallbackDispatcher } from "./callbacks.ts";
import {
  type CarrierBacklog,
  carrierBacklog,
  clearQueues,
  failureOf,
  joinQueue,
  type SimulatedCarrier,
  storedCarrier,
} from "./carrierSettings.ts";
import { clearFaults, type Fault, faultOf, listFaults, type PhoneFault, setFault } from "./faults.ts";
import { createSimulatedNumbers } from "./numbers.ts";
import {
  acceptText,
  listMessages,
  listPhones,
  type PhoneText,
  type SimulatedMessage,
  type SimulatedPhone,
  storeInbound,
} from "./phones.ts";

/** A simulated carrier: the phones are on a web page. */
export interface SimulatedSms extends Sms {
  /** A phone texts one of our numbers. Resolves once the carrier stored it; the inbound callback follows. */
  textFromPhone(text: PhoneText): Promise<SimulatedMessage>;
  messages(phone: string | undefined): Promise<SimulatedMessage[]>;
  phones(): Promise<SimulatedPhone[]>;
  faults(): Promise<PhoneFault[]>;
  /** An empty `phone` means all phones. An empty fault clears it. */
  setFault(phone: string, fault: Fault): Promise<void>;
  clearFaults(): Promise<void>;
  /** How the carrier works, and what it holds. */
  carrier(): Promise<SimulatedCarrier & CarrierBacklog>;
  setCarrier(settings: SimulatedCarrier): Promise<void>;
}

export interface SimulatedSmsSettings {
  readonly pool: pg.Pool;
  readonly clock: Clock;
  readonly log: Log;
  /** Milliseconds a send waits for its response; shorter in tests. */
  readonly timeout?: number;
}

const busyCode = "20429";
const fullCode = "21611";
const overflowCode = "30001";

/** Creates the simulated carrier. It stores everything in the database, so its state survives our crashes. */
export function createSimulatedSms({ pool, clock, log, timeout = 20_000 }: SimulatedSmsSettings): SimulatedSms {
  const dispatcher = createCallbackDispatcher(pool, log);
  const carrier = storedCarrier(pool);
  const dispatchAfter = ({ delay = 0 }: Fault, ...delays: number[]) => {
    for (const milliseconds of delays) dispatcher.deliverIn(milliseconds + delay + 5);
  };

  async function send(text: OutgoingText, leaveBy: Deadline): Promise<SendResult> {
    const fault = await faultOf(pool, text.to);
    if (fault.lose_request) return lostAfter(fault, "The request got lost");
    if (fault.refuse && !fault.refuse.startsWith("3")) {
      await wait(Math.min(fault.answer_delay ?? 0, timeout));
      if (fault.refuse === busyCode) return { kind: "busy", retryAfterSeconds: 1 };
      return { kind: "refused", refusal: refusalOf(fault.refuse) };
    }
    const settings = await carrier.current();
    const queued = await joinQueue(pool, settings, text.from, segmentsOf(text.body).count);
    if (queued === undefined && settings.when_full === "refuse") {
      return { kind: "refused", refusal: refusalOf(fullCode) };
    }
    const failure = queued === undefined ? overflowCode : failureOf(settings, text.to, Math.random());
    const { delay: slow = 0, refuse = failure, shuffle = settings.shuffle_reports } = fault;
    const ownFault = { ...fault, delay: slow + Math.round(queued ?? 0), refuse, shuffle };
    if (leaveBy.hasPassed()) return { kind: "busy", retryAfterSeconds: 1 };
    const sid = await acceptText(pool, text, clock.now(), ownFault);
    dispatchAfter(ownFault, 150, 400);
    const delay = fault.answer_delay ?? 0;
    if (fault.lose_answer || delay >= timeout) return lostAfter(fault, "The answer got lost");
    if (delay > 0) await wait(delay);
    return { kind: "accepted", sid, status: "queued" };
  }

  async function lostAfter(fault: Fault, why: string): Promise<SendResult> {
    await wait(Math.min(fault.answer_delay ?? 0, timeout));
    return { kind: "lost", why };
  }

  return {
    provider: "simulator",
    answersWithin: timeout + 1_000,
    listsWithin: 0,
    get segmentsPerSecond() {
      return carrier.known.segments_per_second;
    },

    async send(text, leaveBy) {
      try {
        return await send(text, leaveBy);
      } catch (error) {
        log.warn({ err: error, reference: text.reference }, "no answer from the simulated carrier");
        return { kind: "lost", why: error instanceof Error ? error.message : String(error) };
      }
    },

    find: (text) => find(pool, text),
    fetchMedia: fetchAnyMedia,
    numbers: createSimulatedNumbers(pool, timeout),

    async connect(callbacks) {
      // Whoever sends learns it, too.
      void carrier.current().catch(() => {});
      dispatcher.start(callbacks);
    },
    stop: () => dispatcher.stop(),

    async textFromPhone(text) {
      const fault = await faultOf(pool, text.from);
      const message = await storeInbound(pool, text, clock.now(), fault);
      dispatchAfter(fault, 0);
      return message;
    },
    messages: (phone) => listMessages(pool, phone),
    phones: () => listPhones(pool),
    faults: () => listFaults(pool),
    setFault: (phone, fault) => setFault(pool, phone, fault),
    clearFaults: () => clearFaults(pool),
    async carrier() {
      const settings = await carrier.current();
      return { ...settings, ...(await carrierBacklog(pool, settings)) };
    },
    async setCarrier(settings) {
      const before = await carrier.current();
      await carrier.save(settings);
      if (settings.segments_per_second !== before.segments_per_second) await clearQueues(pool);
      dispatcher.deliverIn(0);
    },
  };
}

async function find(pool: pg.Pool, text: { reference: string; notSids: readonly string[] }): Promise<TextSearchResult> {
  try {
    const { rows } = await pool.query<{ sid: string; status: CarrierStatus; error_code: string }>(
      `select sid, status, error_code from simulated_messages
       where reference = $1 and reference <> '' and direction = 'to_phone' and sid <> all ($2)`,
      [text.reference, text.notSids],
    );
    const [only, ...others] = rows;
    if (!only) return { kind: "absent", surely: true };
    if (others.length > 0) return { kind: "unclear", why: `${rows.length} texts have this reference` };
    const { sid, status, error_code } = only;
    return { kind: "found", sid, status, ...(status === "failed" && { refusal: refusalOf(error_code) }) };
  } catch (error) {
    return { kind: "unclear", why: error instanceof Error ? error.message : String(error) };
  }
}

/** A phone's pictures are `data:` URLs from the simulator's page, or any web URL its user enters. */
async function fetchAnyMedia(address: string): Promise<FetchedFile> {
  const url = new URL(address);
  if (url.protocol === "data:") {
    const response = await fetch(url);
    const type = response.headers.get("content-type")?.split(";")[0] || "application/octet-stream";
    return { type, bytes: new Uint8Array(await response.arrayBuffer()) };
  }
  if (url.protocol !== "http:" && url.protocol !== "https:")
    throw new Error(`Media are not fetched from ${url.protocol}`);
  const fetched = await fetchWithLimits(url);
  if ("redirect" in fetched) throw new Error("Media that are somewhere else are not fetched");
  return fetched.media;
}
