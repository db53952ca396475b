import type { LoginUser } from "#domains/accounts/contract.ts";
import { password } from "#testing/dealership.ts";
import type { TestApp } from "#testing/testApp.ts";

/** What a browser has after the password and before the code. */
export interface PendingSignIn {
  readonly token: string;
  readonly user_id: number;
  readonly login_status: string;
  readonly two_factor_number: string;
}

export interface PostedAnswer {
  readonly status: number;
  readonly message: string;
  readonly data: Record<string, unknown> | null;
  readonly retryAfter: number;
  /** Headers and body, to search for leaked secrets. */
  readonly text: string;
}

/** Posts to a call; omit the token for anonymous requests. */
export async function post(app: TestApp, path: string, body: object, token?: string): Promise<PostedAnswer> {
  const headers = token ? { authorization: `Bearer ${token}` } : {};
  const answer = await app.http.inject({ method: "POST", url: `/api${path}`, headers, payload: body });
  const { message, data } = answer.json();
  const retryAfter = Number(answer.headers["retry-after"] ?? Number.NaN);
  const text = JSON.stringify(answer.headers) + answer.payload;
  return { status: answer.statusCode, message, data, retryAfter, text };
}

/** Signs in with the password alone. */
export async function pendingSignIn(app: TestApp, email: string): Promise<PendingSignIn> {
  const { status, message, data } = await post(app, "/login", { email, password });
  if (status !== 200) throw new Error(`${status} ${message}`);
  const { access_token, id, login_status, two_factor_number } = data as unknown as LoginUser;
  return { token: access_token, user_id: id, login_status, two_factor_number };
}

/** Requires codes from the owner and the members, and stores these numbers. */
export async function requireCodes(app: TestApp, dealer_id: number, numbers: Record<string, string> = {}) {
  const on = "update dealers set enable_otp_parent = true, enable_otp_team = true where id = $1";
  await app.pool.query(on, [dealer_id]);
  for (const [email, number] of Object.entries(numbers)) {
    await app.pool.query("update users set two_factor_number = $2 where email = $1", [email, number]);
  }
}

/** The code in the newest text to a phone. */
export function textedCode(app: TestApp, phone: string): string {
  return codeIn(app.sms.sent.findLast(({ to }) => to === phone)?.body);
}

/** The code in the newest mail to an address. */
export function mailedCode(app: TestApp, email: string): string {
  return codeIn(app.mails.to(email)?.text);
}

function codeIn(text = ""): string {
  const code = /\b\d{6}\b/.exec(text)?.[0];
  if (!code) throw new Error(`There is no code in "${text}"`);
  return code;
}

/** A code that differs from this one. */
export function differentCode(code: string, by = 1): string {
  return String((Number(code) + by) % 1_000_000).padStart(6, "0");
}
