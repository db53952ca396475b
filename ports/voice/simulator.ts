import type pg from "pg";
import type { Clock } from "../clock/clock.ts";
import type { Log } from "../log.ts";
import { faultOf } from "../sms/simulatedFaults.ts";
import {
  callById,
  insertCall,
  keyOf,
  listCalls,
  moveCall,
  newSid,
  outOfOrder,
  type SimulatedCall,
  stageOf,
} from "./simulatedCalls.ts";
import { createCallTeller, type DueTelling, faulty, putIn, type Telling } from "./simulatedCallTellings.ts";
import { simulatedSound } from "./simulatedSound.ts";
import { type NextStep, takingWords, type Voice, type VoiceListener } from "./voice.ts";

/** What people do with a call. `machine`: the forward phone's own voicemail picks up. */
export type CallAction = "answer" | "decline" | "machine" | "leave" | "hang_up";

/** Calls in the house: people pick up on a page. */
export interface SimulatedVoice extends Voice {
  /** A phone calls one of our numbers. */
  call(from: string, to: string): Promise<SimulatedCall>;
  calls(phone: string | undefined): Promise<SimulatedCall[]>;
  /** Undefined when the call is not where this can be done. `seconds`: how long a message or a talk was. */
  act(id: number, action: CallAction, seconds?: number): Promise<SimulatedCall | undefined>;
}

interface Settings {
  readonly pool: pg.Pool;
  readonly clock: Clock;
  readonly log: Log;
}

const soundAddress = /^simulator:(RE\w+)\?seconds=(\d{1,4})$/;

/** Makes the simulated carrier's calls. Kept in the database, as a carrier outlives its customer's crash. */
export function createSimulatedVoice({ pool, clock, log }: Settings): SimulatedVoice {
  const teller = createCallTeller(pool, log);
  let listener: VoiceListener | undefined;
  const application = () => {
    if (!listener) throw new Error("The application is not connected to the simulated carrier");
    return listener;
  };

  /** Asks the application twice, as a carrier goes on to the fallback address, and does what it says. */
  async function follow(call: SimulatedCall, ask: () => Promise<NextStep>): Promise<SimulatedCall | undefined> {
    const step = await ask()
      .catch(ask)
      .catch((error: unknown) => {
        log.warn({ err: error, sid: call.sid }, "the application did not say what to do with a call");
        return outOfOrder;
      });
    const { to, heard } = stageOf(step);
    const moved = await moveCall(pool, call.id, { from: [call.stage], to, step, heard, at: clock.now() });
    if (!moved) return undefined;
    if (step.kind === "forward") await putIn(pool, call.id, [{ what: "patience", stage: to }], step.rings * 1000);
    if (step.kind === "voicemail") await putIn(pool, call.id, [{ what: "patience", stage: to }], step.longest * 1000);
    if (to === "ended") await tellEnd(moved, []);
    return moved;
  }

  async function tellEnd(call: SimulatedCall, before: readonly Telling[]): Promise<void> {
    const seconds = Math.round((clock.now().getTime() - call.at.getTime()) / 1000);
    const fault = await faultOf(pool, call.from);
    await putIn(pool, call.id, faulty([...before, { what: "ended", seconds }], fault), fault.delay ?? 0);
    setTimeout(teller.look, (fault.delay ?? 0) + 20);
  }

  async function answer(call: SimulatedCall, takes: boolean): Promise<SimulatedCall | undefined> {
    const words = `${await application().pickedUp(keyOf(call))} ${takingWords}`;
    if (takes) await application().accepted(keyOf(call));
    const to = takes ? "talking" : "ringing";
    const heard = [{ by: "dealership" as const, words }];
    const moved = await moveCall(pool, call.id, { from: ["ringing"], to, heard, at: clock.now() });
    return moved && !takes ? unanswered(moved) : moved;
  }

  const unanswered = (call: SimulatedCall) =>
    follow(call, () => application().dialed(keyOf(call), "unanswered", undefined));

  async function end(call: SimulatedCall, before: readonly Telling[] = []): Promise<SimulatedCall | undefined> {
    const moved = await moveCall(pool, call.id, { from: [call.stage], to: "ended", at: clock.now() });
    if (moved) await tellEnd(moved, before);
    return moved;
  }

  async function hangUp(call: SimulatedCall, seconds?: number): Promise<SimulatedCall | undefined> {
    if (call.stage === "ringing") await application().dialed(keyOf(call), "unanswered", undefined);
    if (call.stage !== "talking") return end(call);
    const since = (clock.now().getTime() - (call.answered_at?.getTime() ?? 0)) / 1000;
    const talked = Math.max(1, Math.round(seconds ?? since));
    const moved = await end(call, "isRecorded" in call.step && call.step.isRecorded ? [sound("call", talked)] : []);
    if (moved) await application().dialed(keyOf(call), "bridged", talked);
    return moved;
  }

  async function act(id: number, action: CallAction, seconds?: number): Promise<SimulatedCall | undefined> {
    const call = await callById(pool, id);
    if (!call || call.stage === "ended") return undefined;
    if (action === "hang_up") return hangUp(call, seconds);
    if (action === "leave")
      return call.stage === "voicemail" ? end(call, [sound("voicemail", seconds ?? 5)]) : undefined;
    if (call.stage !== "ringing") return undefined;
    return action === "decline" ? unanswered(call) : answer(call, action === "answer");
  }

  async function tell({ call_id, telling }: DueTelling): Promise<void> {
    const call = await callById(pool, call_id);
    if (!call) return;
    if (telling.what === "recorded") return application().recorded(keyOf(call), telling.recording);
    if (telling.what === "ended") return application().ended(keyOf(call), telling.seconds);
    if (call.stage !== telling.stage) return;
    await act(call_id, telling.stage === "ringing" ? "decline" : "hang_up");
  }

  return {
    async call(from, to) {
      const call = await insertCall(pool, from, to, clock.now());
      return (await follow(call, () => application().incoming(keyOf(call)))) ?? call;
    },
    calls: (phone) => listCalls(pool, phone),
    act,
    async fetchRecording(url) {
      const [, name, seconds] = soundAddress.exec(url) ?? [];
      if (!name) throw new Error("This is no recording of the simulated carrier");
      return { type: "audio/wav", bytes: simulatedSound(name, Number(seconds)) };
    },
    async connect(to) {
      listener = to;
      teller.start(tell);
    },
    stop: () => teller.stop(),
  };
}

function sound(part: "call" | "voicemail", duration: number): Telling {
  const sid = newSid("RE");
  return { what: "recorded", recording: { sid, url: `simulator:${sid}?seconds=${duration}`, part, duration } };
}
