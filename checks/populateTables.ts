import type { Caller } from "#core/client.ts";
import { mailReference } from "#core/server/signedLink.ts";
import { accounts } from "#domains/accounts/contract.ts";
import { clients } from "#domains/admin/clients/contract.ts";
import { alerts } from "#domains/alerts/contract.ts";
import { defaultAlertRules } from "#domains/alerts/rules.ts";
import { reminders } from "#domains/appointments/reminders/contract.ts";
import { emailCampaigns } from "#domains/campaigns/email/contract.ts";
import { startDue } from "#domains/campaigns/sending/server/start.ts";
import { textCampaigns } from "#domains/campaigns/text/contract.ts";
import { leadGoals } from "#domains/dashboard/goals/contract.ts";
import { autoReplies } from "#domains/inbox/autoReplies/contract.ts";
import { voice } from "#domains/inbox/calls/contract.ts";
import { inbox } from "#domains/inbox/contract.ts";
import { firstRun } from "#domains/inbox/firstRun/contract.ts";
import { leadAssignment } from "#domains/leads/assignment/contract.ts";
import { leadCrm } from "#domains/leads/crm/contract.ts";
import { firstAnswers } from "#domains/leads/firstAnswers/contract.ts";
import { leadOrigins } from "#domains/leads/origins/contract.ts";
import { locations } from "#domains/locations/contract.ts";
import { businessHours } from "#domains/locations/hours/contract.ts";
import { addressIds } from "#domains/marketing/consent/server/public.ts";
import { mailSender } from "#domains/marketing/sender/contract.ts";
import { replyTexts } from "#domains/reputation/reviews/contract.ts";
import { reviewSettings } from "#domains/reputation/settings/contract.ts";
import { tasks } from "#domains/tasks/contract.ts";
import { workingHours } from "#domains/team/workingHours/contract.ts";
import { textTemplates } from "#domains/templates/text/contract.ts";
import { sourceReport } from "#domains/tracking/sources/contract.ts";
import { type Dealership, freshPhone } from "#testing/dealership.ts";
import { fileOf, photo } from "#testing/inbox/files.ts";
import { injectedCaller } from "#testing/injectedCaller.ts";
import { startKiosk } from "#testing/reputation/startKiosk.ts";
import type { TestApp } from "#testing/testApp.ts";
import { visitorOf } from "#testing/widget/visitor.ts";
import { campaignDraft, emailDraft } from "./sampleCampaigns.ts";
import { createSampleRows, type SampleRowIds } from "./sampleRows.ts";

/** Adds a location, for which the operator buys a number. */
async function buyNumber(app: TestApp, { dealer_id, owner }: Dealership): Promise<void> {
  const place = { title: "Harbor", address: "2 Pier St", city: "", state: "", postal_code: "" };
  await (await app.signIn(owner))(locations.store, { body: place });
  const operator = await app.signIn((await app.operator()).email);
  await operator(clients.buyNumber, { body: { dealerId: dealer_id, selectedNumber: freshPhone() } });
}

/** Saves the location's call settings and the owner's phone, then misses a call and stores its voicemail. */
async function leaveVoicemail(app: TestApp, { owner, number: to }: Dealership): Promise<void> {
  const body = { recording_consent: 1, missed_call_text: 1, missed_call_words: "" } as const;
  const member = await app.signIn(owner);
  await member(voice.changeSettings, { body });
  await member(voice.changeOwnPhone, { body: { phone: freshPhone().slice(2) } });
  const from = freshPhone();
  const sid = `CA${from.slice(1)}`;
  await app.voice.listener.onIncomingCall({ sid, from, to });
  const recording = { sid: `RE${sid}`, url: "https://example.com/voice", part: "voicemail", duration: 3 } as const;
  await app.voice.listener.onRecording({ sid, from, to }, recording);
}

/** Answers an unreplied chat. */
async function answerWaitingChat(call: Caller): Promise<void> {
  const { data } = await call(inbox.chats, { params: { type: "unreplied", offset: 0 }, body: {} });
  await call(inbox.send, { body: { chat_id: data.allActiveChats[0]?.id ?? 0, message: "Sorry that you waited" } });
}

/** Saves a picture, and lets one campaign to a list and one to a person get as far as their ledger. */
async function startCampaigns(app: TestApp, dealer: Dealership, rows: SampleRowIds): Promise<void> {
  const owner = await app.signIn(dealer.owner);
  const files = { image: fileOf(await photo(50), "lot.jpg") };
  await owner(textTemplates.add, { body: { title: "Pictured", template: "Look" }, files });
  const submitted = { ...campaignDraft(rows.list), save_type: "", consent: 1, consent_collected: 1 };
  await owner(textCampaigns.add, { body: submitted });
  const toPerson = { campaign_recipient_type: "individual", campaign_customers: [rows.customer] } as const;
  await owner(textCampaigns.add, { body: { ...submitted, ...toPerson } });
  await owner(emailCampaigns.add, { body: { ...emailDraft(rows.list), save_type: "" } });
  await startDue(app.server);
  await app.pool.query(
    `insert into campaign_links (dealer_id, campaign_id, n, url)
     select dealer_id, id, 1, 'https://example.com/' from campaigns where dealer_id = $1 and channel = 'email'`,
    [dealer.dealer_id],
  );
  await app.pool.query(
    `insert into campaign_visits (dealer_id, campaign_id, recipient_n, kind, link_n, at, is_machine)
     select dealer_id, campaign_id, n, 'click', 1, now(), false from campaign_recipients
     where dealer_id = $1 and channel = 'email'`,
    [dealer.dealer_id],
  );
  const { dealer_id, location_id } = dealer;
  const body = `insert into campaign_bodies select dealer_id, id, 'a-hash', body from campaigns where dealer_id = $1`;
  await app.pool.query(body, [dealer_id]);
  await app.pool.query(
    `with batch as (
       insert into campaign_batches (dealer_id, channel, from_number, lease_until)
       values ($1, 'sms', $2, now() + interval '1 year') returning dealer_id, id)
     insert into campaign_intents (dealer_id, campaign_id, n, attempt, batch_id, body_hash, segments)
     select dealer_id, min(c.id), 1, 1, batch.id, 'a-hash', 1 from campaigns c join batch using (dealer_id)
     group by dealer_id, batch.id`,
    [dealer_id, freshPhone()],
  );
  await app.pool.query("insert into campaign_weavings (dealer_id, woven_until) values ($1, now())", [dealer_id]);
  await app.pool.query(
    `insert into campaign_tests (dealer_id, location_id, user_id, to_number, body, state, at)
     select dealer_id, $2, min(id), $3, 'Sale', 'accepted', now() from users where dealer_id = $1 group by dealer_id`,
    [dealer_id, location_id, freshPhone()],
  );
}

/** Somebody complains about a marketing mail. */
async function complainAboutMail({ server, mails }: TestApp, { dealer_id }: Dealership): Promise<void> {
  const to = `complains${dealer_id}@example.com`;
  const ids = await server.within.business({ dealer_id }, "test", ({ db, now }) =>
    addressIds(db, dealer_id, [to], now()),
  );
  const reference = mailReference(server.secret, dealer_id, ids.get(to) ?? 0);
  await mails.report({ kind: "complained", references: [reference], words: "", event_id: to, raw: "Spam" });
}

/** Uses the product until every tenant table has a row of this dealer. */
export async function populateTables(app: TestApp, dealer: Dealership): Promise<void> {
  const manager = await app.signIn(dealer.manager);
  await startCampaigns(app, dealer, await createSampleRows(app, manager));
  await manager(alerts.changeRules, { body: defaultAlertRules });
  await manager(tasks.changeRules, {
    body: { no_show: 0, unconfirmed: 1, reschedule: 1, outcome: 1, review: 1 },
  });
  const reminded = { is_on: 1, first_hours: 24, second_hours: 1, language: "en", confirms: 0 } as const;
  await manager(reminders.changeSettings, { body: reminded });
  const words = { closed_words: "", holiday_words: "" };
  await manager(autoReplies.changeSettings, { body: { is_on: 0, ...words } });
  const answered = { is_on: 0, kinds: ["sales"], listed_only: 0, open_words: "", sources: [], ...words } as const;
  await manager(firstAnswers.changeSettings, { body: { ...answered, kinds: [...answered.kinds], sources: [] } });
  await app.pool.query(
    `insert into appointment_reminders (dealer_id, location_id, appointment_id, starts_at, hours_before, send_at)
     select dealer_id, location_id, id, datetime, 24, datetime from appointments where dealer_id = $1`,
    [dealer.dealer_id],
  );
  await buyNumber(app, dealer);
  await complainAboutMail(app, dealer);
  const sender = { from_name: "Lopez Motors", reply_to: "", postal_address: "1 Main St, Springfield, NY 10001" };
  await (await app.signIn(dealer.owner))(mailSender.change, { params: { id: dealer.location_id }, body: sender });
  const { dealer_id, location_id } = dealer;
  const phoned = "update locations set notification_phone_no = $2 where dealer_id = $1";
  await app.pool.query(phoned, [dealer_id, freshPhone()]);
  const owner = await app.signIn(dealer.owner);
  await owner(reviewSettings.saveGoal, { body: { monthly_goal: 20 } });
  const spanish = { words: "Gracias: %review_link%", is_fallback: 0 } as const;
  await owner(reviewSettings.saveText, { params: { language: "es" }, body: spanish });
  const sold = { contacted: "", set: "", shown: "", sold: "5" };
  await owner(leadGoals.save, { body: { member_id: (await owner(accounts.profile)).data.id, ...sold } });
  await owner(leadOrigins.save, { body: { widget: 1, tracked_calls: 0, new_callers: 0, new_texters: 0 } });
  await owner(leadCrm.save, { body: { leads: 1, missed_calls: 0, appointments: 0 } });
  await owner(sourceReport.saveSpend, { body: { source: "Google", month: "2026-01", spend: "250" } });
  const thanks = { stars: "5", language: "es" } as const;
  await owner(replyTexts.save, { params: thanks, body: { words: "Gracias" } });
  await startKiosk(owner, owner, injectedCaller(app.http));
  await (await app.signIn(dealer.owner))(firstRun.hide, { body: { hidden: 1 } });
  await leaveVoicemail(app, dealer);
  await (await visitorOf(app, manager)).write({ phone: freshPhone() });
  await answerWaitingChat(manager);
  const week = Array.from({ length: 7 }, () => ({ opens: 540, closes: 1080 }));
  await manager(businessHours.change, { params: { id: dealer.location_id }, body: { week, closed: [] } });
  const user_id = (await manager(accounts.profile)).data.id;
  await manager(workingHours.change, { params: { user_id }, body: { week } });
  const { version } = (await manager(leadAssignment.shown)).data;
  const anyLead = { kind: "", sources: [], vehicle_status: "", most_open: 20, next_after: 15 } as const;
  const rule = { ...anyLead, is_on: 1, target: "members", member_ids: [user_id] } as const;
  await manager(leadAssignment.save, { body: { version, known_first: 1, rules: [rule] } });
  await app.pool.query(
    `insert into lead_plan_sends (dealer_id, enrollment_id, step, location_id, plan_id, state, reason, at)
     select dealer_id, id, 99, location_id, plan_id, 'skipped', 'by_hand', now() from lead_plan_enrollments
     where dealer_id = $1`,
    [dealer_id],
  );
  const { listener, sids } = app.sms;
  const reference = [...app.sms.sent].reverse().find(({ from }) => from === dealer.number)?.reference ?? "";
  const text = { from: freshPhone(), to: dealer.number, carrierAnsweredOptOut: false };
  const media = [{ url: "https://example.com/picture.png", type: "image/png" }];
  await listener.onInboundText({ ...text, sid: `SM${reference}a`, body: "Hello", media });
  await listener.onInboundText({ ...text, sid: `SM${reference}b`, body: "STOP", media: [] });
  await app.pool.query(
    `insert into tracked_texts (dealer_id, message_id, location_id, number, source, received_at)
     select dealer_id, min(id), $2, $3, 'Radio', now() from messages where dealer_id = $1 group by dealer_id`,
    [dealer_id, location_id, dealer.number],
  );
  await app.jobs.runAll();
  await app.pool.query(
    `insert into message_hours (dealer_id, location_id, hour, user_id, sent, received, replies)
     values ($1, $2, date_trunc('hour', now()), 0, 1, 1, 1)`,
    [dealer_id, location_id],
  );
  for (const marks of ["message_hours_stale", "figure_hours_stale"])
    await app.pool.query(`insert into ${marks} (dealer_id, hour) values ($1, date_trunc('hour', now()))`, [dealer_id]);
  await app.pool.query(
    "insert into figure_hours values ($1, $2, date_trunc('hour', now()), 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1)",
    [dealer_id, location_id],
  );
  await app.pool.query(
    `insert into busy_times (dealer_id, user_id, starts_at, ends_at)
     select dealer_id, user_id, now(), now() + interval '1 hour' from calendar_sources where dealer_id = $1`,
    [dealer_id],
  );
  await app.pool.query(
    `insert into calendar_times (dealer_id, user_id, starts_at, ends_at)
     select dealer_id, user_id, now(), now() + interval '1 hour' from calendar_accounts where dealer_id = $1`,
    [dealer_id],
  );
  await app.pool.query(
    `insert into calendar_revocations (dealer_id, provider, account, access_sealed, asked_at, next_at)
     select dealer_id, provider, account, access_sealed, now(), 'infinity' from calendar_accounts where dealer_id = $1`,
    [dealer_id],
  );
  const autoReply = [...app.sms.sent].reverse().find(({ to }) => to === text.from)?.reference ?? "";
  const report = { reference: autoReply, sid: sids.get(autoReply) ?? "", status: "delivered" } as const;
  await listener.onStatusReport({ ...report, refusal: undefined });
}
