import type { Caller } from "#core/client.ts";
import { accounts } from "#domains/accounts/contract.ts";
import { emailCampaigns } from "#domains/campaigns/email/contract.ts";
import { textCampaigns } from "#domains/campaigns/text/contract.ts";
import type { TestApp } from "#testing/testApp.ts";

/** A text campaign to a list, saved as a draft. */
export function campaignDraft(list_id: number) {
  const time = { campaign_send_date: "", campaign_send_time: "", campaign_send_timezone: "", campaign_exclude_days: 0 };
  const texts = { title: "Sale", campaign_template: "Our sale starts today" };
  return { save_type: "draft", ...texts, ...time, campaign_customers_list: [list_id] };
}

/** A draft, a campaign for later and a paused one. */
export async function createCampaigns(app: TestApp, manager: Caller, list_id: number) {
  const draft = campaignDraft(list_id);
  const campaign_send_date = new Date(app.clock.now().getTime() + 2 * 86_400_000).toISOString().slice(0, 10);
  const time = { campaign_send_option: "later", campaign_send_date, campaign_send_time: "10:00" } as const;
  const add = async (body: typeof draft) => (await manager(textCampaigns.add, { body })).data.id;
  const later = { ...draft, save_type: "", consent: 1, consent_collected: 1, ...time };
  const pausedCampaign = await add(later);
  await manager(textCampaigns.pause, { params: { id: pausedCampaign } });
  return { campaign: await add(draft), scheduledCampaign: await add(later), pausedCampaign };
}

/** An email campaign to a list, saved as a draft. */
export function emailDraft(list_id: number) {
  const { campaign_template: _, ...draft } = campaignDraft(list_id);
  return { ...draft, email_subject: "Sale", campaign_template: "<p>Our sale starts today</p>" };
}

/** The same by email. */
export async function createEmailCampaigns(app: TestApp, manager: Caller, list_id: number) {
  const { dealer_id, location_id } = (await manager(accounts.profile)).data;
  await giveMailingAddress(app, dealer_id, location_id ?? 0);
  const draft = emailDraft(list_id);
  const campaign_send_date = new Date(app.clock.now().getTime() + 2 * 86_400_000).toISOString().slice(0, 10);
  const time = { campaign_send_option: "later", campaign_send_date, campaign_send_time: "10:00" } as const;
  const add = async (body: typeof draft) => (await manager(emailCampaigns.add, { body })).data.id;
  const later = { ...draft, save_type: "", ...time };
  const pausedEmailCampaign = await add(later);
  await manager(emailCampaigns.pause, { params: { id: pausedEmailCampaign } });
  return { emailCampaign: await add(draft), scheduledEmailCampaign: await add(later), pausedEmailCampaign };
}

/** What every marketing email must show. */
async function giveMailingAddress({ pool }: TestApp, dealer_id: number, location_id: number): Promise<void> {
  await pool.query(
    `insert into sender_settings (dealer_id, location_id, from_name, reply_to, postal_address, updated_by, updated_at)
     select dealer_id, $2, 'Harbor Auto', '', '1 Elm St, Albany, NY 12207', min(id), now() from users
     where dealer_id = $1 group by dealer_id on conflict do nothing`,
    [dealer_id, location_id],
  );
}

interface MailSetting {
  readonly app: TestApp;
  readonly rows: { readonly list: number; readonly customer: number; readonly emailCampaign: number };
}

/** What makes requests about email succeed. */
export const mailPreparations = {
  "emailCampaigns.add": ({ rows }: MailSetting) => ({ values: { ...emailDraft(rows.list) } }),
  "emailCampaigns.listPeople": async ({ app, rows }: MailSetting) => {
    const sql = `insert into campaign_recipients (dealer_id, campaign_id, n, location_id, customer_id, channel, address,
        zones, states, due_at, state, reason, created_at)
      select dealer_id, id, 1, location_id, $2, 'email', '', '', '', now(), 'accepted', '', now() from campaigns where id = $1`;
    await app.pool.query(sql, [rows.emailCampaign, rows.customer]);
    return {};
  },
  "mailBounces.undo": async ({ app, rows }: MailSetting) => {
    const sql = `with business as (select dealer_id from customers where id = $1),
      address as (insert into mail_addresses (dealer_id, address, created_at)
        select dealer_id, 'bounced@example.com', now() from business returning dealer_id, id),
      event as (insert into mail_consent_events (dealer_id, address_id, event, source, words, at)
        select dealer_id, id, 'bounced', 'report', '', now() from address returning dealer_id, address_id, id)
      insert into mail_suppressions (dealer_id, address_id, reason, event_id, since)
      select dealer_id, address_id, 'bounced', id, now() from event`;
    await app.pool.query(sql, [rows.customer]);
    return { values: { email: "bounced@example.com" } };
  },
};
