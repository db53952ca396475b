import { createHmac, timingSafeEqual } from "node:crypto";
import * as z from "zod/mini";
import type { AccessFailure } from "../../access.ts";
import type { FilledForm, FormNotice, FormPage, LeadForms, PageAccess } from "../leadForms.ts";

/** The operator's app at Meta. */
export interface MetaApp {
  readonly appId: string;
  readonly appSecret: string;
  /** What the operator entered at Meta beside the webhook's address. */
  readonly verifyToken: string;
  readonly hosts?: MetaHosts;
  /** Milliseconds for a request. */
  readonly timeout?: number;
}

export interface MetaHosts {
  /** Where people consent. */
  readonly consent: string;
  readonly graph: string;
}

const metaHosts: MetaHosts = { consent: "https://www.facebook.com", graph: "https://graph.facebook.com" };
/** Both at one address, such as a fake of Meta's. */
export const metaHostsAt = (url: string): MetaHosts => ({ consent: url, graph: url });

const version = "v23.0";
/** What reading lead forms asks for (Meta, "Retrieving leads"). */
const scopes = [
  "pages_show_list",
  "pages_read_engagement",
  "pages_manage_metadata",
  "pages_manage_ads",
  "leads_retrieval",
];
const pageSize = 100;
/** Requests for one list of filled-in forms. */
const mostRequests = 60;
const mostPages = 200;
const formFields = "id,created_time,platform,field_data,custom_disclaimer_responses";

const text = z.catch(z.string(), "");
const Paging = z.catch(z.optional(z.object({ cursors: z.optional(z.object({ after: text })), next: text })), undefined);
const Token = z.object({ access_token: z.string().check(z.minLength(1)) });
const Pages = z.object({
  data: z.array(z.object({ id: z.string(), name: text, access_token: text })),
  paging: Paging,
});
const Forms = z.object({ data: z.array(z.object({ id: z.string() })), paging: Paging });
const Done = z.object({ success: z.catch(z.boolean(), true) });
const isChecked = z.catch(
  z.pipe(
    z.union([z.string(), z.number(), z.boolean()]),
    z.transform((value: string | number | boolean) => ["1", "true"].includes(String(value).toLowerCase())),
  ),
  false,
);
const Filled = z.object({
  id: z.string(),
  created_time: text,
  platform: text,
  field_data: z.catch(z.array(z.object({ name: text, values: z.catch(z.array(text), []) })), []),
  custom_disclaimer_responses: z.catch(z.array(z.object({ checkbox_key: text, is_checked: isChecked })), []),
});
const FilledList = z.object({ data: z.array(Filled), paging: Paging });

/** Meta's ids have up to 17 digits and come as numbers or texts; `quotedIds` has made them texts. */
const Notice = z.object({
  object: z.literal("page"),
  entry: z.array(
    z.object({
      changes: z.catch(
        z.array(z.object({ field: text, value: z.catch(z.object({ leadgen_id: text, page_id: text }), none()) })),
        [],
      ),
    }),
  ),
});

function none() {
  return { leadgen_id: "", page_id: "" };
}

type MetaAnswer<T> = { readonly answer: T; readonly failure?: undefined } | { readonly failure: AccessFailure };

/** Lead forms of Facebook and Instagram, by Meta's Graph API. */
export function createMetaLeadForms(app: MetaApp): LeadForms {
  const { appId, appSecret, verifyToken, hosts = metaHosts, timeout = 20_000 } = app;
  const proofOf = (token: string) => createHmac("sha256", appSecret).update(token).digest("hex");

  async function ask<T>(
    method: "GET" | "POST" | "DELETE",
    path: string,
    shape: z.ZodMiniType<T>,
    values: Readonly<Record<string, string>>,
    access?: string,
  ): Promise<MetaAnswer<T>> {
    const query = new URLSearchParams(access === undefined ? values : { ...values, appsecret_proof: proofOf(access) });
    try {
      const { request } = await import("undici");
      const { statusCode, headers, body } = await request(`${hosts.graph}/${version}/${path}?${query}`, {
        method,
        ...(access !== undefined && { headers: { authorization: `Bearer ${access}` } }),
        signal: AbortSignal.timeout(timeout),
      });
      const answered = await body.text();
      if (statusCode === 200) return { answer: z.parse(shape, JSON.parse(answered)) };
      return { failure: failureOf(statusCode, answered, String(headers["retry-after"] ?? "")) };
    } catch (error) {
      const { code, name } = error as Error & { code?: unknown };
      return { failure: { kind: "busy", why: typeof code === "string" ? code : name } };
    }
  }

  /** All items of an edge, within the limit of requests; `more` when there are others. */
  async function askAll<T>(
    path: string,
    shape: z.ZodMiniType<{ readonly data: T[]; readonly paging?: z.infer<typeof Paging> }>,
    values: Readonly<Record<string, string>>,
    access: string,
    requests: { left: number },
  ): Promise<MetaAnswer<{ readonly items: readonly T[]; readonly more: boolean }>> {
    const items: T[] = [];
    let after = "";
    while (requests.left > 0) {
      requests.left -= 1;
      const page = { ...values, limit: String(pageSize), ...(after && { after }) };
      const result = await ask("GET", path, shape, page, access);
      if (result.failure) return result;
      items.push(...result.answer.data);
      const { paging } = result.answer;
      after = paging?.next ? (paging.cursors?.after ?? "") : "";
      if (after === "") return { answer: { items, more: false } };
    }
    return { answer: { items, more: true } };
  }

  return {
    provider: "meta",

    consentUrl: (redirect, state) =>
      `${hosts.consent}/${version}/dialog/oauth?${new URLSearchParams({
        client_id: appId,
        redirect_uri: redirect,
        response_type: "code",
        scope: scopes.join(","),
        // Asks again for what somebody left out the first time.
        auth_type: "rerequest",
        state,
      })}`,

    async redeem(code, redirect) {
      const client = { client_id: appId, client_secret: appSecret };
      const short = await ask("GET", "oauth/access_token", Token, { ...client, code, redirect_uri: redirect });
      if (short.failure) return refusedAsDenied(short.failure);
      // Pages' access that comes with a long-lived token of their owner doesn't end by itself.
      const exchange = { grant_type: "fb_exchange_token", fb_exchange_token: short.answer.access_token };
      const long = await ask("GET", "oauth/access_token", Token, { ...client, ...exchange });
      if (long.failure) return refusedAsDenied(long.failure);
      const requests = { left: mostPages / pageSize };
      const fields = { fields: "id,name,access_token" };
      const found = await askAll("me/accounts", Pages, fields, long.answer.access_token, requests);
      if (found.failure) return found.failure;
      const pages = found.answer.items.flatMap(({ id, name, access_token }): FormPage[] =>
        access_token === "" ? [] : [{ ref: id, title: name, access: access_token }],
      );
      return { kind: "pages", pages };
    },

    async follow({ ref, access }) {
      const values = { subscribed_fields: "leadgen" };
      const { failure } = await ask("POST", `${idIn(ref)}/subscribed_apps`, Done, values, access);
      return failure ?? { kind: "done" };
    },

    async unfollow({ ref, access }) {
      const { failure } = await ask("DELETE", `${idIn(ref)}/subscribed_apps`, Done, {}, access);
      return failure && failure.kind !== "missing" ? failure : { kind: "done" };
    },

    async read({ access }, ref) {
      const result = await ask("GET", idIn(ref), Filled, { fields: formFields }, access);
      return result.failure ?? { kind: "form", form: filledForm(result.answer) };
    },

    async list({ ref, access }: PageAccess, since) {
      const requests = { left: mostRequests };
      const forms = await askAll(`${idIn(ref)}/leadgen_forms`, Forms, { fields: "id" }, access, requests);
      if (forms.failure) return forms.failure;
      const seconds = Math.floor(since.getTime() / 1_000);
      const filtering = JSON.stringify([{ field: "time_created", operator: "GREATER_THAN", value: seconds }]);
      const filled: FilledForm[] = [];
      let isWhole = !forms.answer.more;
      for (const { id } of forms.answer.items) {
        const values = { fields: formFields, filtering };
        const result = await askAll(`${idIn(id)}/leads`, FilledList, values, access, requests);
        if (result.failure) return result.failure;
        filled.push(...result.answer.items.map(filledForm));
        isWhole &&= !result.answer.more;
      }
      return { kind: "forms", forms: filled.sort((a, b) => a.filled_at.getTime() - b.filled_at.getTime()), isWhole };
    },

    challenge(query) {
      const { "hub.mode": mode, "hub.verify_token": token, "hub.challenge": challenge } = query;
      const isAsked = mode === "subscribe" && typeof token === "string" && typeof challenge === "string";
      if (!isAsked || !isSame(Buffer.from(token), Buffer.from(verifyToken))) return undefined;
      return /^[\w-]{1,200}$/.test(challenge) ? challenge : undefined;
    },

    notices(headers, body) {
      const [, given = ""] = /^sha256=([0-9a-f]{64})$/.exec(String(headers["x-hub-signature-256"] ?? "")) ?? [];
      const signature = createHmac("sha256", appSecret).update(body).digest();
      if (!isSame(Buffer.from(given, "hex"), signature)) return "forbidden";
      return noticesIn(body.toString("utf8"));
    },
  };
}

const isSame = (given: Buffer, expected: Buffer) =>
  given.length === expected.length && timingSafeEqual(given, expected);

/** An id in a path: what isn't one asks for nothing that exists. */
const idIn = (ref: string) => (/^\d{1,20}$/.test(ref) ? ref : "0");

function noticesIn(body: string): FormNotice[] {
  try {
    // JSON's numbers lose the last digits of the longer ids.
    const quoted = body.replace(/("(?:leadgen_id|page_id)"\s*:\s*)(\d+)/g, '$1"$2"');
    const { entry } = z.parse(Notice, JSON.parse(quoted));
    return entry
      .flatMap(({ changes }) => changes)
      .filter(({ field, value }) => field === "leadgen" && value.leadgen_id !== "" && value.page_id !== "")
      .map(({ value }) => ({ page_ref: value.page_id, ref: value.leadgen_id }));
  } catch {
    return [];
  }
}

function filledForm(filled: z.infer<typeof Filled>): FilledForm {
  const { id, created_time, platform, field_data, custom_disclaimer_responses } = filled;
  // "2026-11-26T10:00:00+0000": without the colon that ISO 8601 asks for.
  const filledAt = new Date(created_time.replace(/([+-]\d\d)(\d\d)$/, "$1:$2"));
  return {
    ref: id,
    site: platform.toLowerCase() === "ig" ? "Instagram" : "Facebook",
    filled_at: Number.isNaN(filledAt.getTime()) ? new Date(0) : filledAt,
    answers: field_data.map(({ name, values }) => ({ key: name, value: values.join(", ") })),
    checked: custom_disclaimer_responses.filter((one) => one.is_checked).map((one) => one.checkbox_key),
  };
}

const GraphError = z.object({
  error: z.object({ code: z.catch(z.number(), 0), error_subcode: z.catch(z.number(), 0), type: text }),
});

/** Meta's codes for limits, and for failures of its own that pass ("Handle errors" in the Graph API's guide). */
const limits: readonly number[] = [1, 2, 4, 17, 32, 341, 368, 613, 80001, 80004, 80005];
/** An expired or withdrawn token, and missing permissions. */
const isAccess = (code: number) => code === 102 || code === 190 || code === 10 || (code >= 200 && code <= 299);

/** What an error means. The reason names Meta's code, and nothing of what was sent. */
function failureOf(status: number, body: string, retryAfter: string): AccessFailure {
  const { code, error_subcode } = errorIn(body);
  const why = ["Meta answered", status, code > 0 ? `(${code})` : ""].filter(Boolean).join(" ");
  if (isAccess(code)) return { kind: "needs_access", why };
  if (limits.includes(code) || status === 429 || status >= 500) {
    const seconds = /^\d{1,6}$/.test(retryAfter) ? Number(retryAfter) : undefined;
    return { kind: "busy", why, ...(seconds !== undefined && { retryAfter: seconds }) };
  }
  if (status === 401) return { kind: "needs_access", why };
  // 100 with 33: "Object does not exist, or cannot be loaded due to missing permissions".
  return { kind: status === 404 || (code === 100 && error_subcode === 33) ? "missing" : "refused", why };
}

/** A code that Meta doesn't take is one that nobody got by consenting. */
const refusedAsDenied = (failure: AccessFailure): AccessFailure =>
  failure.kind === "refused" ? { kind: "needs_access", why: failure.why } : failure;

function errorIn(body: string) {
  try {
    return z.parse(GraphError, JSON.parse(body)).error;
  } catch {
    return { code: 0, error_subcode: 0 };
  }
}
