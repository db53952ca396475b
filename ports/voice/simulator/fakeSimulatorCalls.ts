import { systemClock } from "../../clock/system.ts";
import { setFault } from "../../sms/simulator/faults.ts";
import type { FakeCalls, FakeCallsOptions } from "../fakeCalls.ts";
import { type CallAction, createSimulatedVoice } from "./simulatedVoice.ts";

/** The simulator, which is its own stand-in. */
export async function openFakeSimulatorCalls({ pool, log, phone, ours }: FakeCallsOptions): Promise<FakeCalls> {
  const voice = createSimulatedVoice({ pool, clock: systemClock, log });
  const last = async () => {
    const call = (await voice.calls(phone)).at(-1);
    if (!call) throw new Error("No call");
    return call;
  };
  const promptsTo = async (side: string) =>
    (await last()).heard.filter(({ by }) => by === side).map(({ words }) => words);
  const act = async (action: CallAction, seconds?: number) => {
    if (!(await voice.act((await last()).id, action, seconds))) throw new Error(`The call doesn't allow to ${action}`);
  };
  return {
    voice,
    sids: { call: /^CA[0-9a-f]{32}$/, recording: /^RE/ },
    start: async () => void (await voice.call(phone, ours)),
    ringingNumbers: async () => {
      const { stage, step } = await last();
      return stage === "ringing" && "to" in step ? [step.to].flat() : [];
    },
    heard: async () => ({ caller: await promptsTo("caller"), other: await promptsTo("dealership") }),
    isRecordingMessage: async () => (await last()).stage === "voicemail",
    letRing: () => act("decline"),
    machine: () => act("machine"),
    answer: () => act("answer"),
    talk: (seconds) => act("hang_up", seconds),
    leave: (seconds) => act("leave", seconds),
    loseNextAnswer: () => setFault(pool, "", { lose_answer: true }),
    refuseNext: () => setFault(pool, "", { refuse: "21211" }),
    requests: async () => (await pool.query("select from simulated_calls where reference is not null")).rowCount ?? 0,
    async memberPhone() {
      await setFault(pool, "", {});
      const { step } = await last();
      return step.kind === "member" ? step.to : "";
    },
    pressKey: () => act("answer"),
    memberMachine: () => act("machine"),
    memberIgnores: () => act("decline"),
    async shownNumber() {
      const { step } = await last();
      return "shown" in step ? step.shown : "";
    },
    answerAtCustomer: () => act("answer"),
    close: async () => void (await pool.query("truncate simulated_calls, simulated_faults cascade")),
  };
}
