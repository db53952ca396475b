import { randomInt } from "node:crypto";
import type { APIRequestContext, Page } from "@playwright/test";
import { completeDraft } from "#testing/registration/registeringBusiness.ts";
import { expectNoAxeViolationsInBothSchemes } from "./accessibility.ts";
import { app, expect, openScreen, test } from "./app.ts";
import { chosenByOwner, newClient } from "./client.ts";

const typedByOperator = "Harbor-lights-7";

/** Calls the app as somebody who is signed in. */
async function caller(request: APIRequestContext, email: string, password: string) {
  const login = await request.post("/api/login", { data: { email, password } });
  expect(login.status(), await login.text()).toBe(200);
  const { access_token } = (await login.json()).data;
  return async (method: "get" | "post", path: string, data?: object) => {
    const headers = { authorization: `Bearer ${access_token}` };
    const answer = await request[method](`/api${path}`, { headers, ...(data && { data }) });
    expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true);
    return (await answer.json()).data;
  };
}

/** A client with an unregistered number, whose owner has filled in everything. */
async function registeringClient(request: APIRequestContext, operator: Awaited<ReturnType<typeof caller>>) {
  const client = newClient();
  await operator("post", "/admin/clients/add", {
    first_name: "Nora",
    last_name: client.last,
    business_name: client.business,
    email: client.email,
    password: typedByOperator,
    phone: "9095550142",
    title: "Harbor",
    address: "100 Main St",
    city: "Denver",
    state: "CO",
    postal_code: "80205",
  });
  const [row] = await operator("post", "/admin/clients/dt", { search: { value: client.business } });
  const area = String(randomInt(300, 900));
  const sold = await operator("post", "/admin/search_number_for_client", { input: area, dealer_id: row.id });
  await operator("post", "/admin/buy_number_for_client", { selectedNumber: sold[0].number, dealerId: row.id });
  const temporary = await caller(request, client.email, typedByOperator);
  await temporary("post", "/settings/password", {
    old_password: typedByOperator,
    password: chosenByOwner,
    confirm_password: chosenByOwner,
  });
  const owner = await caller(request, client.email, chosenByOwner);
  const { profile } = await owner("get", "/text-registration");
  const draft = { ...completeDraft, ein: "95-1274821", version: profile.version };
  const { version } = await owner("post", "/text-registration/draft", draft);
  return { ...client, id: row.id as number, owner, version: version as number };
}

/** What a reviewer at the simulated carrier decides of a client's newest submission. */
async function decide(client: { id: number }, action: object) {
  const mine = async () => {
    const answer = await fetch(`${app.url}/simulator/api/registrations`);
    const { data } = (await answer.json()) as { data: { id: number; reference: string }[] };
    return data.find(({ reference }) => reference.startsWith(`rooftop-${client.id}-`))?.id;
  };
  await expect.poll(mine, { timeout: 60_000 }).toBeDefined();
  const answer = await fetch(`${app.url}/simulator/api/registrations/${await mine()}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(action),
  });
  expect(answer.ok).toBe(true);
}

const queued = (page: Page, { business }: { business: string }) => page.getByRole("row").filter({ hasText: business });

async function choosePart(page: Page, name: string) {
  const parts = page.getByRole("radiogroup", { name: "Registrations by state" });
  const part = parts.getByRole("radio", { name: new RegExp(`^${name}`) });
  await part.click();
  await expect(part).toBeChecked();
}

async function find(page: Page, client: { business: string }) {
  await page.getByRole("searchbox").fill(client.business);
}

const story = "an operator submits for one client, mends the refusal of another, and sees a third wait";
test(story, { tag: "@once" }, async ({ page, request, signIn, app }) => {
  test.setTimeout(240_000);
  page.setDefaultTimeout(20_000);
  const operator = await caller(request, app.emails.admin, app.password);
  const [quiet, refused, ready] = [
    await registeringClient(request, operator),
    await registeringClient(request, operator),
    await registeringClient(request, operator),
  ];
  await refused.owner("post", "/text-registration/submit", { version: refused.version, password: chosenByOwner });
  await decide(refused, { action: "refuse", code: "30891" });

  await signIn(page, "admin");
  await page.goto("/admin/registrations");
  await expect(page.getByRole("heading", { name: "Registrations", level: 1 })).toBeVisible();
  await expect(async () => {
    await page.reload();
    await find(page, refused);
    await expect(queued(page, refused)).toContainText("Refused", { timeout: 3_000 });
  }).toPass({ timeout: 60_000 });
  await expect(queued(page, refused)).toContainText("30891");
  await expectNoAxeViolationsInBothSchemes(page);
  await choosePart(page, "Not started");
  for (const client of [quiet, ready]) {
    await find(page, client);
    await expect(queued(page, client)).toContainText("Not started");
  }

  await queued(page, ready).getByRole("link", { name: ready.business }).click();
  await expect(page.getByRole("heading", { name: ready.business })).toBeVisible();
  const answers = page.getByRole("region", { name: "Answers" });
  await expect(answers).toContainText("Harbor Auto of Ontario LLC");
  await expect(answers).toContainText("••-•••4821");
  await expect(page.locator("body")).not.toContainText("951274821");
  await page.getByRole("button", { name: "Submit on behalf" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("$19.50 now");
  await dialog.getByLabel("Your password").fill("Wrong-password-1");
  await dialog.getByRole("button", { name: "Submit on behalf" }).click();
  await expect(dialog.getByText("Incorrect password")).toBeVisible();
  await dialog.getByLabel("Your password").fill(app.password);
  await dialog.getByRole("button", { name: "Submit on behalf" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("region", { name: "History" })).toContainText("Business submitted");
  await decide(ready, { action: "approve" });
  await expect(page.getByRole("region", { name: "History" })).toContainText("Business approved", { timeout: 60_000 });
  await expect(page.getByRole("table", { name: "Steps at the carrier" })).toContainText("Business: ");
  await expectNoAxeViolationsInBothSchemes(page);

  await openScreen(page, `/admin/registrations/clients/${refused.id}`);
  await page.getByRole("button", { name: "Resubmit: Business" }).click();
  await dialog.getByLabel("Your password").fill(app.password);
  await dialog.getByRole("button", { name: "Resubmit", exact: true }).click();
  await expect(page.getByRole("region", { name: "History" })).toContainText("Business resubmitted");
  await expect(page.getByRole("button", { name: "Look again now: Business" })).toBeVisible();

  await openScreen(page, "/admin/clients");
  await find(page, quiet);
  await expect(queued(page, quiet)).toContainText("Not started");

  await openScreen(page, "/admin/registrations");
  await page.getByRole("button", { name: "Fees and rules" }).click();
  await expect(dialog.getByLabel("Campaign")).toHaveValue("15.00");
  await dialog.getByLabel("Toll-free number").fill("free");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByText("Enter dollars, as in 4.50")).toBeVisible();
  await expectNoAxeViolationsInBothSchemes(page);
  await dialog.getByLabel("Toll-free number").fill("0");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toBeHidden();

  await openScreen(page, "/admin/registrations/platform/edit");
  await expect(page.getByRole("heading", { name: "Your business" })).toBeVisible();
  await expectNoAxeViolationsInBothSchemes(page);
});
