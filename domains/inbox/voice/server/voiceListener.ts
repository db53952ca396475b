import type { Server } from "#core/server/serve.ts";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import type { ChatOpened } from "#domains/inbox/server/chatOpened.ts";
import type { CallKey, NextStep, VoiceCallbacks } from "#ports/voice/voice.ts";
import { announcements, endOf, settleAfterEndSeconds, strongerDial, wasAnswered } from "../rules.ts";
import { applyCallUpdate } from "./applyCallUpdate.ts";
import { type CallRow, updateCall } from "./callStore.ts";
import { settleCallJob } from "./jobs.ts";
import { customerAnnouncement, hangUp, nextStep, nextTurn, pickUpAnnouncement, ringCustomer } from "./nextStep.ts";
import { openCall } from "./openCall.ts";
import { insertRecording } from "./recordingStore.ts";

/**
 * Handles the carrier's reports on calls.
 *
 * @param opened lets other domains add to the chat that a call opens.
 */
export function voiceListener(server: Server, opened: ChatOpened): VoiceCallbacks {
  const callOf = <T>(key: CallKey, work: (unit: UnitOfWork, call: CallRow) => Promise<T>) =>
    openCall(server, { key, opened }, work);
  const warnUnknown = ({ sid }: CallKey) => server.log.warn({ sid }, "a call to a number that belongs to nobody");
  /** The next step, with the moment at which it is the voicemail. */
  const stepOf = async (unit: UnitOfWork, call: CallRow) => {
    const step = await nextStep(unit, call);
    const { dealer_id, id: call_id } = call;
    if (step.kind === "voicemail" && call.voicemail_at === null)
      await updateCall(unit.db, { dealer_id, call_id }, { voicemail_at: unit.now() });
    return step;
  };
  const stepOrHangUp = (key: CallKey, step: NextStep | undefined) => {
    if (step) return step;
    warnUnknown(key);
    return hangUp(announcements.nobody);
  };

  return {
    async onIncomingCall(key) {
      const step = await callOf(key, async (unit, call) => stepOf(unit, await applyCallUpdate(unit, call)));
      return stepOrHangUp(key, step);
    },

    async onPickedUp(key) {
      const words = await callOf(key, async (unit, call) => {
        await applyCallUpdate(unit, call, { asked_at: call.asked_at ?? unit.now() });
        return pickUpAnnouncement(unit, call);
      });
      return words ?? "";
    },

    async onAccepted(key) {
      await callOf(key, (unit, call) => {
        const answered_at = call.answered_at ?? unit.now();
        return applyCallUpdate(unit, call, { asked_at: call.asked_at ?? answered_at, answered_at });
      });
    },

    async onConnect(key) {
      const step = await callOf(key, async (unit, call) => {
        const accepted_at = call.accepted_at ?? unit.now();
        return ringCustomer(await applyCallUpdate(unit, call, { asked_at: call.asked_at ?? accepted_at, accepted_at }));
      });
      return stepOrHangUp(key, step);
    },

    async onAnswered(key) {
      const words = await callOf(key, async (unit, call) => {
        const answered_at = call.answered_at ?? unit.now();
        const known = { accepted_at: call.accepted_at ?? answered_at, answered_at };
        return customerAnnouncement(unit, await applyCallUpdate(unit, call, known));
      });
      return words ?? "";
    },

    async onDialed(key, result, seconds, turn = 0) {
      const step = await callOf(key, async (unit, call) => {
        const dialed = strongerDial(call.dialed, result);
        const next = wasAnswered({ ...call, dialed }) ? undefined : nextTurn(call, turn);
        if (next) return next;
        const length = result !== "unanswered" && seconds !== undefined ? { duration: seconds } : {};
        return stepOf(unit, await applyCallUpdate(unit, call, { dialed, ...length }));
      });
      return stepOrHangUp(key, step);
    },

    async onRecording(key, recording) {
      const stored = await callOf(key, async (unit, call) => {
        await insertRecording(unit.db, { dealer_id: call.dealer_id, call_id: call.id }, recording, unit.now());
        await applyCallUpdate(unit, call);
        return true;
      });
      if (!stored) warnUnknown(key);
    },

    async onCallEnded(key, seconds) {
      await callOf(key, async (unit, call) => {
        const { dealer_id, id: call_id } = call;
        await applyCallUpdate(unit, call, { ended_at: call.ended_at ?? endOf(call, unit.now(), seconds) });
        // The dial result may still arrive, and says more.
        if (call.dialed === "")
          unit.enqueue(settleCallJob, { dealer_id, call_id }, { delaySeconds: settleAfterEndSeconds });
      });
    },
  };
}
