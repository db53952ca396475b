import { randomUUID } from "node:crypto";
import type { APIRequestContext, Locator, Page } from "@playwright/test";
import { expectNoAxeViolationsInBothSchemes } from "./accessibility.ts";
import { expect, type OwnerLogin, ownerToken, test } from "./app.ts";
import { newCustomerInput } from "./customer.ts";

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const rowOf = (page: Page, text: string) => page.getByRole("row").filter({ hasText: text });
const searchLeads = (page: Page, text: string) => page.getByRole("searchbox", { name: "Search leads" }).fill(text);
const leadDialog = (page: Page, name: string) => page.getByRole("dialog", { name });

/** A lead as a listing site sends it to the location's web address. */
async function receiveLead(
  request: APIRequestContext,
  app: OwnerLogin,
  last_name: string,
  phone: string,
  provider = "AutoFinder",
) {
  const token = await ownerToken(request, app);
  const answer = await request.get("/api/leads/address", { headers: { authorization: `Bearer ${token}` } });
  const { data } = (await answer.json()) as { data: { url: string } };
  const adf = `<?xml version="1.0"?><adf><prospect><id source="x">${randomUUID()}</id>
    <vehicle interest="buy" status="used"><year>2021</year><make>Honda</make><model>Accord</model><stock>P4471</stock></vehicle>
    <customer><contact><name part="first">Rita</name><name part="last">${last_name}</name><phone>${phone}</phone></contact>
    <comments>Is it &lt;b&gt;still&lt;/b&gt; here?</comments></customer><provider><name>${provider}</name></provider></prospect></adf>`;
  const path = new URL(data.url).pathname;
  const sent = await request.post(path, { headers: { "content-type": "application/x-adf+xml" }, data: adf });
  expect(sent.status()).toBe(200);
}

test("a lead comes in, is claimed, answered, moved and sold", { tag: "@layout" }, async ({
  page,
  app,
  signIn,
  request,
  isMobile,
}) => {
  const person = newCustomerInput();
  await signIn(page, "owner");
  await page.goto("/inbox/all");
  if (isMobile) await button(page, "Open menu").click();
  await page.getByRole("link", { name: /^Leads/ }).click();
  await expect(page).toHaveTitle(/Rooftop — Leads$/);
  await receiveLead(request, app, person.last_name, person.phone);
  const row = rowOf(page, person.last_name);
  await searchLeads(page, person.last_name);
  await expect(row).toContainText("2021 Honda Accord");
  await expectNoAxeViolationsInBothSchemes(page);

  await row.getByRole("button", { name: /^Claim/ }).click();
  await expect(row.getByTitle("Olivia Grant")).toBeVisible();
  await row.getByRole("button", { name: /Open lead/ }).click();
  const lead = leadDialog(page, `Rita ${person.last_name}`);
  await expect(lead.getByText("Is it still here?")).toBeVisible();
  await expect(page).toHaveURL(/lead=\d+/);
  await expectNoAxeViolationsInBothSchemes(page);
  await lead.getByRole("button", { name: "Contacted" }).click();
  await expect(lead.getByText(/from New to Contacted/)).toBeVisible();

  await lead.getByRole("button", { name: "Lost" }).click();
  const lost = leadDialog(page, "Move to Lost?");
  await lost.getByRole("button", { name: "Move" }).click();
  await expect(lost.getByText("Say why it was lost")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(lost).toBeHidden();
  await lead.getByRole("button", { name: "Sold" }).click();
  const sold = leadDialog(page, "Move to Sold?");
  await expect(sold.getByLabel("Sold for")).toBeFocused();
  await expectNoAxeViolationsInBothSchemes(page);
  await page.keyboard.press("Escape");
  await expect(sold).toBeHidden();
  await expect(lead.getByText(/from Contacted to Sold/)).toHaveCount(0);
  await lead.getByRole("button", { name: "Sold" }).click();
  await expect(sold.getByLabel("Sold for")).toBeFocused();
  await page.keyboard.type("about 25k");
  await page.keyboard.press("Enter");
  await expect(sold.getByText(/^Enter a price such as 24,900/)).toBeVisible();
  await sold.getByLabel("Sold for").fill("24,900");
  await page.keyboard.press("Enter");
  await expect(lead.getByText(/from Contacted to Sold\. Sold for \$24,900/)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(lead).toBeHidden();
  await expect(row).toBeHidden();
  await page.getByRole("combobox", { name: "Show" }).selectOption("closed");
  await expect(row).toContainText("Sold");
});

test("a lead is added for a new person, and shows beside the conversation", { tag: "@once" }, async ({
  page,
  signIn,
}) => {
  const person = newCustomerInput();
  await signIn(page, "owner");
  await page.goto("/leads");
  await button(page, "Add lead").first().click();
  const add = leadDialog(page, "Add lead");
  await add.getByRole("button", { name: "Add lead" }).click();
  await expect(add.getByText("Enter a phone number or an email address")).toBeVisible();
  await add.getByLabel("First name").fill("Rita");
  await add.getByLabel("Last name").fill(person.last_name);
  await add.getByLabel("Phone").fill(person.phone);
  await add.getByLabel("Owner").selectOption({ label: "Andre Silva" });
  await add.getByLabel("Year").fill("21");
  await add.getByLabel("Make").fill("Honda");
  await add.getByRole("button", { name: "Add lead" }).click();
  await expect(add.getByText("Enter a year with four digits, such as 2021")).toBeVisible();
  await add.getByLabel("Year").fill("2021");
  await add.getByRole("button", { name: "Add lead" }).click();
  await expect(add).toBeHidden();
  await searchLeads(page, person.last_name);
  await expect(rowOf(page, person.last_name).getByTitle("Andre Silva")).toBeVisible();
  await rowOf(page, person.last_name)
    .getByRole("button", { name: /Open lead/ })
    .click();
  await leadDialog(page, `Rita ${person.last_name}`).getByRole("link", { name: "Customer page" }).click();
  await expect(page.getByRole("region", { name: "Leads" })).toContainText("2021 Honda");
});

test("a manager writes a rule; a lead is assigned by it, and its owner keeps it", { tag: "@once" }, async ({
  page,
  app,
  signIn,
  request,
}) => {
  const person = newCustomerInput();
  await signIn(page, "manager");
  await page.goto("/settings/leads");
  const rules = page.getByRole("region", { name: "Assignment" });
  // Somebody is on shift whenever this runs.
  await rules.getByRole("button", { name: "Working hours" }).click();
  await button(page, "Edit working hours of Marcus Whitfield").click();
  const week = leadDialog(page, "Working hours of Marcus Whitfield");
  await week.getByLabel("Same as the location's business hours").uncheck();
  for (const day of ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]) {
    await week.getByRole("switch", { name: day }).check({ force: true });
    await week.getByLabel(`${day} opens at`).selectOption("0");
    await week.getByLabel(`${day} closes at`).selectOption("1440");
  }
  await expectNoAxeViolationsInBothSchemes(page);
  await week.getByRole("button", { name: "Save" }).click();
  await expect(leadDialog(page, "Working hours")).toContainText("Mon to Sun 12:00 AM to Midnight");
  await page.keyboard.press("Escape");
  await expect(rules.getByText(/^On shift now: .*Marcus Whitfield/)).toBeVisible();

  await button(page, "Add rule").click();
  const rule = leadDialog(page, "Add rule");
  await rule.getByLabel("Sources").fill("AutoGrove");
  await page.keyboard.press("Enter");
  await rule.getByLabel("Who gets these leads").selectOption("members");
  await rule.getByRole("button", { name: "Add rule" }).click();
  await expect(rule.getByText("Select at least one person")).toBeVisible();
  await rule.getByRole("combobox", { name: "People" }).fill("Marcus");
  await page.getByRole("option", { name: "Marcus Whitfield" }).click();
  await rule.getByLabel(/offer to the next person after/).fill("30");
  await expectNoAxeViolationsInBothSchemes(page);
  await rule.getByRole("button", { name: "Add rule" }).click();
  await expect(rule).toBeHidden();
  const added = rules.getByRole("listitem").filter({ hasText: "All leads from AutoGrove" });
  await expect(added).toContainText("In turn: Marcus Whitfield · next person after 30 min");
  // By keyboard to the top, where the focus stays with it.
  const up = added.getByRole("button", { name: /up$/ });
  await up.focus();
  await page.keyboard.press("Enter");
  await expect(added).toContainText("2.");
  await page.keyboard.press("Enter");
  await expect(added).toContainText("1.");
  await button(page, "Try it").click();
  const trial = leadDialog(page, "Try it");
  await trial.getByLabel("Source").fill("AutoGrove");
  await expect(trial.getByText("Marcus Whitfield would get it (rule 1)")).toBeVisible();
  await page.keyboard.press("Escape");
  await expectNoAxeViolationsInBothSchemes(page);

  await receiveLead(request, app, person.last_name, person.phone, "AutoGrove");
  await page.goto(`/leads?q=${person.last_name}`);
  const row = rowOf(page, person.last_name);
  await expect(row.getByTitle("Marcus Whitfield")).toBeVisible();
  await row.getByRole("button", { name: /Open lead/ }).click();
  const lead = leadDialog(page, `Rita ${person.last_name}`);
  await expect(lead.getByText(/^Moves to the next person/).first()).toBeVisible();
  await expect(lead.getByText("Assigned to Marcus Whitfield by rule")).toBeVisible();
  await expectNoAxeViolationsInBothSchemes(page);
  await lead.getByRole("button", { name: /^Keep the lead of/ }).click();
  await expect(lead.getByText("Marcus Whitfield kept this lead")).toBeVisible();
  await expect(lead.getByText(/^Moves to the next person/)).toHaveCount(0);

  await page.goto("/settings/leads");
  await added.getByRole("button", { name: /^Delete rule/ }).click();
  await expect(added).toHaveCount(0);
  await button(page, "Undo").click();
  await expect(added).toHaveCount(1);
  await added.getByRole("button", { name: /^Delete rule/ }).click();
  await expect(added).toHaveCount(0);
});

test("an owner sees where leads go, and changes the stages", { tag: "@once" }, async ({ page, signIn }) => {
  await signIn(page, "owner");
  await page.goto("/settings/leads");
  await expect(page.getByLabel("Web address", { exact: true })).toHaveValue(/\/webhooks\/leads\/[0-9a-f]{20}$/);
  await expectNoAxeViolationsInBothSchemes(page);
  await button(page, "Add stage").click();
  await page.keyboard.type("Deposit");
  await button(page, "Save stages").click();
  await expect(page.getByText("Stages saved")).toBeVisible();
  await page.goto("/leads");
  await page.getByRole("combobox", { name: "Stage" }).selectOption({ label: "Deposit" });
  await expect(page.getByText("No matching records found")).toBeVisible();
});

const column = (page: Page, stage: string) => page.locator("section[data-column]").filter({ hasText: stage });
const cardOf = (place: Page | Locator, text: string) => place.locator("[data-lead]").filter({ hasText: text });

test("a lead moves on the board by mouse and by keys, and back", { tag: "@once" }, async ({
  page,
  app,
  signIn,
  request,
}) => {
  const person = newCustomerInput();
  await receiveLead(request, app, person.last_name, person.phone);
  await signIn(page, "owner");
  await page.goto("/leads");
  await searchLeads(page, person.last_name);
  await expect(rowOf(page, person.last_name)).toBeVisible();
  await page.getByRole("radio", { name: "Board" }).click();
  await expect(page).toHaveURL(/view=board/);
  const card = cardOf(column(page, "New"), person.last_name);
  await expect(card).toContainText("2021 Honda Accord");
  await expectNoAxeViolationsInBothSchemes(page);

  const [from, to] = [await card.boundingBox(), await column(page, "Negotiating").boundingBox()];
  if (!from || !to) throw new Error("The board isn't there");
  await page.mouse.move(from.x + 20, from.y + from.height - 12);
  await page.mouse.down();
  await page.mouse.move(from.x + 40, from.y + from.height, { steps: 3 });
  await page.mouse.move(to.x + to.width / 2, to.y + 120, { steps: 6 });
  await expect(page.getByText("Move to Negotiating", { exact: true })).toBeVisible();
  await page.mouse.up();
  await expect(cardOf(column(page, "Negotiating"), person.last_name)).toBeVisible();
  await expect(page.getByText("Moved to Negotiating")).toBeVisible();
  await button(page, "Undo").click();
  await expect(card).toBeVisible();

  // A collapsed stage stays where it is while a card is over it, so the drop goes where the pointer is. Other journeys add
  // stages: all of them are in sight there.
  await page.setViewportSize({ width: 2400, height: 900 });
  for (const ending of ["Sold", "Lost"]) {
    const strip = page.getByRole("button", { name: new RegExp(`^Show ${ending}`) });
    const [taken, place] = [await card.boundingBox(), await strip.boundingBox()];
    if (!taken || !place) throw new Error("The board isn't there");
    await page.mouse.move(taken.x + 20, taken.y + taken.height - 12);
    await page.mouse.down();
    await page.mouse.move(taken.x + 40, taken.y + taken.height, { steps: 3 });
    await page.mouse.move(place.x + place.width / 2, place.y + 120, { steps: 2 });
    await expect(strip).toHaveAttribute("data-over");
    expect((await strip.boundingBox())?.width).toBe(place.width);
    await page.mouse.up();
    const dialog = leadDialog(page, `Move to ${ending}?`);
    await expect(dialog.getByText(new RegExp(`^This closes the lead of Rita ${person.last_name}`))).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
  }

  await card.focus();
  await page.keyboard.press("Space");
  await page.keyboard.press("ArrowRight");
  await expect(page.locator("[data-said]")).toHaveText(/Contacted, 1 of 1$/);
  await page.keyboard.press("Escape");
  await expect(page.locator("[data-said]")).toHaveText(/is back in New$/);
  await page.keyboard.press("Space");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Space");
  await expect(cardOf(column(page, "Contacted"), person.last_name)).toBeFocused();
  // On to the won stage, which asks for the price: Escape leaves it, Enter takes it, and Undo puts both back.
  const carryToSold = async () => {
    await expect(cardOf(column(page, "Contacted"), person.last_name)).toBeFocused();
    await page.keyboard.press("Space");
    for (let step = 0; step < 10; step += 1) {
      if (/, Sold, /.test((await page.locator("[data-said]").textContent()) ?? "")) break;
      await page.keyboard.press("ArrowRight");
    }
    await page.keyboard.press("Space");
    await expect(leadDialog(page, "Move to Sold?").getByLabel("Sold for")).toBeFocused();
  };
  await carryToSold();
  await page.keyboard.press("Escape");
  await expect(leadDialog(page, "Move to Sold?")).toBeHidden();
  await carryToSold();
  await page.keyboard.type("24900.50");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Moved to Sold")).toBeVisible();
  await expect(cardOf(page, person.last_name)).toHaveCount(0);
  await expect(page.getByRole("button", { name: /^Show Sold/ })).toContainText("$25k");
  await button(page, "Undo").last().click();
  await expect(cardOf(column(page, "Contacted"), person.last_name)).toBeVisible();
  await cardOf(column(page, "Contacted"), person.last_name).focus();
  await page.keyboard.press("1");
  await expect(rowOf(page, person.last_name)).toContainText("Contacted");
});

test("on a phone the board shows a stage at a time, and a card's menu moves its lead", { tag: "@phone" }, async ({
  page,
  app,
  signIn,
  request,
}) => {
  const person = newCustomerInput();
  await receiveLead(request, app, person.last_name, person.phone);
  await signIn(page, "owner");
  await page.goto(`/leads?view=board&q=${person.last_name}`);
  const card = cardOf(page, person.last_name);
  await expect(card).toBeVisible();
  await expectNoAxeViolationsInBothSchemes(page);
  await card.getByRole("button", { name: /^Actions for/ }).click();
  await page
    .getByRole("menuitemradio", { name: "Shown" })
    .or(page.getByRole("menuitem", { name: "Shown" }))
    .click();
  await expect(page.getByText("Moved to Shown")).toBeVisible();
  await expect(page.getByText("No leads in this stage")).toBeVisible();
  await page.getByRole("radio", { name: /Shown/ }).check({ force: true });
  await expect(cardOf(page, person.last_name)).toBeVisible();
  await card.getByRole("button", { name: /^Actions for/ }).click();
  await page.getByRole("menuitemradio", { name: "Sold" }).click();
  const sold = leadDialog(page, "Move to Sold?");
  await sold.getByLabel("Sold for").fill("24,900");
  await expectNoAxeViolationsInBothSchemes(page);
  await sold.getByRole("button", { name: "Move" }).click();
  await expect(page.getByText("Moved to Sold")).toBeVisible();
  await expect(page.getByText("No leads in this stage")).toBeVisible();
  await page.getByRole("radio", { name: /Sold/ }).check({ force: true });
  await expect(cardOf(page, person.last_name)).toContainText("$24,900");
  await button(page, "Undo").last().click();
  await page.getByRole("radio", { name: /Shown/ }).check({ force: true });
  await expect(cardOf(page, person.last_name)).toBeVisible();
});

test("chosen leads are assigned and deleted together, and come back", { tag: "@once" }, async ({
  page,
  app,
  signIn,
  request,
}) => {
  const last_name = newCustomerInput().last_name;
  for (let at = 0; at < 2; at += 1) await receiveLead(request, app, last_name, newCustomerInput().phone);
  await signIn(page, "owner");
  await page.goto(`/leads?q=${last_name}&view=list`);
  const rows = rowOf(page, last_name);
  await expect(rows).toHaveCount(2);
  await page.getByRole("checkbox", { name: "Select all on this page" }).first().check();
  await expect(page.getByText("2 selected")).toBeVisible();
  await button(page, "Assign").click();
  const assign = leadDialog(page, "Assign 2 leads");
  await assign.getByLabel("Owner").selectOption({ label: "Me" });
  await assign.getByRole("button", { name: "Assign" }).click();
  await expect(page.getByText("2 leads assigned")).toBeVisible();
  await expect(rows.filter({ hasText: "Olivia" })).toHaveCount(2);

  await page.keyboard.press("j");
  await page.keyboard.press("x");
  await page.keyboard.press("j");
  await page.keyboard.press("Shift+X");
  await expect(page.getByText("2 selected")).toBeVisible();
  await expectNoAxeViolationsInBothSchemes(page);
  await button(page, "Delete").click();
  await page.getByRole("dialog", { name: "Delete 2 leads?" }).getByRole("button", { name: "Delete" }).click();
  await expect(rows).toHaveCount(0);
  await button(page, "Undo").click();
  await expect(rows).toHaveCount(2);
});

test("the customers of chosen leads are tagged, listed and texted as a campaign", { tag: "@once" }, async ({
  page,
  app,
  signIn,
  request,
}) => {
  const last_name = newCustomerInput().last_name;
  for (let at = 0; at < 2; at += 1) await receiveLead(request, app, last_name, newCustomerInput().phone);
  await signIn(page, "owner");
  const choose = async () => {
    await page.goto(`/leads?q=${last_name}&view=list`);
    await expect(rowOf(page, last_name)).toHaveCount(2);
    await page.getByRole("checkbox", { name: "Select all on this page" }).first().check();
    await expect(page.getByText("2 selected")).toBeVisible();
  };
  await choose();
  await button(page, "Tag").click();
  const tag = leadDialog(page, "Tag 2 leads");
  await expectNoAxeViolationsInBothSchemes(page);
  await tag.getByRole("button", { name: "Tag" }).click();
  await expect(page.getByText("2 leads tagged")).toBeVisible();

  await choose();
  await button(page, "Add to list").click();
  const list = leadDialog(page, "Add 2 leads to a list");
  await list.getByRole("button", { name: "Add", exact: true }).click();
  await expect(list.getByText("Select a list")).toBeVisible();
  await list.getByRole("button", { name: "Create a new list" }).click();
  await list.getByLabel("List name").fill(`Fair ${last_name}`);
  await expectNoAxeViolationsInBothSchemes(page);
  await list.getByRole("button", { name: "Add", exact: true }).click();
  await expect(page.getByText("2 leads added to the list")).toBeVisible();

  // A few are recipients by name; the campaign's own preview says who gets it.
  await choose();
  await button(page, "Text").click();
  await expect(page).toHaveURL(/\/text-campaign\/add\?customers=\d+,\d+$/);
  await page.getByLabel("Campaign name").fill(`Fair ${last_name}`);
  await button(page, "Next").click();
  await page.getByRole("textbox", { name: "Message" }).fill("Hi %first_name%, the fair is on!");
  await button(page, "Next").click();
  await button(page, "Next").click();
  await expect(page.getByRole("radio", { name: "Individual contacts" })).toBeChecked();
  await expect(page.getByRole("button", { name: new RegExp(`^Remove .*${last_name}`) })).toHaveCount(2);
});
