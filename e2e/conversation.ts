import { randomUUID } from "node:crypto";
import type { APIRequestContext, Locator, Page } from "@playwright/test";
import { expect, type OwnerLogin, ownerToken } from "./app.ts";
import { newPhone } from "./business.ts";
import { fromSimulator, textFromPhone } from "./simulator.ts";

export interface TestCustomer {
  name: string;
  email: string;
  /** Ten digits. */
  phone: string;
}

/** A person unique to this journey. */
export function newChatCustomer(): TestCustomer {
  const mark = randomUUID().slice(0, 8);
  const phone = newPhone();
  return { name: `Dana Journey-${mark}`, email: `dana-${mark}@example.com`, phone };
}

export interface Phone {
  /** The messages it received, oldest first. */
  received: () => Promise<string[]>;
  /** Texts the dealership from this phone. */
  text: (body: string) => Promise<void>;
}

/** The simulated phone of a customer who has been texted before. */
export async function phoneOf({ phone }: TestCustomer): Promise<Phone> {
  const own = `+1${phone}`;
  const messages = () => fromSimulator<{ direction: string; from: string; body: string }>("messages", { phone: own });
  await expect.poll(async () => (await messages()).length).toBeGreaterThan(0);
  const dealership = (await messages()).find(({ direction }) => direction === "to_phone")?.from ?? "";
  return {
    received: async () =>
      (await messages()).filter(({ direction }) => direction === "to_phone").map(({ body }) => body),
    text: (body) => textFromPhone({ from: own, to: dealership, body }),
  };
}

/** What the dealership texts first. */
export const firstText = "Hi, your car is ready.";

/** A customer who has been texted, created over HTTP. */
export async function newChat(request: APIRequestContext, app: OwnerLogin) {
  const customer = newChatCustomer();
  const [first_name, last_name] = customer.name.split(" ");
  const headers = { authorization: `Bearer ${await ownerToken(request, app)}` };
  const draft = { first_name, last_name, email: customer.email, phone: customer.phone, address: "1 Palm Ave" };
  const added = await request.post("/api/customers/add", { headers, data: draft });
  const { id } = ((await added.json()) as { data: { id: number } }).data;
  const texted = await request.post("/api/sendMessageToCustomer", {
    headers,
    data: { customer_id: id, message: firstText },
  });
  const { chat_id } = ((await texted.json()) as { data: { chat_id: number } }).data;
  return { customer, chat_id, phone: await phoneOf(customer) };
}

export const log = (page: Page) => page.getByRole("log");
export const composer = (page: Page) => page.getByRole("textbox", { name: "Message", exact: true });
export const bubble = (page: Page, text: string) => log(page).getByRole("article").filter({ hasText: text });
export const row = (page: Page, { name }: TestCustomer) => page.getByRole("link").filter({ hasText: name });

/** Presses Tab, or Shift+Tab for what stands before the focus, until the element has focus. */
export async function tabTo(page: Page, target: Locator, key: "Tab" | "Shift+Tab" = "Tab") {
  await expect(target).toBeVisible();
  for (let presses = 0; presses < 500; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`The Tab key doesn't lead to ${target}`);
}

/** Leaves the open conversation: on a phone it takes the app's header away. */
export async function leaveConversation(page: Page): Promise<void> {
  const back = page.getByRole("link", { name: "Back to the conversations" });
  if (await back.isVisible()) await back.click();
}
