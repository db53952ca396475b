import { emailCampaigns } from "#domains/campaigns/email/contract.ts";
import { sendEmails } from "#domains/campaigns/sending/server/sendDue.ts";
import { settleOverdue } from "#domains/campaigns/sending/server/settle.ts";
import { startDue } from "#domains/campaigns/sending/server/start.ts";
import { lists } from "#domains/lists/contract.ts";
import { addCustomer } from "../customer.ts";
import type { TestApp } from "../testApp.ts";
import { type RecipientRowInLedger, sendsNow } from "./startCampaigns.ts";

/** A business that runs email campaigns, with the steps of their sender at the test's command. */
export async function startEmailCampaigns(app: TestApp) {
  const { server } = app;
  const dealer = await app.dealership();
  const place = [dealer.dealer_id, dealer.location_id];
  await app.pool.query("update locations set time_zone = 'America/New_York' where dealer_id = $1", [dealer.dealer_id]);
  await app.pool.query(
    `insert into sender_settings (dealer_id, location_id, from_name, reply_to, postal_address, updated_by, updated_at)
     select dealer_id, $2, 'Harbor Auto', 'sales@harbor.test', '1 Elm St, Albany, NY 12207', min(id), now() from users
     where dealer_id = $1 group by dealer_id`,
    place,
  );
  let owner = await app.signIn(dealer.owner);
  let count = 0;

  /** Somebody with a mailbox of their own, unless the test says which. */
  async function person(more: Parameters<typeof addCustomer>[1] = {}) {
    const given = { first_name: "Cara", email: `cara${crypto.randomUUID().slice(0, 8)}@example.com`, ...more };
    return { ...(await addCustomer(owner, given)), email: given.email };
  }

  async function list(customer_ids: readonly number[]): Promise<number> {
    count += 1;
    const { list_id } = (await owner(lists.add, { body: { title: `Mail audience ${count}` } })).data;
    await owner(lists.addCustomers, { params: { id: list_id }, body: { customer_ids: [...customer_ids] } });
    return list_id;
  }

  const message = {
    title: "Sale",
    email_subject: "Hi %first_name%",
    campaign_template:
      '<p>Our sale starts today, %first_name%.</p><p><a href="https://shop.test/cars">Cars</a> <a href="https://shop.test/?who=%first_name%">You</a> <a href="https://shop.test/third">Third</a></p>',
  };
  const add = async (body: object) =>
    (await owner(emailCampaigns.add, { body: { ...sendsNow, ...message, ...body } })).data.id;

  const detail = async (id: number) => (await owner(emailCampaigns.one, { params: { id } })).data.campaignDetail;

  return {
    dealer,
    get owner() {
      return owner;
    },
    /** Signs in again: moving the clock ends sessions. */
    signIn: async () => {
      owner = await app.signIn(dealer.owner);
    },
    person,
    list,
    message,
    add,
    detail,
    /** A campaign that goes now, to these people. */
    async campaignTo(people: readonly { id: number }[], more: object = {}) {
      return add({ campaign_customers_list: [await list(people.map(({ id }) => id))], ...more });
    },
    start: () => startDue(server),
    feed: () => sendEmails(server),
    settle: () => settleOverdue(server),
    /** Works, a minute a round, until the campaign has ended. */
    async runToEnd(id: number, rounds = 30) {
      await startDue(server);
      for (let round = 0; round < rounds; round += 1) {
        await sendEmails(server);
        await settleOverdue(server);
        if ((await detail(id)).campaign_status === "Sent") return;
        app.clock.advance(60_000);
      }
    },
    /** The campaign's rows in the ledger, by the order of its audience. */
    async rows(id: number) {
      const text = "select * from campaign_recipients where campaign_id = $1 order by n";
      return (await app.pool.query<MailRowInLedger>(text, [id])).rows;
    },
  };
}

interface MailRowInLedger extends RecipientRowInLedger {
  readonly bounce: string;
  readonly opened_at: Date | null;
  readonly clicked_at: Date | null;
  readonly machine_opened_at: Date | null;
  readonly unsubscribed_at: Date | null;
  readonly complained_at: Date | null;
}
