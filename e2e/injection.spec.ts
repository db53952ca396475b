import type { APIRequestContext, Page } from "@playwright/test";
import { hostileTexts } from "#testing/hostileTexts.ts";
import { expect, ownerToken, test } from "./app.ts";
import { newPhone, registerBusiness } from "./business.ts";
import { log, newChat } from "./conversation.ts";

/** Reports signs of a text treated as markup: a script that ran, or a resource it would load. */
async function watch(page: Page): Promise<string[]> {
  const seen: string[] = [];
  await page.exposeFunction("injected", () => seen.push("a script ran"));
  page.on("dialog", (dialog) => void dialog.dismiss().then(() => seen.push("a script opened a dialog")));
  page.on("request", (request) => {
    if (new URL(request.url()).pathname.startsWith("/injected")) seen.push(`asked for ${request.url()}`);
  });
  await page.addInitScript(() => {
    // A blocked attempt is a failure, too: nothing may get that far.
    document.addEventListener("securitypolicyviolation", ({ blockedURI, violatedDirective }) => {
      (window as unknown as { refused?: string[] }).refused ??= [];
      (window as unknown as { refused: string[] }).refused.push(`${violatedDirective} ${blockedURI}`);
    });
  });
  return seen;
}

const refused = (page: Page) =>
  page.evaluate(
    () => (window as unknown as { refused?: string[] }).refused?.filter((one) => !one.includes("ws")) ?? [],
  );

async function send(request: APIRequestContext, token: string, path: string, data: object) {
  const answer = await request.post(`/api${path}`, { headers: { authorization: `Bearer ${token}` }, data });
  expect(answer.status(), await answer.text()).toBe(200);
  return (await answer.json()).data;
}

/** Scrolls up through the open chat until each of these texts has been shown verbatim. */
async function expectShown(page: Page, texts: readonly string[]): Promise<void> {
  const missing = new Set(texts);
  await expect(async () => {
    const shown = await log(page).getByRole("article").allInnerTexts();
    for (const text of missing) if (shown.some((one) => one.includes(text))) missing.delete(text);
    await log(page)
      .locator("[data-virtuoso-scroller]")
      .evaluate((list) => {
        const isAtTop = list.scrollTop === 0;
        list.scrollBy(0, isAtTop ? list.scrollHeight : -list.clientHeight / 2);
      });
    expect([...missing]).toEqual([]);
  }).toPass({ intervals: [50], timeout: 90_000 });
}

test("texts, notes and names are shown as plain text, and nothing in them runs", { tag: "@once" }, async ({
  page,
  app,
  signIn,
  request,
}) => {
  expect(hostileTexts.length).toBeGreaterThanOrEqual(100);
  const seen = await watch(page);
  const { customer, chat_id, phone } = await newChat(request, app);
  const token = await ownerToken(request, app);
  for (const text of hostileTexts) await phone.text(text);
  const some = hostileTexts.filter((_, index) => index % 8 === 0);
  for (const note of some) await send(request, token, "/chatNotes/add", { chat_id, note });
  const [first_name = "", last_name = ""] = hostileTexts;
  const named = { first_name, last_name, email: customer.email, phone: customer.phone, address: "1 Palm Ave" };
  const { data } = await (
    await request.post("/api/getChat/".concat(String(chat_id)), { headers: { authorization: `Bearer ${token}` } })
  ).json();
  await send(request, token, `/customers/update/${data.customer.id}`, named);

  await signIn(page, "owner");
  await page.goto(`/inbox/all/${chat_id}`);
  await expectShown(page, hostileTexts);
  const panel = page.getByRole("complementary", { name: "Customer details" });
  for (const note of some) await expect(panel).toContainText(note);
  await expect(panel).toContainText(`${first_name} ${last_name}`);
  expect(seen).toEqual([]);
  expect(await refused(page)).toEqual([]);
});

test("hostile customer names are shown as plain text, and nothing in them runs", { tag: "@once" }, async ({
  page,
  request,
  signIn,
}) => {
  const seen = await watch(page);
  const { token, ...owner } = await registerBusiness(request);
  const more = { last_name: "Diaz", email: "ana@example.com", address: hostileTexts[3], company: hostileTexts[4] };
  for (const first_name of hostileTexts) {
    await send(request, token, "/customers/add", { first_name, phone: newPhone(), ...more });
  }
  await signIn(page, owner);
  await page.goto("/customers?size=100");
  for (const name of hostileTexts.slice(-20)) {
    await expect(page.getByRole("row").filter({ hasText: `${name} Diaz` })).toBeVisible();
  }
  const one = page.getByRole("row").filter({ hasText: "{{constructor" });
  await one.getByRole("button", { name: /^Actions for/ }).click();
  await page.getByRole("menuitem", { name: "Details" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("{{constructor");
  expect(seen).toEqual([]);
  expect(await refused(page)).toEqual([]);
});
