import { randomInt } from "node:crypto";
import type { Caller } from "#core/client.ts";
import { settings } from "#domains/accounts/settings/contract.ts";
import type { TestApp } from "#testing/testApp.ts";

/** A website's visitor, who sees what the server answers and no more. */
export interface Visitor {
  readonly key: string;
  /** Opens the page; `token` is what its form carries. */
  open(headers?: Record<string, string>): Promise<{ status: number; page: string; token: string; policy: string }>;
  /** Opens the page, takes a while to fill in the form, and sends it. */
  write(fields: Record<string, string>, from?: string): Promise<{ status: number; page: string }>;
  /** Sends these fields as they are. */
  send(fields: Record<string, string>, from?: string): Promise<{ status: number; page: string }>;
}

/** An address that no other visitor shares the limits of. */
export const freshAddress = () => `198.${randomInt(20, 250)}.${randomInt(255)}.${randomInt(255)}`;

/** A visitor of the location that the caller acts at. */
export async function visitorOf(app: TestApp, staff: Caller): Promise<Visitor> {
  const { messaging_script } = (await staff(settings.profile)).data;
  const key = /\/w\/([0-9a-f]{32})"/.exec(messaging_script)?.[1] ?? "";
  const url = `/w/${key}`;
  const open: Visitor["open"] = async (headers = {}) => {
    const answer = await app.http.inject({ url, headers });
    const token = /name="token" value="([^"]+)"/.exec(answer.payload)?.[1] ?? "";
    const policy = String(answer.headers["content-security-policy"]);
    return { status: answer.statusCode, page: answer.payload, token, policy };
  };
  const send: Visitor["send"] = async (fields, from = freshAddress()) => {
    const answer = await app.http.inject({
      method: "POST",
      url,
      remoteAddress: from,
      headers: { "content-type": "application/x-www-form-urlencoded", "user-agent": "Visitor/1.0" },
      payload: new URLSearchParams(fields).toString(),
    });
    return { status: answer.statusCode, page: answer.payload };
  };
  return {
    key,
    open,
    send,
    async write(fields, from) {
      const { token } = await open();
      app.clock.advance(10_000);
      return send({ token, company: "", name: "Dana Fox", message: "Is the F-150 still there?", ...fields }, from);
    },
  };
}
