import type { Page } from "@playwright/test";
import { expectNoAxeViolationsInBothSchemes } from "./accessibility.ts";
import { expect, ownerToken, test } from "./app.ts";
import { composer, newChat } from "./conversation.ts";
import { newCustomerInput } from "./customer.ts";

const entry = (page: Page, name: string) => page.getByRole("navigation", { name: "Who's next" }).getByText(name);
const head = (page: Page, name: string) => page.getByRole("heading", { name, exact: true });
const leave = async (page: Page, isMobile: boolean) => {
  if (isMobile) await page.getByRole("link", { name: "Back to the queue" }).click();
};

test("who waits is answered, closed and snoozed, one after the other", { tag: "@layout" }, async ({
  page,
  app,
  signIn,
  request,
  isMobile,
}) => {
  const [first, second] = [await newChat(request, app), await newChat(request, app)];
  await first.phone.text("Is the Sorento still at $38,450?");
  await second.phone.text("Do you take motorcycles in trade?");
  await signIn(page, "owner");
  await page.goto("/inbox/all");
  if (isMobile) await page.getByRole("button", { name: "Open menu" }).click();
  await page.getByRole("link", { name: /^Next/ }).click();
  await expect(page).toHaveTitle(/Rooftop — Next$/);
  await page.getByRole("button", { name: /^Queue:/ }).click();
  await page.getByRole("menuitemradio", { name: "Unassigned" }).click();
  await expect(page).toHaveURL(/queue=unassigned/);
  await expectNoAxeViolationsInBothSchemes(page);

  // The answer goes to whom it was written, and the next one follows.
  await page.goto(`/next/question/${first.chat_id}?queue=unassigned`);
  await expect(head(page, first.customer.name)).toBeVisible();
  await expect(page.getByRole("log").getByText("Is the Sorento still at $38,450?").first()).toBeVisible();
  await expectNoAxeViolationsInBothSchemes(page);
  await composer(page).fill("It is, until Monday.");
  await composer(page).press("Enter");
  await expect.poll(first.phone.received).toContain("It is, until Monday.");
  await expect(head(page, first.customer.name)).toBeHidden();
  await leave(page, isMobile);
  await expect(entry(page, first.customer.name)).toBeHidden();

  // Closed without an answer, and taken back.
  await page.goto(`/next/question/${second.chat_id}?queue=unassigned`);
  await expect(head(page, second.customer.name)).toBeVisible();
  if (isMobile) await page.getByRole("button", { name: /^Done:/ }).click();
  else {
    await expect(composer(page)).toBeFocused();
    await composer(page).press("Escape");
    await page.keyboard.press("e");
  }
  await expect(page.getByText(`Closed without a reply: ${second.customer.name}`)).toBeVisible();
  await expect(head(page, second.customer.name)).toBeHidden();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(head(page, second.customer.name)).toBeVisible();

  // Put off, until they write again.
  await expect(page.getByRole("button", { name: "Snooze" })).toBeVisible();
  await page.getByRole("button", { name: "Snooze" }).click();
  await page.getByRole("menuitem", { name: /^Tomorrow/ }).click();
  await expect(page.getByText(/^Snoozed until/)).toBeVisible();
  await expect(head(page, second.customer.name)).toBeHidden();
  await second.phone.text("And a boat?");
  await expect(async () => {
    await page.goto(`/next/question/${second.chat_id}?queue=unassigned`);
    await expect(head(page, second.customer.name)).toBeVisible({ timeout: 3_000 });
  }).toPass();
  await expect(page.getByRole("log").getByText("And a boat?").first()).toBeVisible();
});

test("what a colleague answers meanwhile says so, and keeps what was written", async ({
  page,
  app,
  signIn,
  request,
  browser,
}) => {
  const { customer, chat_id, phone } = await newChat(request, app);
  await phone.text("Are you open on Sunday?");
  await signIn(page, "owner");
  await page.goto(`/next/question/${chat_id}`);
  await composer(page).fill("We are closed on");
  const colleague = await browser.newPage({ baseURL: app.url });
  await signIn(colleague, "agent");
  await colleague.goto(`/inbox/all/${chat_id}`);
  await composer(colleague).fill("Closed, sorry!");
  await composer(colleague).press("Enter");
  await expect(page.getByText(`${customer.name} is no longer waiting.`)).toBeVisible();
  await expect(composer(page)).toHaveValue("We are closed on");
  await colleague.close();
});

test("a lead that a colleague claimed first gets no second answer", async ({ page, app, signIn, request, browser }) => {
  const { first_name, last_name, phone } = newCustomerInput();
  const headers = { authorization: `Bearer ${await ownerToken(request, app)}` };
  const added = await request.post("/api/leads/add", { headers, data: { first_name, last_name, phone } });
  const { id } = ((await added.json()) as { data: { id: number } }).data;
  await signIn(page, "owner");
  await page.goto(`/next/lead/${id}?queue=unassigned`);
  await composer(page).fill("Hi, it is still here.");
  const colleague = await browser.newPage({ baseURL: app.url });
  await signIn(colleague, "agent");
  await colleague.goto(`/next/lead/${id}?queue=unassigned`);
  await colleague.getByRole("button", { name: "Claim", exact: true }).click();
  await expect(colleague.getByText("Lead claimed")).toBeVisible();
  await composer(page).press("Enter");
  await expect(page.getByText(/has this lead already/)).toBeVisible();
  await expect(composer(page)).toHaveValue("Hi, it is still here.");
  await colleague.close();
});
