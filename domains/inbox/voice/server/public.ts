import type { Server } from "#core/server/serve.ts";
import type { CallKey, NextStep, VoiceListener } from "#ports/voice/voice.ts";
import { settleAfterEnd, spoken, strongerDial } from "../rules.ts";
import { fetchRecording } from "./fetchRecording.ts";
import { fetchRecordingJob, settleCallJob } from "./jobs.ts";
import { judgeCall } from "./judgeCall.ts";
import { hangUp, nextStep, questionOf } from "./nextStep.ts";
import { openCall } from "./openCall.ts";
import { insertRecording } from "./recordingStore.ts";
import { settleCall } from "./settleCall.ts";

export { moveCalls, moveCallsBack } from "./moveCalls.ts";
export { recordingFiles } from "./recordingStore.ts";

/** Handles the carrier's reports on calls. */
export function voiceListener(server: Server): VoiceListener {
  const warnUnknown = ({ sid }: CallKey) => server.log.warn({ sid }, "a call to a number that belongs to nobody");
  const stepOrHangUp = (key: CallKey, step: NextStep | undefined) => {
    if (step) return step;
    warnUnknown(key);
    return hangUp(spoken.nobody);
  };

  return {
    async incoming(key) {
      const step = await openCall(server, key, async (unit, call) => nextStep(unit, await judgeCall(unit, call)));
      return stepOrHangUp(key, step);
    },

    async pickedUp(key) {
      const words = await openCall(server, key, async (unit, call) => {
        await judgeCall(unit, call, { asked_at: call.asked_at ?? unit.now() });
        return questionOf(unit, call);
      });
      return words ?? "";
    },

    async accepted(key) {
      await openCall(server, key, (unit, call) => {
        const answered_at = call.answered_at ?? unit.now();
        return judgeCall(unit, call, { asked_at: call.asked_at ?? answered_at, answered_at });
      });
    },

    async dialed(key, result, seconds) {
      const step = await openCall(server, key, async (unit, call) => {
        const dialed = strongerDial(call.dialed, result);
        const length = result !== "unanswered" && seconds !== undefined ? { duration: seconds } : {};
        return nextStep(unit, await judgeCall(unit, call, { dialed, ...length }));
      });
      return stepOrHangUp(key, step);
    },

    async recorded(key, recording) {
      const stored = await openCall(server, key, async (unit, call) => {
        await insertRecording(unit.db, { dealer_id: call.dealer_id, call_id: call.id }, recording, unit.now());
        await judgeCall(unit, call);
        return true;
      });
      if (!stored) warnUnknown(key);
    },

    async ended(key) {
      await openCall(server, key, async (unit, call) => {
        const { dealer_id, id: call_id } = call;
        await judgeCall(unit, call, { ended_at: call.ended_at ?? unit.now() });
        // The dial result may still arrive, and says more.
        if (call.dialed === "") unit.enqueue(settleCallJob, { dealer_id, call_id }, { after: settleAfterEnd });
      });
    },
  };
}

/** Runs the call jobs in this process. */
export async function workVoice(server: Server): Promise<void> {
  const { jobs } = server.ports;
  await jobs.work(settleCallJob, (data) => settleCall(server, data));
  await jobs.work(fetchRecordingJob, (data) => fetchRecording(server, data));
}
