import { expect } from "vitest";
import { CallError, type Caller } from "#core/client.ts";
import { phoneProblem } from "#core/phone.ts";
import { sendTexts } from "#domains/campaigns/sending/server/sendDue.ts";
import { settleOverdue } from "#domains/campaigns/sending/server/settle.ts";
import { startDue } from "#domains/campaigns/sending/server/start.ts";
import { textCampaigns } from "#domains/campaigns/text/contract.ts";
import { consent } from "#domains/customers/consent/contract.ts";
import { customers } from "#domains/customers/contract.ts";
import { uploads } from "#domains/customers/upload/contract.ts";
import { duplicates } from "#domains/duplicates/contract.ts";
import type { OutgoingText } from "#ports/sms/sms.ts";
import type { Dealership } from "../dealership.ts";
import type { TestApp } from "../testApp.ts";
import { sendsNow } from "./startCampaigns.ts";
import { carrierMoods, type TimelineCarrier, takeOverCarrier } from "./timelineCarrier.ts";
import { type ModelCampaign, type ModelPerson, problemsOf } from "./timelineModel.ts";
import { phoneAt, type TimelinePlace, timelinePlaces } from "./timelinePlaces.ts";
import type { CampaignStep } from "./timelineSteps.ts";

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const zones = ["America/New_York", "America/Chicago", "America/Los_Angeles"];

/** Timelines of their own people that share a business, its number and the time. */
export class CampaignTimelines {
  readonly #app: TestApp;
  readonly #dealer: Dealership;
  readonly #owner: Caller;
  readonly #carrier: TimelineCarrier;
  readonly #people: ModelPerson[][] = [];
  readonly #campaigns: ModelCampaign[][] = [];
  /** Phones that said no, since the answer to it. */
  readonly #blocked = new Set<string>();
  readonly #locationZones = new Set(["America/New_York"]);
  #meanwhile: (() => Promise<void>)[] = [];
  #texts = 0;
  readonly problems: string[] = [];

  constructor(app: TestApp, dealer: Dealership, owner: Caller) {
    this.#app = app;
    this.#dealer = dealer;
    this.#owner = owner;
    this.#carrier = takeOverCarrier(app, (text) => this.#judge(text));
  }

  /** Begins so many timelines with three people each, at a time so many minutes after `base`. */
  async begin(timelines: number, base: Date, minutes: number): Promise<void> {
    const { pool, clock } = this.#app;
    const { dealer_id, location_id } = this.#dealer;
    clock.set(new Date(base.getTime() + minutes * minuteMs));
    await pool.query("delete from rate_limits");
    await pool.query("update locations set time_zone = 'America/New_York' where dealer_id = $1", [dealer_id]);
    await pool.query("update campaign_senders set drained_at = '2000-01-01', blocked_until = '-infinity'");
    for (let timeline = 0; timeline < timelines; timeline += 1) {
      const chosen = [0, 1, 2].map(
        (place) => timelinePlaces[(timeline + 2 * place) % timelinePlaces.length] as TimelinePlace,
      );
      const people = chosen.map((place) => ({ id: 0, phone: phoneAt(place), places: [place], isUnknown: false }));
      const { rows } = await pool.query<{ id: string }>(
        `insert into customers (dealer_id, location_id, first_name, last_name, email, phone, address)
         select $1, $2, 'Cara', phone, '', phone, address from unnest($3::text[], $4::text[]) as t (phone, address) returning id`,
        [dealer_id, location_id, people.map(({ phone }) => phone), chosen.map(({ address }) => address)],
      );
      for (const [index, person] of people.entries()) person.id = Number(rows[index]?.id);
      this.#people.push(people);
      this.#campaigns.push([]);
    }
  }

  /** Sessions don't end, however far the time moves. */
  readonly #call: Caller = async (...request) => {
    const now = this.#app.clock.now();
    await this.#app.pool.query("update sessions set last_used_at = $1, ends_at = $2", [
      now,
      new Date(now.getTime() + dayMs),
    ]);
    return this.#owner(...request);
  };

  /** What is refused for good reasons is no problem of a timeline. */
  async #try<T>(work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof CallError && error.status < 500 && error.status !== 401 && error.status !== 429)
        return undefined;
      throw error;
    }
  }

  async #text(phone: string, body: "STOP" | "START"): Promise<void> {
    this.#texts += 1;
    const text = { sid: `SM${phone}x${this.#texts}`, from: phone, to: this.#dealer.number, body, media: [] };
    await this.#app.sms.listener.onInboundText({ ...text, carrierAnsweredOptOut: false });
    if (body === "STOP") this.#blocked.add(phone);
    else this.#agreed(phone);
  }

  #agreed(phone: string): void {
    this.#blocked.delete(phone);
    const person = this.#people.flat().find((one) => one.phone === phone);
    if (person) person.isUnknown = false;
  }

  /** Performs one step of a timeline. */
  async apply(timeline: number, { kind, person: place, choice }: CampaignStep): Promise<void> {
    const people = this.#people[timeline] ?? expect.fail();
    const person = people[place % people.length] ?? expect.fail();
    const { id, phone } = person;
    if (kind === "STOP" || kind === "START") {
      // Once it is on its way, nobody knows whether it is before or after what leaves.
      if (kind === "START") this.#blocked.delete(phone);
      await this.#text(phone, kind);
    }
    if (kind === "STOP meanwhile") this.#meanwhile.push(() => this.#text(phone, "STOP"));
    if (
      kind === "staff opts out" &&
      (await this.#try(() => this.#call(consent.opt, { body: { user_id: id, opt_type: "out" } })))
    ) {
      this.#blocked.add(phone);
    }
    if (kind === "staff opts in") {
      const body = { user_id: id, opt_type: "in", evidence: "Signed at the desk" } as const;
      for (const one of people) this.#blocked.delete(one.phone);
      await this.#try(() => this.#call(consent.opt, { body }));
      for (const one of people) one.isUnknown = false;
    }
    if (kind === "import" || kind === "import with consent") await this.#import(people, choice, kind !== "import");
    if (kind === "merge") await this.#merge(people, place, choice);
    if (kind === "delete") await this.#try(() => this.#call(customers.remove, { params: { id } }));
    if (kind === "campaign") await this.#addCampaign(timeline, choice);
    if (kind === "pause" || kind === "resume" || kind === "cancel") {
      const [campaign] = this.#campaigns[timeline]?.slice(-1) ?? [];
      if (campaign) await this.#try(() => this.#call(textCampaigns[kind], { params: { id: campaign.id } }));
    }
    if (kind === "location moves") {
      const zone = zones[choice % zones.length] ?? "";
      this.#locationZones.add(zone);
      await this.#app.pool.query("update locations set time_zone = $2 where dealer_id = $1", [
        this.#dealer.dealer_id,
        zone,
      ]);
    }
    if (kind === "carrier") this.#carrier.next(carrierMoods[choice % carrierMoods.length] ?? "takes");
  }

  /** A person that nobody knew, or one whom they know: what these said themselves counts for more. */
  async #import(people: ModelPerson[], choice: number, attests: boolean): Promise<void> {
    const place = timelinePlaces[choice % 3] as TimelinePlace;
    const known = choice % 2 === 0 && attests ? people[0] : undefined;
    const phone = known?.phone ?? phoneAt(place);
    const csv_file = `First Name,Last Name,Phone,Address\nCara,Moss,${phone},"${known ? "" : place.address}"\n`;
    const { upload } = (await this.#call(uploads.csvCopy, { body: { csv_file, list_title: "" } })).data;
    const body = { upload_id: upload.id, list_title: "", consent: attests ? 1 : 0 } as const;
    if (!(await this.#try(() => this.#call(uploads.copyFromTemp, { body })))) {
      expect(phoneProblem(phone), "only a number that can't be texted is refused").toBeDefined();
      return;
    }
    await this.#app.jobs.runAll();
    if (known) return;
    const added = "select id from customers where dealer_id = $1 and phone = $2";
    const { rows } = await this.#app.pool.query<{ id: string }>(added, [this.#dealer.dealer_id, phone]);
    people.push({ id: Number(rows[0]?.id), phone, places: [place], isUnknown: !attests });
  }

  async #merge(people: readonly ModelPerson[], place: number, choice: number): Promise<void> {
    const [kept, merged] = [people[place % people.length], people[(place + 1 + (choice % 2)) % people.length]];
    if (!kept || !merged || kept === merged) return;
    const body = { kept_id: kept.id, merged_id: merged.id, take: [] };
    if (await this.#try(() => this.#call(duplicates.merge, { body }))) {
      kept.places.push(...merged.places.map((other) => ({ ...other, limit: Math.max(other.limit, 99) })));
      // Whose import it was doesn't show any more.
      kept.isUnknown = kept.isUnknown && merged.isUnknown;
    }
  }

  async #addCampaign(timeline: number, choice: number): Promise<void> {
    const now = this.#app.clock.now();
    const day = new Date(now.getTime() + (1 + (choice % 2)) * dayMs).toISOString().slice(0, 10);
    const at = { campaign_send_date: day, campaign_send_time: choice % 5 === 0 ? "06:30" : "10:00" };
    const kinds = [
      {},
      { campaign_send_option: "later", ...at },
      { campaign_send_option: "timezone", ...at, campaign_send_timezone: "America/New_York" },
    ] as const;
    const excludeDays = [0, 0, 1, 10][choice % 4] ?? 0;
    const people = this.#people[timeline] ?? [];
    const body = {
      ...sendsNow,
      ...kinds[choice % 3],
      title: `Timeline ${timeline}`,
      campaign_template: "Our sale starts today.",
      skip_unanswered: 0 as const,
      campaign_recipient_type: "individual" as const,
      campaign_customers: people.map(({ id }) => id),
      campaign_exclude_days: excludeDays,
      consent: 1 as const,
      consent_collected: 1 as const,
    };
    const added = await this.#try(() => this.#call(textCampaigns.add, { body }));
    if (added) this.#campaigns[timeline]?.push({ id: added.data.id, excludeDays });
  }

  #judge(text: OutgoingText): void {
    if (!text.reference.startsWith("c.")) return;
    const problems = problemsOf({
      person: this.#people.flat().find(({ phone }) => phone === text.to),
      campaign: this.#campaigns.flat().find(({ id }) => id === Number(text.reference.split(".")[2])),
      isBlocked: this.#blocked.has(text.to),
      before: this.#carrier.taken.filter(({ to }) => to === text.to),
      locationZones: [...this.#locationZones],
      now: this.#app.clock.now().getTime(),
    });
    this.problems.push(...problems.map((words) => `${text.reference} to ${text.to} ${words}`));
  }

  /** Lets time pass; the campaigns do what is due, and people opt out meanwhile. */
  async pass(minutes: number): Promise<void> {
    this.#app.clock.advance(minutes * minuteMs);
    const meanwhile = this.#meanwhile.splice(0);
    await startDue(this.#app.server);
    await Promise.all([sendTexts(this.#app.server), ...meanwhile.map((stop) => stop())]);
    await settleOverdue(this.#app.server);
  }

  /** Works until nobody is left, then looks at every row. */
  async finish(): Promise<void> {
    for (let round = 0; round < 60; round += 1) {
      const next = await this.#nextWork();
      if (next === undefined) break;
      const minutes = Math.max(0.5, (next.getTime() - this.#app.clock.now().getTime()) / minuteMs);
      await this.pass(minutes);
    }
    for (const { id } of this.#campaigns.flat()) await this.#compare(id);
  }

  /** When something is due next; a campaign that stands still is canceled. */
  async #nextWork(): Promise<Date | undefined> {
    const ids = this.#campaigns.flat().map(({ id }) => id);
    const { rows: paused } = await this.#app.pool.query<{ id: string }>(
      "select id from campaigns where id = any($1) and state in ('paused', 'stopped')",
      [ids],
    );
    for (const { id } of paused) await this.#call(textCampaigns.cancel, { params: { id: Number(id) } });
    const { rows } = await this.#app.pool.query<{ at: Date | null }>(
      `select min(at) as at from (
         select starts_at as at from campaigns where id = any($1) and state in ('waiting', 'preparing')
         union all select due_at from campaign_recipients where campaign_id = any($1) and state = 'pending'
         union all select lease_until from campaign_recipients where campaign_id = any($1) and state = 'intended'
         union all select lease_until from campaign_intents i join campaign_batches b on b.id = i.batch_id
           where campaign_id = any($1)
         union all select $2::timestamptz from campaigns c where id = any($1) and state = 'sending' and not exists (
           select from campaign_recipients r where r.campaign_id = c.id and r.state in ('pending', 'intended'))) as due`,
      [ids, this.#app.clock.now()],
    );
    return rows[0]?.at ?? undefined;
  }

  async #compare(id: number): Promise<void> {
    const { rows } = await this.#app.pool.query<{ address: string; state: string; reason: string }>(
      "select address, state, reason from campaign_recipients where campaign_id = $1",
      [id],
    );
    const taken = this.#carrier.taken.filter(({ campaign_id }) => campaign_id === id).map(({ to }) => to);
    for (const { address, state, reason } of rows) {
      const isHanded = ["accepted", "sent", "delivered", "failed", "unknown"].includes(state);
      const isWhole = isHanded ? reason === "" : state === "skipped" && reason !== "";
      if (!isWhole) this.problems.push(`campaign ${id}: ${address} is ${state} "${reason}"`);
      if (isHanded !== taken.includes(address))
        this.problems.push(`campaign ${id}: ${address} is ${state}, taken: ${!isHanded}`);
    }
    const { state, audience } = (
      await this.#app.pool.query("select state, audience from campaigns where id = $1", [id])
    ).rows[0];
    if (!["sent", "cancelled"].includes(state)) this.problems.push(`campaign ${id} is ${state}`);
    if (state === "sent" && rows.length !== audience)
      this.problems.push(`campaign ${id}: ${rows.length} of ${audience}`);
  }
}
