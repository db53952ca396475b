import { password } from "#core/testing/dealership.ts";
import type { TestHouse } from "#core/testing/house.ts";
import type { LoginUser } from "#domains/accounts/contract.ts";

/** What a browser has after the password, while the code is missing. */
export interface PendingSignIn {
  readonly token: string;
  readonly user_id: number;
  readonly login_status: string;
  readonly two_factor_number: string;
}

export interface Answer {
  readonly status: number;
  readonly message: string;
  readonly data: Record<string, unknown> | null;
  readonly retryAfter: number;
  /** The whole of it, to search for what must not be there. */
  readonly text: string;
}

/** Posts to a call; the token is left out for those without a sign-in. */
export async function post(house: TestHouse, path: string, body: object, token?: string): Promise<Answer> {
  const headers = token ? { authorization: `Bearer ${token}` } : {};
  const answer = await house.http.inject({ method: "POST", url: `/api${path}`, headers, payload: body });
  const { message, data } = answer.json();
  const retryAfter = Number(answer.headers["retry-after"] ?? Number.NaN);
  const text = JSON.stringify(answer.headers) + answer.payload;
  return { status: answer.statusCode, message, data, retryAfter, text };
}

/** Signs in with the password alone. */
export async function pendingSignIn(house: TestHouse, email: string): Promise<PendingSignIn> {
  const { status, message, data } = await post(house, "/login", { email, password });
  if (status !== 200) throw new Error(`${status} ${message}`);
  const { access_token, id, login_status, two_factor_number } = data as unknown as LoginUser;
  return { token: access_token, user_id: id, login_status, two_factor_number };
}

/** Wants a code from the owner's account and from members, and puts these numbers on file. */
export async function requireCodes(house: TestHouse, dealer_id: number, numbers: Record<string, string> = {}) {
  const on = "update dealers set enable_otp_parent = true, enable_otp_team = true where id = $1";
  await house.pool.query(on, [dealer_id]);
  for (const [email, number] of Object.entries(numbers)) {
    await house.pool.query("update users set two_factor_number = $2 where email = $1", [email, number]);
  }
}

/** The code in the newest text to a phone. */
export function textedCode(house: TestHouse, phone: string): string {
  return codeIn(house.sms.sent.findLast(({ to }) => to === phone)?.body);
}

/** The code in the newest mail to an address. */
export function mailedCode(house: TestHouse, email: string): string {
  return codeIn(house.mails.to(email)?.text);
}

function codeIn(text = ""): string {
  const code = /\b\d{6}\b/.exec(text)?.[0];
  if (!code) throw new Error(`There is no code in "${text}"`);
  return code;
}

/** Another code than this one. */
export function otherThan(code: string, by = 1): string {
  return String((Number(code) + by) % 1_000_000).padStart(6, "0");
}
