import { randomInt } from "node:crypto";
import type { APIRequestContext } from "@playwright/test";
import { expect } from "./app.ts";
import { nextNumber } from "./nextNumber.ts";
import { fromSimulator } from "./simulator.ts";

/** A business of this journey alone, with its owner's sign-in. */
export interface RegisteredBusiness {
  email: string;
  password: string;
  /** An access token of a separate session. */
  token: string;
}

const newOwner = { first_name: "Omar", last_name: "Haddad", business_name: "Haddad Autos", zip: "92335" };
const address = { address: "7 Palm Ave", address_2: "", city: "Fontana", state: "CA", postal_code: "92335" };

/** Ten digits that no other journey uses. */
export function newPhone(): string {
  // Exchanges from 212 on: no service code such as 211 is among them.
  return `909${2_120_000 + nextNumber()}`;
}

/** Registers a business with a first location and a confirmed email, without the screens. */
export async function registerBusiness(request: APIRequestContext): Promise<RegisteredBusiness> {
  const email = `omar${randomInt(1e12)}@example.com`;
  const password = "Blue-Kettle-17";
  const registered = await request.post("/api/register", { data: { ...newOwner, email, password, phone: newPhone() } });
  expect(registered.status()).toBe(200);
  const { access_token: token } = (await registered.json()).data;
  const place = { location: "Main lot", title: "Main lot", ...address, industry_id: 1, feature_id: 1 };
  await send(request, token, "/register-complete", place);
  await send(request, token, "/verify-email", { token: await proofMailedTo(email) });
  return { email, password, token };
}

/** The token of the link that proves a new business's email, once it was mailed. */
export async function proofMailedTo(email: string): Promise<string> {
  const mailed = /\/verify-email\/([\w-]+)/;
  let token = "";
  await expect(async () => {
    const mails = await fromSimulator<{ text: string }>("mails", { to: email });
    token = mailed.exec(mails.at(-1)?.text ?? "")?.[1] ?? "";
    expect(token).not.toBe("");
  }).toPass({ timeout: 10_000 });
  return token;
}

/** Turns on two-step sign-in for the owner's account. */
export async function requireCodes(request: APIRequestContext, { token }: RegisteredBusiness): Promise<void> {
  await send(request, token, "/update-dealer-otp-otpin", { enable_otp_parent: "yes" });
}

async function send(request: APIRequestContext, token: string, path: string, data: object): Promise<void> {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await request.post(`/api${path}`, { headers, data });
  expect(answer.status(), await answer.text()).toBe(200);
}

type ReceivedText = { body?: string; text?: string };

/** Waits for the code in the latest text to a phone or mail to an address; `after`: the previous code. */
export async function codeTo(to: string, after = ""): Promise<string> {
  let code = "";
  await expect(async () => {
    const messages = to.includes("@")
      ? await fromSimulator<ReceivedText>("mails", { to })
      : await fromSimulator<ReceivedText>("messages", { phone: `+1${to}` });
    const texts = messages.map(({ body = "", text = "" }) => /\b\d{6}\b/.exec(body + text)?.[0]);
    code = texts.findLast((one) => one !== undefined) ?? after;
    expect(code).not.toBe(after);
  }).toPass({ timeout: 10_000 });
  return code;
}
