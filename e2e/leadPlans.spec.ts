import type { Page } from "@playwright/test";
import { expectNoAxeViolationsInBothSchemes } from "./accessibility.ts";
import { expect, ownerToken, test } from "./app.ts";
import { newCustomerInput } from "./customer.ts";

const button = (page: Page, name: string | RegExp) =>
  page.getByRole("button", { name, exact: typeof name === "string" });
const step = (page: Page, place: number) => page.locator("[data-head]").nth(place - 1);

test("a plan is made from a starter, edited, started for a lead and edited with people inside", {
  tag: "@layout",
}, async ({ page, app, signIn, request, isMobile }) => {
  const person = newCustomerInput();
  const name = `Plan ${person.last_name}`;
  const authorization = `Bearer ${await ownerToken(request, app)}`;
  const { first_name, last_name, phone } = person;
  const added = await request.post("/api/leads/add", {
    headers: { authorization },
    data: { first_name, last_name, phone: phone.replace(/\D/g, "").slice(-10) },
  });
  expect(added.status()).toBe(200);
  const lead = ((await added.json()) as { data: { id: number } }).data.id;

  await signIn(page, "owner");
  await page.goto("/leads/plans");
  const starter = button(page, /New internet lead/);
  await button(page, "New plan").or(starter).first().waitFor();
  if (await starter.isHidden()) await button(page, "New plan").click();
  await starter.or(page.getByRole("menuitem", { name: "New internet lead" })).click();
  await expect(page.getByLabel("Plan name")).toHaveValue("New internet lead");
  await expectNoAxeViolationsInBothSchemes(page);

  // An error stands at its step, which opens.
  await step(page, 1).click();
  await page.getByLabel("Message").fill("The %modle% is here");
  await page.getByLabel("Plan name").fill(name);
  await button(page, "Save").click();
  await expect(page.getByText("Unknown variable %modle%")).toBeVisible();
  await page.getByLabel("Message").fill("Hi %first_name%, still looking?");
  await page.keyboard.press("ControlOrMeta+s");
  await expect(page.getByText("Plan saved")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByLabel("Message")).toBeHidden();

  // The third step moves behind the fourth, and takes its day.
  if (isMobile) {
    await page.getByRole("button", { name: "Actions for Step 3: Email" }).click();
    await page.getByRole("menuitem", { name: "Move down" }).click();
  } else {
    const grip = button(page, "Move step 3");
    await grip.focus();
    await page.keyboard.press("Space");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Space");
  }
  await expect(page.locator("[data-said]")).toHaveText(isMobile ? "Step 4, Day 5, 9:30 AM" : "Dropped");
  await expect(step(page, 4)).toHaveAccessibleName("Step 4: Email, 9:30 AM");
  await button(page, "Discard").click();
  await page.getByRole("dialog").getByRole("button", { name: "Discard" }).click();
  await expect(step(page, 3)).toHaveAccessibleName("Step 3: Email, 9:30 AM");

  await page.getByRole("switch").press("Space");
  await expect(page.getByRole("switch")).toBeChecked();

  await page.goto(`/leads?lead=${lead}`);
  await page.getByRole("dialog").getByRole("button", { name: "Start plan" }).click();
  const start = page.getByRole("dialog", { name: /Start a plan for/ });
  await start.getByLabel("Plan").selectOption({ label: name });
  await start.getByRole("button", { name: "Start plan" }).click();
  await page.getByRole("link", { name }).click();

  // With somebody inside, perhaps with a lead that came in meanwhile, saving asks what happens to them.
  if (isMobile) await page.getByRole("radio", { name: /^People/ }).press("Space");
  await expect(page.getByLabel("In this plan").getByText(person.last_name)).toBeVisible();
  if (isMobile) await page.getByRole("radio", { name: /^Steps/ }).press("Space");
  await step(page, 4).click();
  await page.getByLabel("Message").fill("Would Saturday work, %first_name%?");
  await button(page, "Save…").click();
  const asks = page.getByRole("dialog", { name: /in this plan$/ });
  await expect(asks.getByRole("radio", { name: "Continue with the new steps" })).toBeChecked();
  await expectNoAxeViolationsInBothSchemes(page);
  await asks.getByRole("radio", { name: "Finish with the old steps" }).check();
  await asks.getByRole("button", { name: "Save" }).click();
  await expect(button(page, "Save…")).toBeHidden();

  // Somebody else saves it while it is being edited.
  const id = Number(/plans\/(\d+)/.exec(page.url())?.[1]);
  const shown = await request.get(`/api/leads/plans/${id}`, { headers: { authorization } });
  const { data } = (await shown.json()) as { data: Record<string, unknown> };
  await page.getByLabel("Plan name").fill(`${name} mine`);
  const theirs = await request.post(`/api/leads/plans/save/${id}`, {
    headers: { authorization },
    data: { ...data, stage_id: "", name: `${name} theirs`, inside: "continue" },
  });
  expect(theirs.status()).toBe(200);
  const conflict = page.getByRole("alert").filter({ hasText: "saved this plan" });
  await expect(conflict).toBeVisible();
  await conflict.getByRole("button", { name: "Keep mine" }).click();
  await button(page, "Save").click();
  await expect(button(page, "Save")).toBeHidden();

  // Off asks what happens to those inside.
  await page.getByRole("switch").press("Space");
  const off = page.getByRole("dialog", { name: "Turn off this plan?" });
  await off.getByRole("radio", { name: /^Stop for \d+$/ }).check();
  await off.getByRole("button", { name: "Turn off" }).click();
  await expect(off).toBeHidden();
  await expect(page.getByRole("switch")).not.toBeChecked();
  if (isMobile) await page.getByRole("radio", { name: /^People/ }).press("Space");
  await expect(page.getByText("No one is in this plan")).toBeVisible();
});
