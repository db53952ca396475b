import type { Browser, Locator, Page } from "@playwright/test";
import { expectNoAxeViolationsInBothSchemes } from "./accessibility.ts";
import { test as base, expect, openInApp } from "./app.ts";
import { newChat, row, tabTo } from "./conversation.ts";
import { newTag } from "./operatorTag.ts";

interface ColleagueFixture {
  /** A colleague at the same location, in a browser of their own beside the page's. */
  colleague: Page;
}

const test = base.extend<ColleagueFixture>({
  colleague: async ({ page, app, browser, signIn }, use) => {
    const beside = await windowBeside(browser, page, app.url);
    await signIn(beside, "agent");
    await use(beside);
    await beside.context().close();
  },
});

async function windowBeside(browser: Browser, page: Page, baseURL: string): Promise<Page> {
  const viewport = page.viewportSize();
  const like = { locale: "en-US", timezoneId: "America/Los_Angeles", reducedMotion: "reduce" } as const;
  return (await browser.newContext({ baseURL, viewport, ...like })).newPage();
}

/** The right panel of a chat; on a phone it is opened over the chat. */
async function panelOf(page: Page, path: string): Promise<Locator> {
  await page.goto(path);
  const isPhone = page.viewportSize()?.width === 390;
  if (!isPhone) return page.getByRole("complementary", { name: "Customer details" });
  await page.getByRole("button", { name: "Customer details" }).click();
  return page.getByRole("dialog", { name: "Customer details" });
}

const section = (panel: Locator, name: string) => panel.getByRole("region", { name });
const dialog = (page: Page, name: string) => page.getByRole("dialog", { name, exact: true });
const filter = (page: Page) => page.getByRole("button", { name: /^Filter: / });
const conversations = (page: Page) => page.getByRole("region", { name: "Conversations" });

async function choose(page: Page, name: RegExp) {
  await filter(page).click();
  await page.getByRole("menuitemradio", { name }).click();
}

test("a tag added to a chat appears at once in a colleague's panel, counts and list", { tag: "@once" }, async ({
  page,
  colleague,
  app,
  signIn,
  request,
}) => {
  const tag = await newTag(request, app);
  const { customer, chat_id } = await newChat(request, app);
  await signIn(page, "owner");
  const mine = await panelOf(page, `/inbox/all/${chat_id}`);
  const theirs = await panelOf(colleague, `/inbox/all/${chat_id}`);
  await expect(section(theirs, "Tags")).toContainText("No tags yet");
  const list = await colleague.context().newPage();
  await list.goto("/inbox/all");
  await choose(list, new RegExp(`^${tag.name} \\(0\\)$`));
  await expect(list).toHaveURL(new RegExp(`/inbox/${tag.slug}$`));
  await expect(list.getByText("No conversations found")).toBeVisible();

  await section(mine, "Tags").getByRole("button", { name: "Add a tag" }).click();
  await dialog(page, "Add a tag").getByRole("button", { name: "Add", exact: true }).click();
  await expect(page.getByText("Please select a tag to add!").first()).toBeVisible();
  await expectNoAxeViolationsInBothSchemes(page);
  await dialog(page, "Add a tag").getByLabel("Tag").fill(tag.name);
  await page.getByRole("option", { name: tag.name }).click();
  await dialog(page, "Add a tag").getByRole("button", { name: "Add", exact: true }).click();
  await expect(page.getByText("Tag Added!")).toBeVisible();

  await expect(section(mine, "Tags")).toContainText(tag.name);
  await expect(section(theirs, "Tags")).toContainText(tag.name);
  await expect(filter(list)).toHaveAccessibleName(`Filter: ${tag.name} (1)`);
  await expect(row(list, customer)).toBeVisible();
  await expectNoAxeViolationsInBothSchemes(colleague);

  await section(theirs, "Tags")
    .getByRole("button", { name: `Remove the tag ${tag.name}` })
    .click();
  await expect(section(mine, "Tags")).toContainText("No tags yet");
  await expect(filter(list)).toHaveAccessibleName(`Filter: ${tag.name} (0)`);
  await expect(row(list, customer)).toHaveCount(0);

  await tag.remove();
  await expect(list.getByText("This list doesn't exist")).toBeVisible();
  await list.getByRole("link", { name: "Show all conversations" }).click();
  await expect(row(list, customer)).toBeVisible();
  await filter(list).click();
  await expect(list.getByRole("menuitemradio", { name: /^Unreplied \(\d+\)$/ })).toBeVisible();
  await expect(list.getByRole("menuitemradio", { name: tag.name })).toHaveCount(0);
  await expectNoAxeViolationsInBothSchemes(list);
});

test("an address with an unknown list or chat says so, and leads to all chats", { tag: ["@once", "@deep"] }, async ({
  page,
  signIn,
}) => {
  await signIn(page, "agent");
  await page.goto("/inbox/all/999999999");
  await expect(page.getByText("This conversation doesn't exist")).toBeVisible();
  await expectNoAxeViolationsInBothSchemes(page);
  for (const name of ["no-such-tag", "%3Cb%3Ex", "constructor"]) {
    await openInApp(page, `/inbox/${name}`);
    await expect(page.getByText("This list doesn't exist")).toBeVisible();
    if (name === "constructor") await expectNoAxeViolationsInBothSchemes(page);
    await page.getByRole("link", { name: "Show all conversations" }).click();
    await expect(page).toHaveURL(/\/inbox\/all$/);
    await expect(page.getByText("This list doesn't exist")).toBeHidden();
  }
  await expect(conversations(page).getByRole("listitem").first()).toBeVisible();
});

test("a note notifies those it mentions, shows for others at once, and is deleted only by its author or a manager", async ({
  page,
  colleague,
  app,
  signIn,
  request,
}) => {
  const { chat_id } = await newChat(request, app);
  await signIn(page, "owner");
  const mine = await panelOf(page, `/inbox/all/${chat_id}`);
  const theirs = await panelOf(colleague, `/inbox/all/${chat_id}`);
  const team = await colleague.evaluate(async () => {
    const headers = { authorization: `Bearer ${localStorage.getItem("auth_token")}` };
    return (await (await fetch("/api/teams/chat", { headers })).json()).data.teamMembers;
  });
  const agent = (team as { email: string; name: string }[]).find(({ email }) => email === app.emails.agent);
  const name = agent?.name ?? "";
  expect(name).not.toBe("");

  await section(mine, "Notes").getByRole("button", { name: "Add a note" }).click();
  const asking = dialog(page, "Add a note");
  await asking.getByRole("button", { name: "Add", exact: true }).click();
  await expect(page.getByText("Please type a note to add!").first()).toBeVisible();
  await asking.getByLabel("Note").focus();
  await page.keyboard.type(`<img src=x onerror="document.title='run'"> @${name.slice(0, 4)}`);
  await expect(page.getByRole("option", { name })).toBeVisible();
  await expectNoAxeViolationsInBothSchemes(page);
  await page.keyboard.press("Enter");
  await page.keyboard.type("please call");
  await expect(asking.getByText(`Will notify: ${name}`)).toBeVisible();
  await asking.getByRole("button", { name: "Add", exact: true }).click();
  await expect(page.getByText("Note Added!")).toBeVisible();
  const text = `<img src=x onerror="document.title='run'"> @${name} please call`;

  for (const panel of [mine, theirs]) {
    const first = section(panel, "Notes").getByRole("listitem").first();
    await expect(first).toContainText(text);
    await expect(first).toContainText(/Olivia|Owner/);
    await expect(first.locator("time")).toBeVisible();
    await expect(first.locator("img")).toHaveCount(0);
  }
  const notified = await colleague.evaluate(async () => {
    const headers = { authorization: `Bearer ${localStorage.getItem("auth_token")}` };
    return (await (await fetch("/api/notifications", { headers })).json()).data.notifications;
  });
  expect(notified[0]).toMatchObject({ kind: "mention", chat_id });
  await expect(section(theirs, "Notes").getByRole("button", { name: /^Delete the note/ })).toHaveCount(0);
  await expectNoAxeViolationsInBothSchemes(colleague);

  await section(theirs, "Notes").getByRole("button", { name: "Add a note" }).click();
  await dialog(colleague, "Add a note").getByLabel("Note").fill("Called.\nWants the red one.");
  await dialog(colleague, "Add a note").getByRole("button", { name: "Add", exact: true }).click();
  await expect(section(mine, "Notes").getByRole("listitem")).toHaveText([/Wants the red one/, /please call/]);

  await section(mine, "Notes")
    .getByRole("button", { name: /^Delete the note/ })
    .last()
    .click();
  await dialog(page, "Delete this note?").getByRole("button", { name: "Delete", exact: true }).click();
  await expect(section(theirs, "Notes").getByRole("listitem")).toHaveText([/Wants the red one/]);
});

test("a favorite is at the top for everybody, and clearing the unreplied tag takes a chat out of Unreplied", {
  tag: ["@once", "@deep"],
}, async ({ page, colleague, app, signIn, request }) => {
  const { customer, chat_id, phone } = await newChat(request, app);
  await newChat(request, app);
  await colleague.goto("/inbox/all");
  await signIn(page, "owner");
  const panel = await panelOf(page, `/inbox/all/${chat_id}`);
  await expect(panel.getByRole("button", { name: "Clear Unreplied Tag" })).toHaveCount(0);
  await phone.text("Is anybody there?");
  const theirRow = row(colleague, customer);
  await expect(theirRow).toContainText("Unreplied");
  await panel.getByRole("button", { name: "Clear Unreplied Tag" }).click();
  await expect(page.getByText("Tag cleared!")).toBeVisible();
  await expect(panel.getByRole("button", { name: "Clear Unreplied Tag" })).toHaveCount(0);
  await expect(theirRow).not.toContainText("Unreplied");

  const favorite = panel.getByRole("switch", { name: "Favorite" });
  await expect(theirRow).not.toContainText("Pinned");
  await favorite.press("Space");
  await expect(favorite).toBeChecked();
  const first = conversations(colleague).getByRole("listitem").first();
  await expect(first).toContainText(customer.name);
  await expect(first).toContainText("Pinned");
  await page.reload();
  const again = await panelOf(page, `/inbox/all/${chat_id}`);
  await expect(again.getByRole("switch", { name: "Favorite" })).toBeChecked();
  await again.getByRole("switch", { name: "Favorite" }).press("Space");
  await expect(theirRow).not.toContainText("Pinned");
});

test("the panel shows contact details and the last contact, and works by keyboard", {
  tag: ["@once", "@deep"],
}, async ({ page, app, signIn, request }) => {
  const tag = await newTag(request, app);
  const { customer, chat_id } = await newChat(request, app);
  await signIn(page, "agent");
  const panel = await panelOf(page, `/inbox/all/${chat_id}`);
  const { phone } = customer;
  const shown = `+1 (${phone.slice(0, 3)}) ${phone.slice(3, 6)}-${phone.slice(6)}`;
  await expect(section(panel, "Contact info")).toContainText(shown);
  await expect(section(panel, "Contact info").getByRole("link", { name: customer.email })).toBeVisible();
  await expect(section(panel, "Activity")).toContainText(/Last engagement\s*Never/);
  await expect(section(panel, "Activity")).toContainText(/Last contacted\s*\w{3} \d+, \d{4}/);
  await expect(panel.getByRole("link", { name: "Create an Appointment" })).toBeVisible();
  await expect(section(panel, "Appointments")).toContainText("No upcoming appointments.");
  await expect(panel.getByText("No consent yet")).toBeVisible();

  const work = section(panel, "Tasks");
  await expect(work).toContainText("No open tasks.");
  await work.getByRole("button", { name: "Add task" }).press("Enter");
  const form = page.getByRole("dialog", { name: "Add task" });
  await expect(form.getByLabel("Customer")).toHaveValue(new RegExp(customer.name));
  await form.getByRole("textbox", { name: "Task" }).fill("Ask about the trade-in");
  await form.getByRole("button", { name: "Create" }).click();
  await work.getByRole("button", { name: "Mark as done: Ask about the trade-in" }).press("Enter");
  await expect(work).toContainText("No open tasks.");
  await expect(work.getByRole("button", { name: "Add task" })).toBeFocused();

  const contact = section(panel, "Contact info");
  await contact.getByRole("button", { name: "Edit customer" }).press("Enter");
  await expect(contact.getByLabel("First name")).toBeFocused();
  await contact.getByLabel("First name").fill("Dora");
  await contact.getByLabel("Email").fill("dora");
  await page.keyboard.press("Enter");
  await expect(contact.getByText(/valid email/i)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(contact.getByRole("link", { name: customer.email })).toBeVisible();
  await contact.getByRole("button", { name: "Edit customer" }).press("Enter");
  await contact.getByLabel("First name").fill("Dora");
  await page.keyboard.press("Enter");
  await expect(panel.getByText(customer.name.replace("Dana", "Dora"))).toBeVisible();
  await expect(page.getByRole("region", { name: "Conversation", exact: true }).getByRole("heading")).toContainText(
    "Dora",
  );

  await tabTo(page, section(panel, "Tags").getByRole("button", { name: "Add a tag" }));
  await page.keyboard.press("Enter");
  await expect(dialog(page, "Add a tag").getByLabel("Tag")).toBeFocused();
  await page.keyboard.type(tag.name);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(dialog(page, "Add a tag").getByLabel("Tag")).toHaveValue(tag.name);
  await page.keyboard.press("Enter");
  const remove = section(panel, "Tags").getByRole("button", { name: `Remove the tag ${tag.name}` });
  await tabTo(page, remove, "Shift+Tab");
  await page.keyboard.press("Enter");
  await expect(section(panel, "Tags").getByRole("button", { name: "Add a tag" })).toBeFocused();
  await expectNoAxeViolationsInBothSchemes(page);
  await tag.remove();
});
