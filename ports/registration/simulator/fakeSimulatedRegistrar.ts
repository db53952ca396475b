import { createFakeClock } from "../../clock/fakeClock.ts";
import type { FakeRegistrar, FakeRegistrarOptions } from "../fakeRegistrar.ts";
import { createSimulatedRegistrar } from "./simulatedRegistrar.ts";

const faults = { lose_answer: "lost_answers", lose_request: "lost_requests", busy: "busy_answers" } as const;
const steps = { business: "brand", campaign: "campaign", toll_free: "verification" } as const;

/** The simulator, which is its own stand-in. Its reviewers approve nothing by themselves here. */
export async function openFakeSimulatedRegistrar({ pool, log }: FakeRegistrarOptions): Promise<FakeRegistrar> {
  const clock = createFakeClock(new Date("2026-03-02T12:00:00Z"));
  const registrar = createSimulatedRegistrar({ pool, clock, log });
  const calm = { approve_seconds: null, busy_answers: 0, lost_answers: 0, lost_requests: 0 };
  await registrar.saveSettings(calm);
  return {
    registrar,
    refusal: { code: "30891", field: "website" },
    number: { sid: `PN${"1".repeat(32)}`, number: "+19095550101" },
    tollFree: { sid: `PN${"2".repeat(32)}`, number: "+18885550101" },
    inject: (fault) => registrar.saveSettings({ ...calm, [faults[fault]]: 1 }),
    async review({ kind, reference }, what) {
      const { rows } = await pool.query<{ id: number }>(
        "select id::float8 as id from simulated_registrations where step = $1 and reference = $2",
        [steps[kind], reference],
      );
      await registrar.decide(rows[0]?.id ?? 0, what === "read" ? "again" : what, what === "refuse" ? "30891" : "");
    },
    approveEarlier: async () => {},
    async made() {
      const { rows } = await pool.query<{ step: string; count: number }>(
        "select step, count(*)::int as count from simulated_registrations group by step",
      );
      return Object.fromEntries(rows.map(({ step, count }) => [step, count]));
    },
    letNumbersJoin: async () => clock.advance(5_000),
    async close() {
      await registrar.stop();
      await pool.query("truncate simulated_registrations, simulated_joins, simulated_registrar");
    },
  };
}
