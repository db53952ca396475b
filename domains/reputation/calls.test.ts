import { afterAll, expect, test } from "vitest";
import { consent } from "#domains/customers/consent/contract.ts";
import { customers } from "#domains/customers/contract.ts";
import { inbox } from "#domains/inbox/contract.ts";
import { lists } from "#domains/lists/contract.ts";
import { mailSender } from "#domains/marketing/sender/contract.ts";
import { addReviewer, albanyPhone, linkTo, startReviews } from "#testing/reputation/startReviews.ts";
import { reviewInvites } from "./invites/contract.ts";
import { reviewSettings } from "./settings/contract.ts";
import { defaultWords } from "./settings/rules.ts";
import { reviewSites } from "./sites/contract.ts";

const { app, dealer, owner, manager, agent, google, yelp, pass } = await startReviews();
afterAll(() => app.close());
const dayMs = 86_400_000;
const ana = () => ({ name: "Ana Ruiz", contact: albanyPhone(), consent: 1 });
const rows = async (call = agent, body: object = {}) =>
  (await call(reviewInvites.table, { body: { length: 500, period: "year", ...body } })).data;
const rowOf = async (contact: string) => (await rows()).find((row) => row.contact === contact);
const sentTo = (phone: string) => app.sms.sent.filter(({ to }) => to === phone);

test("a typed name and phone become a customer whose consent the sender confirmed, and who gets the text in a conversation", async () => {
  const { contact, name } = ana();
  const { data, message } = await agent(reviewInvites.send, { body: { name, contact: "(518)555-0107", consent: 1 } });
  expect(data).toMatchObject({ outcome: "sent", due_at: null });
  expect(message).toBe("");
  await app.jobs.runAll();
  const [text] = sentTo("+15185550107");
  expect(text?.body).toMatch(/^Hi Ana, thank you for choosing Dealer .+ https:\/\/rooftop\.test\/r\/.+ Reply STOP/);
  const found = (await agent(customers.search, { body: { search_param: "5185550107" } })).data.allCustomers[0];
  expect(found).toMatchObject({ first_name: "Ana", last_name: "Ruiz" });
  const history = (await agent(consent.history, { params: { id: found?.id ?? 0 } })).data;
  expect(history.events[0]).toMatchObject({ event: "attested", source: "invite", by: "Agent Tester" });
  expect(await rowOf("+15185550107")).toMatchObject({
    customer_name: "Ana Ruiz",
    sent_by: "Agent Tester",
    state: "sent",
  });
  expect(contact).not.toBe("+15185550107");
});

test("an invite is no answer: a customer who waits goes on waiting", async () => {
  const customer = await addReviewer(agent);
  const inbound = {
    from: customer.phone,
    to: dealer.number,
    body: "Is it there?",
    media: [],
    carrierAnsweredOptOut: false,
  };
  await app.sms.listener.onInboundText({ ...inbound, sid: `SM${crypto.randomUUID()}` });
  await agent(reviewInvites.send, { body: { name: "Maria", contact: customer.phone, consent: 1 } });
  const { data } = await agent(inbox.chats, { params: { type: "unreplied", offset: 0 }, body: {} });
  expect(data.allActiveChats.some((chat) => chat.customer.phone === customer.phone)).toBe(true);
});

test("within the cool-down a warning says when they were invited, at whichever location; the sender may insist", async () => {
  const person = ana();
  await agent(reviewInvites.send, { body: person });
  await pass(5 * 60_000);
  const again = await agent(reviewInvites.send, { body: person });
  expect(again).toMatchObject({ status: "warning", message: "Invitation sent 5 minutes ago" });
  expect(again.data).toEqual({
    outcome: "cooldown",
    invite_id: null,
    channel: null,
    due_at: null,
    invited: "5 minutes ago",
  });
  const other = await app.signIn(dealer.owner, dealer.otherLocation_id);
  const link = "https://g.page/r/airport/review";
  await other(reviewSites.add, { body: { kind: "google", title: "", write_url: link, is_shown: 1 } });
  expect((await other(reviewInvites.send, { body: person })).data.outcome).toBe("cooldown");
  expect((await other(reviewInvites.send, { body: { ...person, anyway: 1 } })).data.outcome).toBe("sent");
  await pass(60 * dayMs);
  expect((await agent(reviewInvites.send, { body: person })).data.outcome).toBe("sent");
});

test("somebody with a phone and an email address is invited once", async () => {
  await owner(mailSender.change, {
    params: { id: dealer.location_id },
    body: { from_name: "Harbor Motors", reply_to: "", postal_address: "12 Pier St, Springfield, NY 10001" },
  });
  const email = "reviewer@example.com";
  const customer = await addReviewer(agent, { email });
  await agent(reviewInvites.send, { body: { name: "Maria", contact: email } });
  await app.jobs.runAll();
  const mail = app.mails.to(email);
  expect(mail).toMatchObject({ fromName: "Harbor Motors", stream: "marketing" });
  expect(mail?.text).toContain("12 Pier St");
  expect(await rowOf(email)).toMatchObject({ channel: "email", state: "sent", customer_id: customer.id });
  const byText = await agent(reviewInvites.send, { body: { name: "Maria", contact: customer.phone, consent: 1 } });
  expect(byText.data.outcome).toBe("cooldown");
});

test("with a phone and an email address the text goes; who can't be texted is mailed, once, and a new customer keeps both", async () => {
  const { contact } = ana();
  const email = "both@example.com";
  const body = { name: "Bo Both", contact, email };
  const first = await agent(reviewInvites.send, { body: { ...body, consent: 1 } });
  expect(first.data).toMatchObject({ outcome: "sent", channel: "sms" });
  const found = (await agent(customers.search, { body: { search_param: contact.slice(2) } })).data.allCustomers[0];
  expect(found).toMatchObject({ email });
  expect((await agent(reviewInvites.send, { body: { name: "Bo", contact: email } })).data.outcome).toBe("cooldown");

  const optedOut = await addReviewer(agent);
  const stop = { from: optedOut.phone, to: dealer.number, body: "STOP", media: [], carrierAnsweredOptOut: true };
  await app.sms.listener.onInboundText({ ...stop, sid: `SM${crypto.randomUUID()}` });
  const other = { name: "Maria", contact: optedOut.phone, email: "instead@example.com", consent: 1 } as const;
  expect((await agent(reviewInvites.send, { body: other })).data).toMatchObject({ outcome: "sent", channel: "email" });
  await app.jobs.runAll();
  expect(app.mails.to("instead@example.com")?.stream).toBe("marketing");
  expect(sentTo(optedOut.phone)).toEqual([]);
  await expect(agent(reviewInvites.send, { body: { ...body, email: "nobody" } })).rejects.toMatchObject({
    status: 422,
  });
});

test("at night an invite waits for the morning, and an opt-out in between keeps it from leaving", async () => {
  const [patient, leaving] = [await addReviewer(agent), await addReviewer(agent)];
  await pass(14 * 3_600_000);
  for (const { phone } of [patient, leaving]) {
    const { data } = await agent(reviewInvites.send, { body: { name: "Maria", contact: phone, consent: 1 } });
    expect(data).toMatchObject({ outcome: "scheduled", due_at: expect.any(String) });
  }
  await app.jobs.runAll();
  expect([sentTo(patient.phone), sentTo(leaving.phone)]).toEqual([[], []]);
  expect(await rowOf(patient.phone)).toMatchObject({ state: "waiting", sent_at: null });
  const stop = { from: leaving.phone, to: dealer.number, body: "STOP", media: [], carrierAnsweredOptOut: true };
  await app.sms.listener.onInboundText({ ...stop, sid: `SM${crypto.randomUUID()}` });
  await pass(10 * 3_600_000);
  await app.jobs.runAll();
  expect(sentTo(patient.phone)).toHaveLength(1);
  expect(sentTo(leaving.phone)).toEqual([]);
  expect(await rowOf(leaving.phone)).toMatchObject({ state: "left_out", reason: "Opted out" });
});

test("Spanish is sent when somebody chose it, the fallback otherwise, and English is the fallback until the owner says so", async () => {
  const [one, two] = [ana(), ana()];
  await agent(reviewInvites.send, { body: { ...one, language: "es" } });
  await app.jobs.runAll();
  expect(sentTo(one.contact)[0]?.body).toMatch(/^Gracias por elegir .+ Responda STOP/);
  const [, spanish] = defaultWords;
  const saved = await owner(reviewSettings.saveText, {
    params: { language: "es" },
    body: { words: spanish?.words ?? "", is_fallback: 1 },
  });
  expect(saved.data.texts.map(({ language, is_fallback }) => [language, is_fallback])).toEqual([
    ["es", 1],
    ["en", 0],
  ]);
  await agent(reviewInvites.send, { body: two });
  await app.jobs.runAll();
  expect(sentTo(two.contact)[0]?.body).toMatch(/^Gracias/);
  const removed = await owner(reviewSettings.removeText, { params: { language: "en" } });
  expect(removed.data.texts.map(({ language }) => language)).toEqual(["es"]);
  const english = await owner(reviewSettings.saveText, {
    params: { language: "en" },
    body: { words: "Hi %first_name%, please review us: %review_link%", is_fallback: 1 },
  });
  expect(english.data.texts[0]).toMatchObject({ language: "en", is_fallback: 1 });
});

test("one reminder goes after three days to those who didn't follow the link, and never a second", async () => {
  const [reminded, followed, reviewed] = [ana(), ana(), ana()];
  for (const person of [reminded, followed, reviewed]) await agent(reviewInvites.send, { body: person });
  await app.jobs.runAll();
  const body = `site=${google}`;
  const headers = {
    "content-type": "application/x-www-form-urlencoded",
    "user-agent": "Mozilla/5.0 (X11) Firefox/140.0",
  };
  await app.http.inject({ method: "POST", url: linkTo(app, followed.contact), payload: body, headers });
  await agent(reviewInvites.markReviewed, {
    params: { id: (await rowOf(reviewed.contact))?.id ?? 0 },
    body: { reviewed: 1 },
  });
  for (let days = 0; days < 10; days++) {
    await pass(dayMs);
    await app.jobs.runAll();
  }
  expect(sentTo(reminded.contact).map(({ body }) => body)).toEqual([
    expect.stringContaining("https://rooftop.test/r/"),
    expect.stringMatching(/^Hi Ana, a quick reminder from /),
  ]);
  expect(sentTo(followed.contact)).toHaveLength(1);
  expect(sentTo(reviewed.contact)).toHaveLength(1);
  expect(await rowOf(followed.contact)).toMatchObject({ site: "Google", followed_at: expect.any(String) });
});

test("many are invited one after another; whoever must not be asked is left out with a reason", async () => {
  const { list_id } = (await manager(lists.add, { body: { title: "October service" } })).data;
  const [fresh, known, opted] = [await addReviewer(agent), await addReviewer(agent), await addReviewer(agent)];
  const customer_ids = [fresh.id, known.id, opted.id];
  await manager(lists.addCustomers, { params: { id: list_id }, body: { customer_ids } });
  await agent(reviewInvites.send, { body: { name: "Maria", contact: known.phone, consent: 1 } });
  const stop = { from: opted.phone, to: dealer.number, body: "STOP", media: [], carrierAnsweredOptOut: true };
  await app.sms.listener.onInboundText({ ...stop, sid: `SM${crypto.randomUUID()}` });
  const without = await agent(reviewInvites.sendMany, { body: { customer_ids: [fresh.id] } });
  expect(without.data).toEqual({ invited: 0, left_out: [{ reason: "No consent on file", people: 1 }] });
  await app.pool.query("update customer_lists set status = 0 where id = $1", [list_id]);
  await expect(agent(reviewInvites.sendMany, { body: { list_id, consent: 1 } })).rejects.toMatchObject({
    fields: { list_id: "This list is still importing. Send when it's done" },
  });
  await app.pool.query("update customer_lists set status = 1 where id = $1", [list_id]);
  const { data } = await agent(reviewInvites.sendMany, { body: { list_id, consent: 1, language: "es" } });
  expect(data.invited).toBe(1);
  expect(data.left_out.toSorted((a, b) => a.reason.localeCompare(b.reason))).toEqual([
    { reason: "Invited recently", people: 1 },
    { reason: "Opted out", people: 1 },
  ]);
  await app.jobs.runAll();
  expect(sentTo(fresh.phone)).toEqual([expect.objectContaining({ body: expect.stringContaining("Responda STOP") })]);
});

test("an invite takes the chosen picture along, unless the phone or the number wouldn't get it", async () => {
  await owner(reviewSettings.saveImage, { body: { with_image: 1, image: 3 } });
  await expect(owner(reviewSettings.saveImage, { body: { with_image: 1, image: 6 } })).rejects.toMatchObject({
    status: 422,
    fields: { image: "Select one of the five images" },
  });
  await expect(manager(reviewSettings.saveImage, { body: { with_image: 0, image: 3 } })).rejects.toMatchObject({
    status: 403,
  });
  const mediaOf = async (name: string, contact: string) => {
    await agent(reviewInvites.send, { body: { name, contact, consent: 1, anyway: 1 } });
    await app.jobs.runAll();
    return sentTo(contact).at(-1)?.media ?? ["no text"];
  };
  const [phone, plain] = [albanyPhone(), albanyPhone()];
  const [address = ""] = await mediaOf("Pia Picture", phone);
  const fetched = await app.http.inject(address.replace(/^https?:\/\/[^/]+/, ""));
  expect([fetched.statusCode, fetched.headers["content-type"]]).toEqual([200, "image/png"]);
  expect(fetched.rawPayload.length).toBeGreaterThan(5_000);

  await app.pool.query(
    "update messages set state = 'failed' where dealer_id = $1 and media_count > 0 and message like '%Pia%'",
    [dealer.dealer_id],
  );
  expect(await mediaOf("Pia Picture", phone)).toEqual([]);
  await app.pool.query("update phone_numbers set sends_pictures = false where dealer_id = $1", [dealer.dealer_id]);
  expect(await mediaOf("Paul Plain", plain)).toEqual([]);
  await app.pool.query("update phone_numbers set sends_pictures = true where dealer_id = $1", [dealer.dealer_id]);
  await owner(reviewSettings.saveImage, { body: { with_image: 0, image: 3 } });
  expect(await mediaOf("Olga Off", albanyPhone())).toEqual([]);
});

test("the goal says how many invites it takes, and so do the sites how many they got", async () => {
  const { data } = await owner(reviewSettings.saveGoal, { body: { monthly_goal: 12 } });
  expect(data).toMatchObject({ monthly_goal: 12, percent: expect.any(Number) });
  expect(data.invite_goal).toBeGreaterThanOrEqual(12);
  const { sites } = (await agent(reviewSites.all)).data;
  expect(sites.map(({ id, kind, invites_followed }) => [id, kind, invites_followed])).toEqual([
    [google, "google", 1],
    [yelp, "yelp", 0],
  ]);
  const moved = await owner(reviewSites.move, { params: { id: yelp }, body: { by: -1 } });
  expect(moved.data.sites.map(({ id }) => id)).toEqual([yelp, google]);
  expect((await owner(reviewSites.move, { params: { id: yelp }, body: { by: -1 } })).data.sites[0]?.id).toBe(yelp);
  await owner(reviewSites.move, { params: { id: google }, body: { by: -1 } });
});

test("the table shows what was asked for, and the file neutralizes what a spreadsheet would run", async () => {
  const contact = albanyPhone();
  await agent(reviewInvites.send, { body: { name: "Bo Formula", contact, consent: 1 } });
  await app.pool.query("update review_invites set customer_name = '=1+1' where contact = $1", [contact]);
  expect((await rows(agent, { search: { value: contact.slice(2) } })).map((row) => row.contact)).toEqual([contact]);
  expect((await rows(agent, { show: "reviewed" })).every(({ reviewed_at }) => reviewed_at !== null)).toBe(true);
  expect((await rows(agent, { show: "problem" })).every(({ state }) => ["failed", "left_out"].includes(state))).toBe(
    true,
  );
  const { data } = await manager(reviewInvites.export, { body: { period: "month" } });
  expect(data.csv).toContain("'=1+1");
  const found = await manager(reviewInvites.export, { body: { period: "month", search: contact.slice(2) } });
  expect(found.data.csv.trim().split("\r\n").length).toBe(2);
  expect(data.csv.trim().split("\r\n").length).toBeGreaterThan(2);
  expect(data.csv).toContain("Name,Phone/Email,Sent by,Sent Time");
});
