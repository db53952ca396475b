import type { APIRequestContext, Page } from "@playwright/test";
import { expectNoAxeViolationsInBothSchemes } from "./accessibility.ts";
import { expect, openInApp, test } from "./app.ts";
import { newPhone, type RegisteredBusiness, registerBusiness } from "./business.ts";
import { fromSimulator } from "./simulator.ts";

interface StageOption {
  readonly id: number;
  readonly name: string;
}

/** A caller of the business's API. */
function callerOf(request: APIRequestContext, { token }: RegisteredBusiness) {
  const headers = { authorization: `Bearer ${token}` };
  return async <T>(method: "get" | "post", path: string, data?: object): Promise<T> => {
    const answer = await request[method](`/api${path}`, { headers, ...(data && { data }) });
    expect(answer.status(), await answer.text()).toBe(200);
    return (await answer.json()).data as T;
  };
}

const setGoals = (page: Page) => page.getByRole("dialog", { name: "Set goals for Omar Haddad" });

test("leads are counted by step and source, a goal is set, and figures open their leads", { tag: "@layout" }, async ({
  page,
  signIn,
  request,
  isMobile,
}) => {
  const business = await registerBusiness(request);
  const call = callerOf(request, business);
  const { id: owner_id } = await call<{ id: number }>("get", "/profile");
  const { stages } = await call<{ stages: StageOption[] }>("get", "/leads/options");
  const add = (first_name: string, source: string) =>
    call<{ id: number }>("post", "/leads/add", { first_name, phone: newPhone(), source, owner_id });
  const [rita] = [await add("Rita", "AutoFinder"), await add("Nora", "AutoFinder"), await add("Vera", "")];
  const stage_id = stages.find(({ name }) => name === "Appointment set")?.id;
  await call("post", `/leads/move/${rita.id}`, { stage_id });
  await signIn(page, business);

  await page.goto("/leaderboard?show=goals");
  await page.getByRole("button", { name: "Set goals for Omar Haddad" }).click();
  await setGoals(page).getByLabel("Appointments set").fill("0");
  await setGoals(page).getByRole("button", { name: "Save goals" }).click();
  await expect(setGoals(page)).toContainText("Enter a number from 1 to 9,999, or leave it empty");
  await setGoals(page).getByLabel("Appointments set").fill("4");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("link", { name: "Appointments set: 1 of 4" })).toBeVisible();
  await expectNoAxeViolationsInBothSchemes(page);
  await page.getByRole("radio", { name: "Leads", exact: true }).click();
  if (!isMobile) {
    await expect(page.getByRole("cell", { name: "Set of Omar Haddad: 1 100% · 33%" })).toBeVisible();
    await page.getByRole("link", { name: "Set of Omar Haddad: 1" }).click();
    await expect(page.getByRole("row").filter({ hasText: "Rita" })).toBeVisible();
    await expect(page.getByText("Showing 1 to 1 of 1 records")).toBeVisible();
  }

  await openInApp(page, "/dashboard2");
  await expect(page.getByRole("region", { name: /^Your goals for / })).toContainText("1 of 4");
  await expect(page.getByRole("link", { name: "Leads: 3" }).first()).toBeVisible();
  const sources = page.getByRole("region", { name: "Lead sources" });
  await expect(sources.getByRole("row").filter({ hasText: "AutoFinder" })).toContainText("2");
  await expectNoAxeViolationsInBothSchemes(page);
  await sources.getByRole("link", { name: "Leads of No source: 1" }).click();
  await expect(page).toHaveURL(/nosource=1/);
  await expect(page.getByText("Vera").first()).toBeVisible();
  await expect(page.getByText("Nora")).toBeHidden();
});

test("an owner sends leads to their CRM, and tries it", { tag: "@once" }, async ({ page, signIn, request }) => {
  const business = await registerBusiness(request);
  const call = callerOf(request, business);
  await signIn(page, business);
  await page.goto("/settings/leads");
  await expect(page.getByText("Add the email for your CRM first.")).toBeVisible();
  const crm_email = `crm${Date.now()}@dealer.example`;
  await call("post", "/update-dealer-crm-email", { crm_email });
  await page.reload();
  await page.getByRole("switch", { name: "New leads" }).click({ force: true });
  await expect(page.getByRole("switch", { name: "New leads" })).toBeChecked();
  await page.getByRole("button", { name: "Send a test" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: "Test" }).filter({ hasText: "Sent" })).toBeVisible();
  await expectNoAxeViolationsInBothSchemes(page);
  const comments = `</comments> & <b>"quotes"</b>`;
  await call("post", "/leads/add", { first_name: "Rita", phone: newPhone(), comments });
  await expect(page.getByRole("listitem").filter({ hasText: "Lead" }).filter({ hasText: "Sent" })).toBeVisible();
  const mails = await fromSimulator<{ text: string }>("mails", { to: crm_email });
  // The app lets no page parse markup; a blank one may.
  const blank = await page.context().newPage();
  const read = await blank.evaluate(
    (texts) =>
      texts.map((text) => {
        const xml = new DOMParser().parseFromString(text, "text/xml");
        return xml.querySelector("parsererror")
          ? "broken"
          : (xml.querySelector("customer > comments")?.textContent ?? "");
      }),
    mails.map(({ text }) => text),
  );
  expect(read).toContain(comments);
  expect(read).not.toContain("broken");
});
