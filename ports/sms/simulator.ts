import { setTimeout as wait } from "node:timers/promises";
import type pg from "pg";
import type { Clock } from "../clock/clock.ts";
import type { Log } from "../log.ts";
import { refusalOf } from "./carrierErrors.ts";
import { fetchLimited } from "./fetchLimited.ts";
import { clearFaults, type Fault, type FaultOfPhone, faultOf, listFaults, setFault } from "./simulatedFaults.ts";
import { createSimulatedNumbers } from "./simulatedNumbers.ts";
import {
  accept,
  keepInbound,
  listMessages,
  listPhones,
  type SimulatedMessage,
  type SimulatedPhone,
} from "./simulatedPhones.ts";
import { createTeller } from "./simulatedTellings.ts";
import type { CarrierStatus, FetchedMedia, FindResult, OutgoingText, SendResult, Sms } from "./sms.ts";

/** The carrier in the house: phones on a page instead of in people's hands. */
export interface SimulatedCarrier extends Sms {
  /** A phone texts one of our numbers. Answers when the carrier has the text; the application is told next. */
  textFromPhone(text: { from: string; to: string; body: string; media: readonly string[] }): Promise<SimulatedMessage>;
  messages(phone: string | undefined): Promise<SimulatedMessage[]>;
  phones(): Promise<SimulatedPhone[]>;
  faults(): Promise<FaultOfPhone[]>;
  /** The empty phone: all phones. A fault with nothing in it clears what was set. */
  setFault(phone: string, fault: Fault): Promise<void>;
  clearFaults(): Promise<void>;
}

export interface SimulatorSettings {
  readonly pool: pg.Pool;
  readonly clock: Clock;
  readonly log: Log;
  /** Milliseconds that a send waits for its answer at most; shorter in tests. */
  readonly timeout?: number;
}

const busyCode = "20429";

/** Makes the simulated carrier. It keeps everything in the database, as a carrier outlives its customer's crash. */
export function createSimulator({ pool, clock, log, timeout = 20_000 }: SimulatorSettings): SimulatedCarrier {
  const teller = createTeller(pool, log);
  const wakeAfter = ({ delay = 0 }: Fault, ...moments: number[]) => {
    for (const moment of moments) teller.wakeIn(moment + delay + 5);
  };

  async function send(text: OutgoingText): Promise<SendResult> {
    const fault = await faultOf(pool, text.to);
    if (fault.lose_request) return lostAfter(fault, "The request got lost");
    if (fault.refuse && !fault.refuse.startsWith("3")) {
      await wait(Math.min(fault.answer_delay ?? 0, timeout));
      if (fault.refuse === busyCode) return { kind: "busy", retryAfterSeconds: 1 };
      return { kind: "refused", refusal: refusalOf(fault.refuse) };
    }
    const sid = await accept(pool, text, clock.now(), fault);
    wakeAfter(fault, 150, 400);
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

    async send(text) {
      try {
        return await send(text);
      } catch (error) {
        log.warn({ err: error, reference: text.reference }, "no answer from the simulated carrier");
        return { kind: "lost", why: error instanceof Error ? error.message : String(error) };
      }
    },

    find: (text) => find(pool, text),
    fetchMedia: fetchAnyMedia,
    numbers: createSimulatedNumbers(pool, timeout),

    async connect(listener) {
      teller.start(listener);
    },
    stop: () => teller.stop(),

    async textFromPhone(text) {
      const fault = await faultOf(pool, text.from);
      const message = await keepInbound(pool, text, clock.now(), fault);
      wakeAfter(fault, 0);
      return message;
    },
    messages: (phone) => listMessages(pool, phone),
    phones: () => listPhones(pool),
    faults: () => listFaults(pool),
    setFault: (phone, fault) => setFault(pool, phone, fault),
    clearFaults: () => clearFaults(pool),
  };
}

async function find(pool: pg.Pool, text: { reference: string; notSids: readonly string[] }): Promise<FindResult> {
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

/** A phone's pictures come as `data:` addresses from the simulator's page, or from wherever its user says. */
async function fetchAnyMedia(address: string): Promise<FetchedMedia> {
  const url = new URL(address);
  if (url.protocol === "data:") {
    const answer = await fetch(url);
    const type = answer.headers.get("content-type")?.split(";")[0] || "application/octet-stream";
    return { type, bytes: new Uint8Array(await answer.arrayBuffer()) };
  }
  if (url.protocol !== "http:" && url.protocol !== "https:")
    throw new Error(`Media are not fetched from ${url.protocol}`);
  const fetched = await fetchLimited(url);
  if ("redirect" in fetched) throw new Error("Media that are somewhere else are not fetched");
  return fetched.media;
}
