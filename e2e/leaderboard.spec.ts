import { readFile } from "node:fs/promises";
import type { APIRequestContext, Page } from "@playwright/test";
import { expectNoAxeViolations, expectNoAxeViolationsInBothSchemes } from "./accessibility.ts";
import { expect, test } from "./app.ts";
import { newPhone, type RegisteredBusiness, registerBusiness } from "./business.ts";

const rowOf = (page: Page, text: string | RegExp) => page.getByRole("row").filter({ hasText: text });
const period = (page: Page) => page.getByLabel("Period");

/** Adds an appointment for now with a new customer. */
async function appoint(request: APIRequestContext, { token }: RegisteredBusiness, last_name: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}` };
  const person = { first_name: "Rita", last_name, email: "rita@example.com", phone: newPhone(), address: "1 Palm Ave" };
  const added = await request.post("/api/customers/add", { headers, data: person });
  const { id: customer_id } = (await added.json()).data;
  const data = { title: "Test drive", type: 0, customer_id, timeType: "now" };
  expect((await request.post("/api/appointments/add", { headers, data })).status()).toBe(200);
}

/** Checks that a number opens as many rows as it says; returns it. */
async function openFigure(page: Page, name: RegExp): Promise<number> {
  const figure = page.getByRole("button", { name }).first();
  const count = Number((await figure.innerText()).replace(/,/g, ""));
  await figure.focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("status")).toHaveText(new RegExp(` of ${count.toLocaleString("en-US")} records$`));
  return count;
}

test("an owner compares members, and opens the rows behind a number", { tag: "@once" }, async ({
  page,
  signIn,
  request,
  isMobile,
}) => {
  const business = await registerBusiness(request);
  for (const name of ["Journeyone", "Journeytwo"]) await appoint(request, business, name);
  await signIn(page, business);
  await page.goto("/inbox/all");
  if (isMobile) await page.getByRole("button", { name: "Open menu" }).click();
  await page.getByRole("link", { name: "Leaderboard" }).click();
  await expect(page).toHaveTitle(/Rooftop — Leaderboard$/);
  await expect(rowOf(page, "Omar Haddad")).toContainText("OH");
  if (!isMobile) {
    const heads = ["No.", "Team Member Name", "All Appointments", "Today's Appointments", "Messages Answered"];
    await expect(page.getByRole("columnheader")).toHaveText([...heads, "Median First Response", "Rank"]);
    await expect(rowOf(page, "Omar Haddad").getByRole("cell")).toHaveText(
      ["1", /^OH\s*Omar Haddad$/, "2", "2", "0", "–", "1"],
      { useInnerText: true },
    );
  }
  await page.getByRole("button", { name: "About All Appointments" }).first().hover();
  await expect(page.getByRole("tooltip")).toContainText("Appointments made in the period");
  await expect(page.getByRole("link", { name: "Invite your team" })).toBeVisible();
  await expectNoAxeViolationsInBothSchemes(page);

  await page.getByRole("button", { name: /^All Appointments: 2$/ }).click();
  const everybody = page.getByRole("dialog", { name: "All Appointments of Everyone — All time" });
  await expect(everybody.getByRole("row").filter({ hasText: "Rita Journeytwo" })).toContainText("Omar Haddad");
  await page.keyboard.press("Escape");
  await expect(everybody).toBeHidden();

  expect(await openFigure(page, /: All Appointments of Omar Haddad$/)).toBe(2);
  const dialog = page.getByRole("dialog", { name: "All Appointments of Omar Haddad — All time" });
  await expect(dialog.getByRole("row").filter({ hasText: "Rita Journeytwo" })).toContainText("Pending");
  await expectNoAxeViolations(page);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();

  await period(page).selectOption("Last month");
  await expect(page).toHaveURL(/period=lastMonth/);
  await expect(page.getByRole("button", { name: /All Appointments of Omar/ })).toHaveCount(0);
  await page.reload();
  await expect(period(page)).toHaveValue("lastMonth");
  await page.getByRole("searchbox").fill("nobody");
  await expect(page.getByText("No matching records found")).toBeVisible();
});

test("the report shows everybody's activity, opens its rows, and is exported as CSV", {
  tag: ["@once", "@deep"],
}, async ({ page, signIn, isMobile }) => {
  await signIn(page, "owner");
  await page.goto("/inbox/all");
  if (isMobile) await page.getByRole("button", { name: "Open menu" }).click();
  await page.getByRole("link", { name: "Report", exact: true }).click();
  await expect(page).toHaveTitle(/Rooftop — Report$/);
  await expect(period(page)).toHaveValue("month");
  await period(page).selectOption("Last month");
  await expect(period(page)).toHaveValue("lastMonth");
  await expect(page.getByRole("list", { name: "The team's figures" }).getByRole("listitem")).toHaveCount(4);
  // Until they load, this month's figures stay, faded.
  await expect(page.locator("section[aria-busy]")).toHaveAttribute("aria-busy", "false");
  await expectNoAxeViolationsInBothSchemes(page);

  // Nobody else changes last month's rows.
  for (const figure of ["Message Sent", "Messages Answered"]) {
    expect(await openFigure(page, new RegExp(`: ${figure} of `))).toBeGreaterThan(0);
    await expectNoAxeViolations(page);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toBeHidden();
  }

  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export" }).click();
  const file = await saved;
  expect(file.suggestedFilename()).toMatch(/^report-lastMonth-\d{4}-\d\d-\d\d\.csv$/);
  expect(await readFile(await file.path(), "utf8")).toContain(
    "User Name,Location,Assign To,Message Received,Message Sent,",
  );

  await page
    .getByRole("button", { name: /: Assign To of .* at Downtown$/ })
    .first()
    .click();
  const chat = page.getByRole("dialog").getByRole("row").nth(1).getByRole("link");
  const name = await chat.innerText();
  await chat.click();
  await expect(page).toHaveURL(/\/inbox\/all\/\d+/);
  await expect(page.getByRole("heading", { name }).first()).toBeVisible();
});
