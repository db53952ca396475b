import { sendTexts } from "#domains/campaigns/sending/server/sendDue.ts";
import { settleOverdue } from "#domains/campaigns/sending/server/settle.ts";
import { startDue } from "#domains/campaigns/sending/server/start.ts";
import { textCampaigns } from "#domains/campaigns/text/contract.ts";
import { lists } from "#domains/lists/contract.ts";
import { addCustomer } from "../customer.ts";
import type { TestApp } from "../testApp.ts";

const inAlbany = "1 Elm St, Albany, NY 12207";

/** The fields of a campaign that goes now. */
export const sendsNow = {
  campaign_send_date: "",
  campaign_send_time: "",
  campaign_send_timezone: "",
  campaign_exclude_days: 0,
};

/** Moves the clock to the next weekday's noon in Albany, when everybody may be texted. */
export function moveToNoon({ clock }: TestApp): void {
  const now = clock.now();
  const next = new Date(now.getTime() + 86_400_000);
  next.setUTCHours(17, 0, 0, 0);
  while ([0, 6].includes(next.getUTCDay())) next.setUTCDate(next.getUTCDate() + 1);
  clock.advance(next.getTime() - now.getTime());
}

/** A business that runs campaigns, with the steps of their sender at the test's command. */
export async function startCampaigns(app: TestApp) {
  const { server } = app;
  const dealer = await app.dealership();
  await app.pool.query("update locations set time_zone = 'America/New_York' where dealer_id = $1", [dealer.dealer_id]);
  let owner = await app.signIn(dealer.owner);
  let count = 0;

  const person = (more: Parameters<typeof addCustomer>[1] = {}) =>
    addCustomer(owner, { first_name: "Cara", address: inAlbany, ...more });

  async function list(customer_ids: readonly number[]): Promise<number> {
    count += 1;
    const { list_id } = (await owner(lists.add, { body: { title: `Audience ${count}` } })).data;
    if (customer_ids.length > 0) {
      await owner(lists.addCustomers, { params: { id: list_id }, body: { customer_ids: [...customer_ids] } });
    }
    return list_id;
  }

  /** Sends a campaign, to lists unless the body says otherwise. */
  async function add(body: object): Promise<number> {
    const message = { title: `Sale ${count}`, campaign_template: "Hi %first_name%, our sale starts today." };
    const confirmed = { consent: 1, consent_collected: 1 } as const;
    return (await owner(textCampaigns.add, { body: { ...sendsNow, ...message, ...confirmed, ...body } })).data.id;
  }

  const detail = async (id: number) => (await owner(textCampaigns.one, { params: { id } })).data.campaignDetail;

  return {
    dealer,
    get owner() {
      return owner;
    },
    person,
    list,
    add,
    detail,
    /** Signs in again: moving the clock ends sessions. */
    signIn: async () => {
      await app.pool.query("delete from rate_limits");
      owner = await app.signIn(dealer.owner);
    },
    /** A campaign that goes now, to so many new people. */
    async campaign(size: number, more: object = {}) {
      const people: { id: number; phone: string }[] = [];
      for (let at = 0; at < size; at += 1) people.push(await person());
      const list_id = await list(people.map(({ id }) => id));
      return { id: await add({ campaign_customers_list: [list_id], ...more }), people, list_id };
    },
    start: () => startDue(server),
    feed: () => sendTexts(server),
    settle: () => settleOverdue(server),
    /** Works, a minute a round, until the campaign has ended. */
    async runToEnd(id: number, rounds = 60) {
      await startDue(server);
      for (let round = 0; round < rounds; round += 1) {
        await sendTexts(server);
        await settleOverdue(server);
        if ((await detail(id)).campaign_status === "Sent") return;
        app.clock.advance(60_000);
      }
    },
    /** The campaign's rows in the ledger, by the order of its audience. */
    async rows(id: number) {
      const text = `select n, customer_id, address, state, reason, attempt, due_at, handed_at, provider_sid, error_code
        from campaign_recipients where campaign_id = $1 order by n`;
      return (await app.pool.query<RecipientRowInLedger>(text, [id])).rows;
    },
    /** The phone texts our number. */
    async text(phone: string, body: string) {
      const text = { sid: `SM${crypto.randomUUID().replaceAll("-", "")}`, from: phone, to: dealer.number, body };
      await app.sms.listener.onInboundText({ ...text, media: [], carrierAnsweredOptOut: true });
    },
  };
}

export type Campaigns = Awaited<ReturnType<typeof startCampaigns>>;

/** A person of a campaign, as the ledger has it. */
export interface RecipientRowInLedger {
  readonly n: number;
  readonly customer_id: number;
  readonly address: string;
  readonly state: string;
  readonly reason: string;
  readonly attempt: number;
  readonly due_at: Date;
  readonly handed_at: Date | null;
  readonly provider_sid: string | null;
  readonly error_code: string;
}
