import type { BodyInput } from "#core/call.ts";
import type { Caller } from "#core/client.ts";
import { leads } from "#domains/leads/contract.ts";
import { leadPages } from "#domains/leads/forms/contract.ts";
import { leadPlans, type PlanPeople } from "#domains/leads/plans/contract.ts";
import { type Dealership, freshPhone } from "./dealership.ts";
import type { TestApp } from "./testApp.ts";

/** Goes a manager's way to Facebook and back. @returns what it sent back. */
export async function allowPages(call: Caller) {
  const { searchParams } = new URL((await call(leadPages.begin)).data.url);
  return { state: searchParams.get("state") ?? "", code: searchParams.get("code") ?? "" };
}

type PlanBody = BodyInput<typeof leadPlans.add>;

const textStep = { kind: "text", day: 1, minute: null, after: 0, words: "Hi %first_name%, still looking?" } as const;
export const planSteps = [
  textStep,
  { ...textStep, kind: "task", day: 2, minute: 600, words: "Call about the %vehicle%", due_minutes: 30 },
  { ...textStep, day: 4, minute: 960, words: "Saturday morning, %first_name%?" },
] as const;

/** A plan's draft of three steps, that anybody starts by hand, any day. */
export const planDraft = (more: Partial<PlanBody> = {}): PlanBody => ({
  name: "Internet",
  starts: "hand",
  kind: "",
  sources: [],
  stage_id: "",
  on_team: "pause_2",
  weekdays: 127,
  from_minute: 540,
  to_minute: 1_080,
  end_task: "",
  steps: planSteps.map((step) => ({ ...step })),
  ...more,
});

/** What tests of follow-up plans do, as a manager. */
export function createPlanFixture(app: TestApp, dealer: Dealership, manager: Caller) {
  let texts = 0;
  const inbound = async (from: string, body: string) => {
    texts += 1;
    const sid = `SM${process.pid}p${texts}${crypto.randomUUID()}`;
    await app.sms.listener.onInboundText({
      sid,
      from,
      to: dealer.number,
      body,
      media: [],
      carrierAnsweredOptOut: true,
    });
  };
  return {
    inbound,

    /** A plan that is on. */
    async plan(more: Partial<PlanBody> = {}, { isOn = true } = {}): Promise<number> {
      const { id } = (await manager(leadPlans.add, { body: planDraft(more) })).data;
      if (isOn) await manager(leadPlans.turn, { params: { id }, body: { is_on: 1 } });
      return id;
    },

    /** A lead of New York, whose phone opted in unless said otherwise. */
    async lead(more: object = {}, { optsIn = true } = {}) {
      const phone = `+1212${freshPhone().slice(5)}`;
      const vehicles = [{ interest: "buy" as const, year: "2021", make: "Honda", model: "Accord" }];
      const body = { first_name: "Renee", last_name: "ONeil", phone, vehicles, ...more };
      const { id } = (await manager(leads.add, { body })).data;
      // The name is the lead's, because the phone texts later.
      if (optsIn) await inbound(phone, "START");
      app.clock.advance(1_000);
      const { customer_id } = (await manager(leads.one, { params: { id } })).data;
      return { id, phone, customer_id: customer_id ?? 0 };
    },

    start: async (plan: number, lead_id: number, call = manager) =>
      (await call(leadPlans.start, { params: { id: plan }, body: { lead_id } })).data.id,

    people: async (plan: number, show: PlanPeople = "running", more: object = {}) =>
      (await manager(leadPlans.people, { params: { id: plan }, body: { show, ...more } })).data,

    /** The follow-up texts that a phone got, without the footer. */
    textsTo: (phone: string) =>
      app.sms.sent
        .filter(({ to, body }) => to === phone && body.includes("Reply STOP to unsubscribe"))
        .map(({ body }) => body.replace(/ Reply STOP.*$/, "")),
  };
}

export type PlanFixture = ReturnType<typeof createPlanFixture>;
