import type pg from "pg";
import type { Clock } from "../../clock/clock.ts";
import type { Log } from "../../log.ts";
import { faultOf } from "../../sms/simulator/faults.ts";
import { acceptPrompt, connectPrompt, type NextStep, type Voice, type VoiceCallbacks } from "../voice.ts";
import { applyFault, createCallEventDispatcher, type DueCallEvent, type ScheduledCallEvent } from "./callEvents.ts";
import {
  applicationErrorStep,
  callById,
  callKeyOf,
  insertCall,
  insertPlacedCall,
  listCalls,
  moveCall,
  newSid,
  phoneOf,
  type SimulatedCall,
  stageOf,
} from "./calls.ts";
import { simulatedSound } from "./sound.ts";

/** What people can do with a call. `machine`: the forwarding phone's own voicemail picks up. */
export type CallAction = "answer" | "decline" | "machine" | "leave" | "hang_up";

/** Simulated calls: people pick up on a web page. */
export interface SimulatedVoice extends Voice {
  /** A phone calls one of our numbers. */
  call(from: string, to: string): Promise<SimulatedCall>;
  calls(phone: string | undefined): Promise<SimulatedCall[]>;
  /** Undefined when the call's stage doesn't allow the action. `seconds`: the length of the message or call. */
  act(id: number, action: CallAction, seconds?: number): Promise<SimulatedCall | undefined>;
}

interface SimulatedVoiceSettings {
  readonly pool: pg.Pool;
  readonly clock: Clock;
  readonly log: Log;
}

const recordingUrl = /^simulator:(RE\w+)\?seconds=(\d{1,4})$/;

/** Creates the simulated carrier's calls. They are stored in the database, so they survive our crashes. */
export function createSimulatedVoice({ pool, clock, log }: SimulatedVoiceSettings): SimulatedVoice {
  const dispatcher = createCallEventDispatcher(pool, log);
  let callbacks: VoiceCallbacks | undefined;
  const application = () => {
    if (!callbacks) throw new Error("The application is not connected to the simulated carrier");
    return callbacks;
  };

  /** Asks the application for the next step, twice like a carrier with a fallback URL, and executes it. */
  async function runStep(
    call: SimulatedCall,
    requestStep: () => Promise<NextStep>,
  ): Promise<SimulatedCall | undefined> {
    const step = await requestStep()
      .catch(requestStep)
      .catch((error: unknown) => {
        log.warn({ err: error, sid: call.sid }, "the application did not return the next step of a call");
        return applicationErrorStep;
      });
    const { to, heard: said } = stageOf(step);
    // In a call that we placed, it's the member who still listens.
    const heard = call.reference === null ? said : said.map(({ words }) => ({ by: "dealership" as const, words }));
    const moved = await moveCall(pool, call.id, { from: [call.stage], to, step, heard, at: clock.now() });
    if (!moved) return undefined;
    if (step.kind === "forward" || step.kind === "connect")
      await dispatcher.schedule(call.id, [{ what: "patience", stage: to, turn: turnOf(step) }], step.rings * 1000);
    if (step.kind === "voicemail")
      await dispatcher.schedule(call.id, [{ what: "patience", stage: to }], step.longest * 1000);
    if (to === "ended") await scheduleEnd(moved, []);
    return moved;
  }

  async function scheduleEnd(call: SimulatedCall, events: readonly ScheduledCallEvent[]): Promise<void> {
    const seconds = Math.round((clock.now().getTime() - call.at.getTime()) / 1000);
    const fault = await faultOf(pool, phoneOf(call));
    await dispatcher.schedule(call.id, applyFault([...events, { what: "ended", seconds }], fault), fault.delay ?? 0);
  }

  async function answer(call: SimulatedCall, isAccepted: boolean): Promise<SimulatedCall | undefined> {
    const words = `${await application().onPickedUp(callKeyOf(call))} ${acceptPrompt}`;
    if (isAccepted) await application().onAccepted(callKeyOf(call));
    const to = isAccepted ? "talking" : "ringing";
    const heard = [{ by: "dealership" as const, words }];
    const moved = await moveCall(pool, call.id, { from: ["ringing"], to, heard, at: clock.now() });
    return moved && !isAccepted ? reportUnanswered(moved) : moved;
  }

  /** The member's phone is picked up: they press the key, or it is a machine, which never does. */
  async function answerAtMember(call: SimulatedCall, isAccepted: boolean): Promise<SimulatedCall | undefined> {
    const words = `${await application().onPickedUp(callKeyOf(call))} ${connectPrompt}`;
    const heard = [{ by: "dealership" as const, words }];
    if (!isAccepted) {
      const ended = await moveCall(pool, call.id, { from: ["ringing"], to: "ended", heard, at: clock.now() });
      if (ended) await scheduleEnd(ended, []);
      return ended;
    }
    const moved = await moveCall(pool, call.id, { from: ["ringing"], to: "ringing", heard, at: clock.now() });
    return moved && runStep(moved, () => application().onConnect(callKeyOf(moved)));
  }

  /** The customer's phone is picked up; carriers don't say by whom. */
  async function answerAtCustomer(call: SimulatedCall): Promise<SimulatedCall | undefined> {
    const words = await application().onAnswered(callKeyOf(call));
    const heard = words ? [{ by: "caller" as const, words }] : [];
    return moveCall(pool, call.id, { from: ["ringing"], to: "talking", heard, at: clock.now() });
  }

  const reportUnanswered = (call: SimulatedCall) =>
    runStep(call, () => application().onDialed(callKeyOf(call), "unanswered", undefined, turnOf(call.step)));

  async function end(
    call: SimulatedCall,
    events: readonly ScheduledCallEvent[] = [],
  ): Promise<SimulatedCall | undefined> {
    const moved = await moveCall(pool, call.id, { from: [call.stage], to: "ended", at: clock.now() });
    if (moved) await scheduleEnd(moved, events);
    return moved;
  }

  async function hangUp(call: SimulatedCall, seconds?: number): Promise<SimulatedCall | undefined> {
    if (call.stage === "ringing" && call.step.kind !== "member")
      await application().onDialed(callKeyOf(call), "unanswered", undefined, turnOf(call.step));
    if (call.stage !== "talking") return end(call);
    const elapsed = (clock.now().getTime() - (call.answered_at?.getTime() ?? 0)) / 1000;
    const duration = Math.max(1, Math.round(seconds ?? elapsed));
    const moved = await end(
      call,
      "isRecorded" in call.step && call.step.isRecorded ? [recordingEvent("call", duration)] : [],
    );
    if (moved) await application().onDialed(callKeyOf(call), "bridged", duration, turnOf(call.step));
    return moved;
  }

  async function act(id: number, action: CallAction, seconds?: number): Promise<SimulatedCall | undefined> {
    const call = await callById(pool, id);
    if (!call || call.stage === "ended") return undefined;
    if (action === "hang_up") return hangUp(call, seconds);
    if (action === "leave")
      return call.stage === "voicemail" ? end(call, [recordingEvent("voicemail", seconds ?? 5)]) : undefined;
    if (call.stage !== "ringing") return undefined;
    if (call.step.kind === "member")
      return action === "decline" ? end(call) : answerAtMember(call, action === "answer");
    if (call.step.kind === "connect" && action !== "decline") return answerAtCustomer(call);
    return action === "decline" ? reportUnanswered(call) : answer(call, action === "answer");
  }

  async function deliver({ call_id, event }: DueCallEvent): Promise<void> {
    const call = await callById(pool, call_id);
    if (!call) return;
    if (event.what === "recorded") return application().onRecording(callKeyOf(call), event.recording);
    if (event.what === "ended") return application().onCallEnded(callKeyOf(call), event.seconds);
    // The patience for one phone says nothing about another, which rings later.
    if (call.stage !== event.stage || (event.isMember === true) !== (call.step.kind === "member")) return;
    if (event.stage === "ringing" && (event.turn ?? 0) !== turnOf(call.step)) return;
    await act(call_id, event.stage === "ringing" ? "decline" : "hang_up");
  }

  return {
    async call(from, to) {
      const call = await insertCall(pool, from, to, clock.now());
      return (await runStep(call, () => application().onIncomingCall(callKeyOf(call)))) ?? call;
    },
    async placeCall(placed, leaveBy) {
      if (leaveBy.hasPassed()) return { kind: "refused", class: "later", why: "the deadline passed" };
      const fault = await faultOf(pool, placed.member);
      if (fault.lose_request) return { kind: "lost", why: "The simulated carrier lost the request" };
      if (fault.refuse)
        return { kind: "refused", class: "phone", why: `The simulated carrier refuses: ${fault.refuse}` };
      const call = await insertPlacedCall(pool, placed, clock.now());
      const patience = { what: "patience", stage: "ringing", isMember: true } as const;
      await dispatcher.schedule(call.id, [patience], placed.rings * 1000);
      if (fault.lose_answer) return { kind: "lost", why: "The simulated carrier lost its answer" };
      return { kind: "placed", sid: call.sid };
    },
    calls: (phone) => listCalls(pool, phone),
    act,
    async fetchRecording(url) {
      const [, name, seconds] = recordingUrl.exec(url) ?? [];
      if (!name) throw new Error("This is no recording of the simulated carrier");
      return { type: "audio/wav", bytes: simulatedSound(name, Number(seconds)) };
    },
    async connect(handlers) {
      callbacks = handlers;
      dispatcher.start(deliver);
    },
    stop: () => dispatcher.stop(),
  };
}

/** Which of a call's forwards a step is; 0 for the others. */
const turnOf = (step: SimulatedCall["step"]) => ("turn" in step ? step.turn : 0);

function recordingEvent(part: "call" | "voicemail", duration: number): ScheduledCallEvent {
  const sid = newSid("RE");
  return { what: "recorded", recording: { sid, url: `simulator:${sid}?seconds=${duration}`, part, duration } };
}
