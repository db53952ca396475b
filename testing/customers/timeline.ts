import { expect } from "vitest";
import { CallError, type Caller } from "#core/client.ts";
import { consent } from "#domains/customers/consent/contract.ts";
import { filterMarketable } from "#domains/customers/consent/server/public.ts";
import { customers } from "#domains/customers/contract.ts";
import { uploads } from "#domains/customers/upload/contract.ts";
import { duplicates } from "#domains/duplicates/contract.ts";
import { inbox } from "#domains/inbox/contract.ts";
import { customerDraft } from "#testing/customer.ts";
import { type Dealership, freshPhone } from "#testing/dealership.ts";
import type { TestApp } from "#testing/testApp.ts";

/** A location with a caller who has a manager's rights there. */
export interface Desk {
  readonly call: Caller;
  readonly number: string;
  readonly location_id: number;
}

export const stepKinds = [
  "STOP",
  "START",
  "yes",
  "please stop texting me",
  "hello",
  "opt out",
  "opt in",
  "opt in with evidence",
  "dismiss",
  "take as request",
  "import",
  "import with attestation",
  "undo import",
  "delete",
  "create",
  "merge",
  "undo merge",
  "send",
  "send later",
  "fail",
  "retry",
  "work",
] as const;
export type StepKind = (typeof stepKinds)[number];

interface PhoneModel {
  /** The newest consent; an import's attestation counts only while it is `nothing`. */
  last: "yes" | "no" | "nothing";
  imports: Set<number>;
  asked: boolean;
}

interface TimelineCustomer {
  readonly id: number;
  readonly location_id: number;
  readonly phones: readonly string[];
}

/** Applies steps to three phones, next to a model that tracks only the consent per phone. */
export class Timeline {
  readonly #app: TestApp;
  readonly #dealer: Dealership;
  readonly #desks: readonly Desk[];
  readonly phones = [freshPhone(), freshPhone(), freshPhone()];
  readonly models = new Map(
    this.phones.map((phone): [string, PhoneModel] => [phone, { last: "nothing", imports: new Set(), asked: false }]),
  );
  readonly merges: number[] = [];
  readonly imports: { readonly upload_id: number; readonly desk: number }[] = [];
  texts = 0;
  checkedCount: number;

  constructor(app: TestApp, dealer: Dealership, desks: readonly Desk[]) {
    this.#app = app;
    this.#dealer = dealer;
    this.#desks = desks;
    this.checkedCount = app.sms.sent.length;
  }

  modelOf(phone: string): PhoneModel {
    return this.models.get(phone) ?? { last: "nothing", imports: new Set(), asked: false };
  }

  /** The live customers with one of the phones. */
  async people(): Promise<TimelineCustomer[]> {
    const { rows } = await this.#app.pool.query<{
      id: string;
      location_id: string;
      phone: string;
      other_phones: string;
    }>(
      `select id, location_id, phone, other_phones from customers
       where dealer_id = $1 and deleted_at is null and string_to_array(phone || ' ' || other_phones, ' ') && $2 order by id`,
      [this.#dealer.dealer_id, this.phones],
    );
    return rows.map(({ id, location_id, phone, other_phones }) => ({
      id: Number(id),
      location_id: Number(location_id),
      phones: [phone, ...other_phones.split(" ").filter(Boolean)],
    }));
  }

  async person(phone: string, desk: number) {
    return (await this.people()).find(
      (one) => one.location_id === this.#desks[desk]?.location_id && one.phones.includes(phone),
    );
  }

  mayText = ({ phones }: TimelineCustomer) => phones.every((phone) => this.modelOf(phone).last !== "no");

  async inbound(from: string, body: string, desk: number) {
    this.texts += 1;
    const text = { from, to: this.#desks[desk]?.number ?? "", body, media: [], carrierAnsweredOptOut: false };
    await this.#app.sms.listener.onInboundText({ ...text, sid: `SM${from}x${this.texts}` });
  }

  /** Performs a step and updates the model. */
  async apply(kind: StepKind, phone: string, other: string, desk: number): Promise<void> {
    const { call } = this.#desks[desk] ?? this.#desks[0] ?? expect.fail();
    const person = await this.person(phone, desk);
    const model = this.modelOf(phone);
    if (["hello", "STOP", "START", "yes", "please stop texting me"].includes(kind)) {
      await this.inbound(phone, kind, desk);
      if (kind === "please stop texting me" && model.last !== "no") model.asked = true;
      if (kind === "STOP") Object.assign(model, { last: "no", asked: false });
      if (kind === "START" || (kind === "yes" && model.last === "no"))
        Object.assign(model, { last: "yes", asked: false });
    }
    if (kind === "create" && !person) await call(customers.add, { body: customerDraft({ phone }) });
    if (kind === "import" || kind === "import with attestation") {
      const consented = kind === "import with attestation";
      const upload_id = await importPhone(call, phone, consented);
      this.imports.push({ upload_id, desk });
      if (consented) model.imports.add(upload_id);
      await this.work();
    }
    if (kind === "undo import") {
      const made = this.imports.pop();
      if (made) await this.#desks[made.desk]?.call(uploads.undo, { params: { id: made.upload_id } });
      for (const one of this.models.values()) one.imports.delete(made?.upload_id ?? 0);
      await this.work();
    }
    if (kind === "undo merge") {
      const merge_id = this.merges.pop();
      if (merge_id !== undefined)
        await refusable(this.#desks.map((one) => () => one.call(duplicates.undo, { body: { merge_id } })));
    }
    if (kind === "work") await this.work();
    if (person) await this.applyToCustomer(kind, call, person, await this.person(other, desk));
  }

  async applyToCustomer(
    kind: StepKind,
    call: Caller,
    person: TimelineCustomer,
    other: TimelineCustomer | undefined,
  ): Promise<void> {
    const { id, phones } = person;
    const all = phones.map((phone) => this.modelOf(phone));
    const needsEvidence = all.some(({ last, asked }) => last === "no" || asked);
    if (kind === "opt out" && this.mayText(person)) {
      await call(consent.opt, { body: { user_id: id, opt_type: "out" } });
      Object.assign(all[0] ?? {}, { last: "no", asked: false });
    }
    if (kind === "opt in") {
      const done = call(consent.opt, { body: { user_id: id, opt_type: "in" } });
      if (needsEvidence) await expect(done).rejects.toMatchObject({ status: 422 });
      else {
        await done;
        Object.assign(all[0] ?? {}, { last: "yes" });
      }
    }
    if (kind === "opt in with evidence") {
      await call(consent.opt, { body: { user_id: id, opt_type: "in", evidence: "Signed at the desk" } });
      const lifted = all.filter((one, index) => index === 0 || one.last === "no" || one.asked);
      for (const one of lifted) Object.assign(one, { last: "yes", asked: false });
    }
    if (kind === "dismiss" || kind === "take as request") {
      const { asked, events } = (await call(consent.history, { params: { id } })).data;
      if (asked) {
        const decision = kind === "dismiss" ? "no_request" : "opt_out";
        await call(consent.decide, { params: { id }, body: { event_id: asked.event_id, decision } });
        const one = this.modelOf(events.find((event) => event.id === asked.event_id)?.phone ?? "");
        Object.assign(one, { asked: false }, decision === "opt_out" && { last: "no" });
      }
    }
    if (kind === "delete") await call(customers.remove, { params: { id } });
    if (kind === "merge" && other && other.id !== id) {
      const done = await refusable([
        () => call(duplicates.merge, { body: { kept_id: id, merged_id: other.id, take: [] } }),
      ]);
      if (done) {
        this.merges.push(done.data.merge_id);
        const kept = (await this.people()).find((one) => one.id === id);
        expect(kept?.phones.toSorted()).toEqual([...phones, ...other.phones].toSorted());
      }
    }
    if (kind === "send" || kind === "send later" || kind === "fail") {
      const refusal = { code: "30003", class: "number", words: "This phone can't be reached." } as const;
      if (kind === "fail") await this.work();
      if (kind === "fail" && this.mayText(person)) this.#app.sms.answerNext({ kind: "refused", refusal });
      await this.send(call, person);
      if (kind !== "send later") await this.work();
    }
    if (kind === "retry") await this.retry(call, person);
  }

  async send(call: Caller, person: TimelineCustomer): Promise<void> {
    const message = "Our news";
    const first = call(inbox.sendToCustomer, { body: { customer_id: person.id, message } });
    if (!this.mayText(person)) await expect(first).rejects.toMatchObject({ status: 409 });
    else await first;
    const chat_id = await this.chatOf(person.id);
    if (chat_id === undefined) return;
    const second = call(inbox.send, { body: { chat_id, message, client_id: crypto.randomUUID() } });
    if (!this.mayText(person)) await expect(second).rejects.toMatchObject({ status: 409 });
    else await second;
  }

  async retry(call: Caller, person: TimelineCustomer): Promise<void> {
    const { rows } = await this.#app.pool.query<{ id: string }>(
      `select m.id from messages m join chats c on c.dealer_id = m.dealer_id and c.id = m.chat_id
       where m.dealer_id = $1 and c.customer_id = $2 and m.state = 'failed' order by m.id desc limit 1`,
      [this.#dealer.dealer_id, person.id],
    );
    for (const { id } of rows) {
      const again = call(inbox.retry, { params: { message_id: Number(id) } });
      if (!this.mayText(person)) await expect(again).rejects.toMatchObject({ status: 409 });
      else await again;
    }
  }

  /** Runs all queued jobs and checks that no text goes to a phone that said no. */
  async work(): Promise<void> {
    await this.#app.jobs.runAll();
    const people = await this.people();
    for (const { to, from, body } of this.#app.sms.sent.slice(this.checkedCount)) {
      if (body !== "Our news") continue;
      const location_id = this.#desks.find(({ number }) => number === from)?.location_id;
      const whose = people.find((one) => one.location_id === location_id && one.phones.includes(to));
      expect(this.modelOf(to).last, `a text to ${to}`).not.toBe("no");
      expect(whose === undefined || this.mayText(whose), `a text to the customer with ${to}`).toBe(true);
    }
    this.checkedCount = this.#app.sms.sent.length;
  }

  /** Compares everything visible and possible with the model. */
  async compare(): Promise<void> {
    for (const person of await this.people()) {
      const call = this.#desks.find(({ location_id }) => location_id === person.location_id)?.call ?? expect.fail();
      const known = (await call(consent.history, { params: { id: person.id } })).data;
      const { consent_state: state } = (await call(customers.details, { params: { id: person.id } })).data;
      expect(known).toMatchObject({ state, optin_status: this.mayText(person) ? 1 : 0 });
      expect(known.asked !== null).toBe(person.phones.some((phone) => this.modelOf(phone).asked));
      await this.send(call, person);
      await this.work();
      await this.retry(call, person);
      await this.work();
    }
    const marketable = await this.#app.server.within.business({ dealer_id: this.#dealer.dealer_id }, "test", ({ db }) =>
      filterMarketable(db, this.#dealer.dealer_id, this.phones),
    );
    const expected = this.phones.filter((phone) => {
      const { last, imports, asked } = this.modelOf(phone);
      return !asked && (last === "yes" || (last === "nothing" && imports.size > 0));
    });
    expect([...marketable].sort()).toEqual(expected.sort());
  }

  async chatOf(customer_id: number): Promise<number | undefined> {
    const text = "select id from chats where dealer_id = $1 and customer_id = $2";
    const [chat] = (await this.#app.pool.query(text, [this.#dealer.dealer_id, customer_id])).rows;
    return chat && Number(chat.id);
  }
}

/** Starts the import of a file with one row. */
async function importPhone(call: Caller, phone: string, attests: boolean): Promise<number> {
  const csv_file = `First Name,Last Name,Phone\nCara,Moss,${phone}\n`;
  const { upload } = (await call(uploads.csvCopy, { body: { csv_file, list_title: "" } })).data;
  await call(uploads.copyFromTemp, { body: { upload_id: upload.id, list_title: "", consent: attests ? 1 : 0 } });
  return upload.id;
}

/** Tries each in turn; client errors are allowed, since steps may be refused for other reasons. */
async function refusable<T>(tries: readonly (() => Promise<T>)[]): Promise<T | undefined> {
  for (const attempt of tries) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof CallError) || error.status >= 500) throw error;
    }
  }
  return undefined;
}
