/* As long as what can happen to a lead, each tried over HTTP. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Caller } from "#core/client.ts";
import { accounts } from "#domains/accounts/contract.ts";
import { appointments } from "#domains/appointments/contract.ts";
import { consent } from "#domains/customers/consent/contract.ts";
import { customers } from "#domains/customers/contract.ts";
import { customerDeletion } from "#domains/customers/deletion/contract.ts";
import { customerErasure } from "#domains/customers/erasure/contract.ts";
import { duplicates } from "#domains/duplicates/contract.ts";
import { voice } from "#domains/inbox/calls/contract.ts";
import { inbox } from "#domains/inbox/contract.ts";
import { leadCounts } from "#domains/leads/counts/contract.ts";
import { notifications } from "#domains/notifications/contract.ts";
import { team } from "#domains/team/contract.ts";
import { addCustomer } from "#testing/customer.ts";
import { type Dealership, freshPhone } from "#testing/dealership.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";
import { type LeadDraft, type LeadView, leads } from "./contract.ts";
import { catchUpWithAnswers, noteRecentAnswers } from "./server/followLeads.ts";

let app: TestApp;
let dealer: Dealership;
let owner: Caller;
let manager: Caller;
let agent: Caller;
let agent_id: number;
let manager_id: number;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.pool.query("delete from rate_limits"); // Each test signs three people in.
  dealer = await app.dealership();
  [owner, manager, agent] = [
    await app.signIn(dealer.owner),
    await app.signIn(dealer.manager),
    await app.signIn(dealer.agent),
  ];
  agent_id = (await agent(accounts.profile)).data.id;
  manager_id = (await manager(accounts.profile)).data.id;
});

const accord = { interest: "buy" as const, year: "2021", make: "Honda", model: "Accord", stock: "P4471" };
const person = (more: object = {}) => ({ first_name: "Renée", last_name: "O’Neil", phone: freshPhone(), ...more });
const add = async (more: Partial<LeadDraft> | object = {}, call = agent) =>
  (await call(leads.add, { body: { ...person(), vehicles: [accord], ...more } })).data.id;
const rows = async (show: LeadView = "open", body: object = {}, call = agent) =>
  (await call(leads.table, { body: { show, ...body } })).data;
const one = async (id: number, call = agent) => (await call(leads.one, { params: { id } })).data;
const stages = async () => (await agent(leads.options)).data.stages;
const stageNamed = async (name: string) => (await stages()).find((stage) => stage.name === name)?.id ?? 0;
const move = async (id: number, name: string, more: object = {}, call = agent) =>
  call(leads.move, { params: { id }, body: { stage_id: await stageNamed(name), ...more } });
const minutes = (count: number) => app.clock.advance(count * 60_000);

describe("a lead added by hand", () => {
  test("makes a customer of a new phone, and says who wants what", async () => {
    const phone = freshPhone();
    const id = await add({ phone, source: "Walk-in", comments: "Is it still here?\nCall after five." });
    const [row] = await rows();
    expect(row).toMatchObject({
      id,
      name: "Renée O’Neil",
      phone,
      kind: "sales",
      stage: "New",
      stage_kind: "open",
      owner: "",
      owner_id: null,
      source: "Walk-in",
      vehicle: "2021 Honda Accord",
      stock: "P4471",
      outcome: "",
      inquiries: 1,
      first_response_at: null,
      response_seconds: null,
      closed_at: null,
      is_opted_out: false,
      chat_id: null,
    });
    const found = (await agent(customers.table, { body: { search: { value: phone } } })).data;
    expect(found).toMatchObject([{ id: row?.customer_id, first_name: "Renée", last_name: "O’Neil" }]);
    expect(await one(id)).toMatchObject({
      vehicles: [accord],
      received: [{ came_by: "hand", read_by: "hand", comments: "Is it still here?\nCall after five." }],
      history: [{ reason: "added", by: "Agent Tester", to_stage: "New", from_owner: null, to_owner: null }],
    });
  });

  test("of a known customer is theirs, and shows at their page", async () => {
    const { id: customer_id } = await addCustomer(agent, { first_name: "Maria", last_name: "Lopez" });
    const id = await add({ phone: "", customer_id, owner_id: agent_id });
    await add();
    expect(await rows("open", { customer_id })).toMatchObject([{ id, customer_id, name: "Maria Lopez" }]);
    expect(await rows("mine")).toMatchObject([{ id, owner: "Agent Tester" }]);
  });

  test("with an email alone belongs to no customer yet", async () => {
    const id = await add({ phone: "", email: "sam@example.com" });
    expect(await one(id)).toMatchObject({
      customer_id: null,
      email: "sam@example.com",
      phone: "",
      name: "Renée O’Neil",
    });
  });

  test("joins the open lead of the same person about the same vehicle, and no other", async () => {
    const phone = freshPhone();
    const id = await add({ phone });
    const again = await agent(leads.add, { body: { ...person({ phone }), vehicles: [accord], comments: "Hello?" } });
    expect(again).toMatchObject({ message: "Added to their open lead", data: { id, joined: 1 } });
    expect(await one(id)).toMatchObject({ inquiries: 2, history: [{ reason: "inquired" }, { reason: "added" }] });
    expect(await add({ phone, vehicles: [{ ...accord, model: "Pilot", stock: "P9" }] })).not.toBe(id);
    await move(id, "Sold");
    expect(await add({ phone })).not.toBe(id);
  });

  test("of a customer who shares an email with another is theirs alone", async () => {
    const [one, other] = [await addCustomer(agent), await addCustomer(agent)];
    const first = await add({ phone: "", customer_id: one.id });
    expect(await add({ phone: "", customer_id: other.id })).not.toBe(first);
    expect(await add({ phone: "", customer_id: one.id })).toBe(first);
  });

  test("takes a phone as people write it, and keeps another one of a known person in the inquiry", async () => {
    const digits = freshPhone().slice(2);
    const typed = `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`;
    const id = await add({ phone: typed, email: "sam.poe@example.com" });
    expect(await one(id)).toMatchObject({ phone: `+1${digits}` });
    const second = freshPhone();
    expect(await add({ phone: second, email: "Sam.Poe@example.com", comments: "Try my other phone" })).toBe(id);
    expect((await one(id)).received[0]?.comments).toBe(`Try my other phone\nPhone: ${second}`);
  });

  test.each([
    [{ phone: "", email: "" }, { phone: "Enter a phone number or an email address" }],
    [{ phone: "12" }, { phone: expect.any(String) }],
    [{ customer_id: 999_999_999 }, { customer_id: "Customer not found. They may have been deleted." }],
    [{ owner_id: 999_999_999 }, { owner_id: "This team member isn't at this location." }],
    [{ kind: "rental" }, { kind: "Select a kind of lead" }],
    [{ vehicles: [{ ...accord, year: "21" }] }, { "vehicles.0.year": "Enter a year with four digits, such as 2021" }],
  ])("with %o is refused at its field", async (more, errors) => {
    await expect(agent(leads.add, { body: { ...person(), ...more } as LeadDraft })).rejects.toMatchObject({
      status: 422,
      fields: errors,
    });
    expect(await rows("all")).toEqual([]);
  });
});

describe("an owner", () => {
  test("claims first, and the next to claim reads by whom", async () => {
    const id = await add();
    await Promise.allSettled([agent, manager, owner].map((call) => call(leads.claim, { params: { id } })));
    const { owner: name, history } = await one(id);
    expect(history.filter(({ reason }) => reason === "claimed")).toHaveLength(1);
    const other = name === "Agent Tester" ? manager : agent;
    await expect(other(leads.claim, { params: { id } })).rejects.toMatchObject({
      status: 409,
      message: `${name} has this lead already.`,
    });
  });

  test("of twenty who claim at once, one has it and nineteen are told", async () => {
    const id = await add();
    const settled = await Promise.allSettled(
      Array.from({ length: 20 }, (_, at) => [agent, manager, owner][at % 3]?.(leads.claim, { params: { id } })),
    );
    const { history } = await one(id);
    expect(history.filter(({ reason }) => reason === "claimed")).toHaveLength(1);
    expect(settled.filter(({ status }) => status === "rejected").length).toBeGreaterThanOrEqual(12);
  });

  test("is assigned by anybody, told of it, and no one's again", async () => {
    const id = await add();
    await agent(leads.assign, { params: { id }, body: { owner_id: manager_id } });
    const { data } = await manager(notifications.list);
    expect(data.notifications[0]).toMatchObject({ kind: "lead", title: "Agent Tester assigned you a lead" });
    await agent(leads.assign, { params: { id }, body: { owner_id: "" } });
    expect(await one(id)).toMatchObject({
      owner_id: null,
      history: [
        { reason: "hand", from_owner: "Manager Tester", to_owner: "" },
        { reason: "hand", from_owner: "", to_owner: "Manager Tester", from_stage: "", to_stage: "" },
        { reason: "added" },
      ],
    });
  });

  test("who leaves hands open leads on, and keeps closed ones", async () => {
    const [open, closed] = [await add({ owner_id: agent_id }), await add({ owner_id: agent_id })];
    await move(closed, "Sold");
    await owner(team.remove, { params: { id: agent_id } });
    expect(await one(open, manager)).toMatchObject({ history: [{ reason: "left", from_owner: "Agent Tester" }, {}] });
    expect((await one(open, manager)).owner_id).not.toBe(agent_id);
    expect(await one(closed, manager)).toMatchObject({ owner_id: agent_id });
  });

  test("everyone at the location hears of a lead that nobody has, but for the one who added it", async () => {
    await add({ source: "AutoFinder" });
    const titles = async (call: Caller) =>
      (await call(notifications.list)).data.notifications.map(({ title }) => title);
    expect(await titles(manager)).toEqual(["New lead: Renée O’Neil"]);
    expect(await titles(agent)).toEqual([]);
  });
});

describe("stages", () => {
  test("sold and lost close a lead, and an open stage opens it again", async () => {
    const id = await add();
    await expect(move(id, "Lost")).rejects.toMatchObject({ fields: { lost_reason: "Say why it was lost" } });
    await move(id, "Lost", { lost_reason: "Bought elsewhere" });
    expect(await one(id)).toMatchObject({
      outcome: "lost",
      lost_reason: "Bought elsewhere",
      closed_at: expect.any(String),
    });
    expect(await rows("open")).toEqual([]);
    expect(await rows("closed")).toMatchObject([{ id }]);
    await move(id, "Lost", { outcome: "spam" });
    expect(await one(id)).toMatchObject({ outcome: "spam", lost_reason: "" });
    await move(id, "Negotiating");
    expect(await one(id)).toMatchObject({ outcome: "", lost_reason: "", closed_at: null, stage: "Negotiating" });
    await move(id, "Sold");
    expect(await one(id)).toMatchObject({ outcome: "sold", stage_kind: "won" });
  });

  test("an appointment moves the lead on, its completion further, and neither moves it back", async () => {
    const { id: customer_id } = await addCustomer(agent);
    const id = await add({ phone: "", customer_id });
    const time = {
      timeType: "custom" as const,
      appointment_date: nextDay(),
      customTimeHours: "10",
      customTimeMinutes: "00",
    };
    const draft = {
      title: "Test drive",
      type: 0 as const,
      customer_id,
      notes: "",
      ...time,
      customTimeAmPm: "AM",
      confirmed: 1 as const,
    };
    const appointment_id = (await agent(appointments.add, { body: draft })).data.id;
    await app.jobs.runAll();
    expect(await one(id)).toMatchObject({ stage: "Appointment set", history: [{ reason: "appointment", by: "" }, {}] });
    await agent(appointments.update, { params: { id: appointment_id, status: 1 } });
    await app.jobs.runAll();
    expect(await one(id)).toMatchObject({ stage: "Shown", history: [{ reason: "visit" }, {}, {}] });
    await move(id, "Negotiating");
    await agent(appointments.update, { params: { id: appointment_id, status: 0 } });
    await app.jobs.runAll();
    expect(await one(id)).toMatchObject({ stage: "Negotiating" });
  });

  test("the owner renames, orders, adds and removes them; a removed one's leads go where they are told", async () => {
    const before = await stages();
    const [contactedLead, newLead] = [await add(), await add()];
    await move(contactedLead, "Contacted");
    const at = (name: string) => before.find((stage) => stage.name === name)?.id ?? 0;
    const kept = before.filter(({ name }) => name !== "Contacted");
    const renamed = kept.map(({ id, name, kind, reached_by }) => ({
      id,
      name: name === "New" ? "Fresh" : name,
      kind,
      reached_by,
    }));
    const saved = [{ name: "Waiting list", kind: "open" as const, reached_by: "reply" as const }, ...renamed];
    await expect(owner(leads.saveStages, { body: { stages: saved, moves: [] } })).rejects.toMatchObject({
      fields: { stages: "These stages changed meanwhile. Reload them and try again." },
    });
    const nowhere = { stages: saved, moves: [{ from: at("Contacted"), to: undefined }] };
    await expect(owner(leads.saveStages, { body: nowhere })).rejects.toMatchObject({
      fields: { moves: "Select where the leads in Contacted go" },
    });
    const wrong = { stages: saved, moves: [{ from: at("Contacted"), to: at("Sold") }] };
    await expect(owner(leads.saveStages, { body: wrong })).rejects.toMatchObject({ status: 422 });
    await owner(leads.saveStages, { body: { stages: saved, moves: [{ from: at("Contacted"), to: at("New") }] } });
    expect((await stages()).map(({ name }) => name)).toEqual([
      "Waiting list",
      "Fresh",
      ...kept.slice(1).map(({ name }) => name),
    ]);
    expect(await one(contactedLead)).toMatchObject({
      stage: "Fresh",
      history: [{ reason: "stage_removed", from_stage: "Contacted", to_stage: "Fresh" }, {}, {}],
    });
    expect(await one(newLead)).toMatchObject({ stage: "Fresh" });
  });

  test("say to the owner how many leads are in each, at all locations", async () => {
    const elsewhere = await app.signIn(dealer.otherAgent, dealer.otherLocation_id);
    await Promise.all([add(), add({}, elsewhere)]);
    const { data } = await owner(leads.stages);
    expect(data.stages.slice(0, 2)).toMatchObject([
      { name: "New", leads: 2 },
      { name: "Contacted", leads: 0 },
    ]);
  });

  test("saved twice at once are saved once, and the other is told", async () => {
    const before = await stages();
    const adding = (name: string) =>
      owner(leads.saveStages, { body: { stages: [...before, { name, kind: "open" as const }], moves: [] } });
    const settled = await Promise.allSettled(["A", "B", "C"].map(adding));
    expect(settled.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await stages()).toHaveLength(before.length + 1);
  });

  test("what a stage means stays while it has leads, and names may change places", async () => {
    const before = await stages();
    await add();
    const swapped = before.map((stage) => ({
      ...stage,
      name: { New: "Contacted", Contacted: "New" }[stage.name] ?? stage.name,
    }));
    await owner(leads.saveStages, { body: { stages: swapped, moves: [] } });
    expect((await stages())[0]?.name).toBe("Contacted");
    const closed = swapped.map((stage, place) => (place === 0 ? { ...stage, kind: "lost" as const } : stage));
    await expect(owner(leads.saveStages, { body: { stages: closed, moves: [] } })).rejects.toMatchObject({
      fields: { stages: "Contacted has leads, so it must stay open" },
    });
  });
});

describe("the first answer", () => {
  test("is a member's text after the lead came in, counted in seconds, and moves it to Contacted", async () => {
    const { id: customer_id } = await addCustomer(agent);
    await agent(inbox.sendToCustomer, { body: { customer_id, message: "Before" } });
    minutes(1);
    const id = await add({ phone: "", customer_id });
    await noteRecentAnswers(app.jobServer);
    expect(await one(id)).toMatchObject({ first_response_at: null, stage: "New" });
    expect((await agent(leadCounts.views)).data).toEqual({
      open: 1,
      mine: 0,
      untouched: 1,
      unassigned: 1,
      has_any: true,
    });
    minutes(4);
    await manager(inbox.sendToCustomer, { body: { customer_id, message: "It is here" } });
    minutes(1);
    await agent(inbox.sendToCustomer, { body: { customer_id, message: "Still" } });
    await noteRecentAnswers(app.jobServer);
    const answered = { response_seconds: 240, first_response_by: "Manager Tester", stage: "Contacted" };
    expect(await one(id)).toMatchObject({ ...answered, history: [{ reason: "reply", by: "Manager Tester" }, {}] });
    expect((await agent(leadCounts.views)).data).toMatchObject({ untouched: 0 });
    expect(await rows("untouched")).toEqual([]);
  });

  test("is an answered call, too", async () => {
    const { id: customer_id, phone } = await addCustomer(agent);
    const id = await add({ phone: "", customer_id });
    const carrier = app.voice.listener;
    const place = async () => {
      await agent(voice.placeCall, { body: { customer_id, phone: "9095550177" } });
      const call = { sid: app.voice.placed.at(-1)?.reference ?? "", from: dealer.number, to: phone };
      await carrier.onPickedUp(call);
      await carrier.onConnect(call);
      return call;
    };
    minutes(2);
    const unanswered = await place();
    await carrier.onDialed(unanswered, "unanswered", undefined);
    await carrier.onCallEnded(unanswered, 30);
    await noteRecentAnswers(app.jobServer);
    expect(await one(id)).toMatchObject({ first_response_at: null });
    minutes(1);
    const answered = await place();
    await carrier.onAnswered(answered);
    await carrier.onDialed(answered, "bridged", 42);
    await carrier.onCallEnded(answered, 60);
    await noteRecentAnswers(app.jobServer);
    expect(await one(id)).toMatchObject({ first_response_by: "Agent Tester", response_seconds: 180 });
  });

  test("that was missed for an hour is found by the hourly look", async () => {
    const { id: customer_id } = await addCustomer(agent);
    const id = await add({ phone: "", customer_id });
    minutes(1);
    await agent(inbox.sendToCustomer, { body: { customer_id, message: "Hello" } });
    minutes(90);
    await noteRecentAnswers(app.jobServer);
    expect(await one(id)).toMatchObject({ first_response_at: null });
    await catchUpWithAnswers(app.jobServer);
    expect(await one(id)).toMatchObject({ response_seconds: 60 });
  });

  test("after a merge is that of the customer whom they were merged into", async () => {
    const [kept, merged] = [await addCustomer(agent), await addCustomer(agent)];
    const id = await add({ phone: "", customer_id: merged.id });
    const { merge_id } = (await manager(duplicates.merge, { body: { kept_id: kept.id, merged_id: merged.id } })).data;
    expect(await rows("open", { customer_id: kept.id })).toMatchObject([{ id, customer_id: kept.id }]);
    minutes(1);
    await agent(inbox.sendToCustomer, { body: { customer_id: kept.id, message: "Hello" } });
    await noteRecentAnswers(app.jobServer);
    expect(await one(id)).toMatchObject({ response_seconds: 60 });
    await manager(duplicates.undo, { body: { merge_id } });
    expect(await one(id)).toMatchObject({ customer_id: merged.id });
  });
});

describe("a customer's leads", () => {
  test("close when the customer is deleted, and come back with them to where they were", async () => {
    const { id: customer_id } = await addCustomer(agent);
    const id = await add({ phone: "", customer_id });
    await move(id, "Negotiating");
    await manager(customers.remove, { params: { id: customer_id }, body: { cancel_work: 1 } });
    expect(await one(id)).toMatchObject({ outcome: "lost", lost_reason: "Customer deleted", customer_id: null });
    await manager(customerDeletion.restore, { body: { customer_ids: [customer_id] } });
    expect(await one(id)).toMatchObject({ outcome: "", stage: "Negotiating", customer_id, closed_at: null });
  });

  test("come back in an open stage, when the one they were in means something else by then", async () => {
    const { id: customer_id } = await addCustomer(agent);
    const id = await add({ phone: "", customer_id });
    await move(id, "Negotiating");
    await manager(customers.remove, { params: { id: customer_id }, body: { cancel_work: 1 } });
    const changed = (await stages()).map((stage) =>
      stage.name === "Negotiating" ? { ...stage, kind: "won" as const } : stage,
    );
    await owner(leads.saveStages, { body: { stages: changed, moves: [] } });
    await manager(customerDeletion.restore, { body: { customer_ids: [customer_id] } });
    expect(await one(id)).toMatchObject({ stage: "New", stage_kind: "open", outcome: "", closed_at: null });
    expect((await one(id)).history[0]).toMatchObject({
      reason: "customer_restored",
      from_stage: "Lost",
      to_stage: "New",
    });
  });

  test("keep nothing of a person who asked to be erased, wherever it was typed", async () => {
    const { id: customer_id, phone } = await addCustomer(agent, {
      first_name: "Zelda",
      last_name: "Quimby",
      email: "zelda@example.com",
    });
    const vehicles = [{ ...accord, model: "Zelda Quimby's Accord", stock: phone, comments: "zelda@example.com" }];
    const id = await add({ phone: "", customer_id, vehicles, source: `Call ${phone}`, comments: "Zelda Quimby again" });
    await owner(customerErasure.erase, {
      params: { id: customer_id },
      body: { confirmation: "ERASE", reason: "They asked" },
    });
    expect(JSON.stringify(await one(id))).not.toMatch(new RegExp(`Zelda|Quimby|${phone.slice(2)}`, "i"));
    expect(await one(id)).toMatchObject({ outcome: "lost", inquiries: 1 });
  });

  test("say that the customer opted out of texts", async () => {
    const { id: customer_id, phone } = await addCustomer(agent);
    const id = await add({ phone: "", customer_id });
    await agent(consent.opt, { body: { user_id: customer_id, opt_type: "out" } });
    expect(await one(id)).toMatchObject({ is_opted_out: true, phone });
  });
});

describe("the table", () => {
  test("narrows by stage, owner, kind, source, and words of person and vehicle", async () => {
    const sold = await add({ source: "Cars & Co", kind: "service", owner_id: manager_id });
    const other = await add({ vehicles: [{ ...accord, model: "Pilot", stock: "Z77" }], first_name: "Sam" });
    await move(sold, "Contacted");
    const ids = async (body: object, show: LeadView = "open") => (await rows(show, body)).map(({ id }) => id);
    expect(await ids({ stage_id: await stageNamed("Contacted") })).toEqual([sold]);
    expect(await ids({ owner_id: manager_id })).toEqual([sold]);
    expect(await ids({ kind: "service" })).toEqual([sold]);
    expect(await ids({ source: "Cars & Co" })).toEqual([sold]);
    expect(await ids({}, "unassigned")).toEqual([other]);
    expect(await ids({ search: { value: "pilot z77" } })).toEqual([other]);
    expect(await ids({ search: { value: "renee" } })).toEqual([sold]);
    expect((await agent(leads.options)).data.sources).toEqual(["Cars & Co"]);
  });

  test("and its views are counted alike, whoever counts", async () => {
    await add({ owner_id: manager_id, source: "Cars & Co" });
    await add({ kind: "service", source: "Cars & Co" });
    await move(await add(), "Contacted");
    const views = [
      { show: "open" },
      { show: "mine" },
      { show: "all", source: "Cars & Co" },
      { show: "open", stage_id: await stageNamed("Contacted") },
      { show: "closed" },
    ] as const;
    const stranger = await app.signIn((await app.dealership()).owner);
    for (const call of [agent, manager, stranger]) {
      const listed = [];
      for (const view of views) listed.push((await rows(view.show, view, call)).length);
      expect((await call(leads.viewCounts, { body: { views: [...views] } })).data.counts).toEqual(listed);
    }
    const many = Array.from({ length: 11 }, () => ({}));
    for (const odd of [many, "open", [{ show: "theirs" }]])
      await expect(agent(leads.viewCounts, { body: { views: odd as [] } })).rejects.toMatchObject({ status: 422 });
  });

  test("is of the acting location alone, and another business's lead is not found", async () => {
    const id = await add();
    const elsewhere = await app.signIn(dealer.otherAgent, dealer.otherLocation_id);
    expect(await rows("all", {}, elsewhere)).toEqual([]);
    const stranger = await app.signIn((await app.dealership()).owner);
    for (const call of [elsewhere, stranger]) {
      await expect(call(leads.one, { params: { id } })).rejects.toMatchObject({ status: 404 });
      await expect(call(leads.claim, { params: { id } })).rejects.toMatchObject({ status: 404 });
    }
    const foreign = { stage_id: (await stranger(leads.options)).data.stages[0]?.id ?? 0 };
    await expect(agent(leads.move, { params: { id }, body: foreign })).rejects.toMatchObject({ status: 422 });
  });

  test("deleting a lead hides it, and only managers may", async () => {
    const id = await add();
    await expect(agent(leads.remove, { params: { id } })).rejects.toMatchObject({ status: 403 });
    await manager(leads.remove, { params: { id } });
    expect(await rows("all")).toEqual([]);
    await expect(one(id)).rejects.toMatchObject({ status: 404 });
  });

  test("is saved as a file, without formulas", async () => {
    await add({ first_name: "=1+1", source: "Walk-in" });
    const { csv } = (await manager(leads.export, { body: { show: "open" } })).data;
    expect(csv).toContain("Name,Phone,Email,Kind,Stage");
    expect(csv).toContain("'=1+1");
  });
});

/** Tomorrow at the location, as forms send it. */
const nextDay = () => new Date(app.clock.now().getTime() + 86_400_000).toISOString().slice(0, 10);
