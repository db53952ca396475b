import type { Deadline } from "../../deadline.ts";
import { NeverLeft } from "../../deadline.ts";
import { type TwilioAccount, twilioHostUrl } from "../../sms/twilio/account.ts";
import { createTwilioRest, type TwilioResponse, type TwilioRest } from "../../sms/twilio/rest.ts";
import type { RegistrationProblem, StepResult } from "../registration.ts";
import { codeIn, problemsOf } from "./problems.ts";

/** The hosts of Twilio's APIs that registrations go through. */
type TwilioHost = "api" | "trusthub" | "messaging";

export type Resource = Readonly<Record<string, unknown>>;
export type Form = readonly (readonly [name: string, value: string])[];

/** What became of a request that makes or changes something. */
export type Posted =
  | { readonly kind: "made"; readonly sid: string; readonly body: Resource }
  | {
      readonly kind: "refused";
      readonly code: string;
      readonly status: number;
      readonly problems: RegistrationProblem[];
    }
  | Exclude<StepResult, { kind: "done" | "refused" }>;

/** What a request that only reads has seen. */
export type Seen =
  | { readonly kind: "seen"; readonly body: Resource }
  | { readonly kind: "missing" }
  | { readonly kind: "unclear"; readonly why: string };

export type Listed =
  | { readonly kind: "listed"; readonly items: readonly Resource[] }
  | { readonly kind: "unclear"; readonly why: string };

/** Twilio's registration APIs. No function throws, and no result has Twilio's own words. */
export interface RegistrationApi {
  post(host: TwilioHost, path: string, form: Form, leaveBy: Deadline): Promise<Posted>;
  get(host: TwilioHost, path: string): Promise<Seen>;
  remove(host: TwilioHost, path: string, leaveBy: Deadline): Promise<"removed" | "refused" | "busy" | "lost">;
  /** All items of a list, page by page; `key` names them in the answer. */
  list(host: TwilioHost, path: string, key: string): Promise<Listed>;
  stop(): Promise<void>;
}

/** So many pages of a list are read at most, of a thousand items each where Twilio gives that many. */
const maxPages = 20;

const isSid = (value: unknown): value is string => typeof value === "string" && /^[A-Z]{2}[0-9a-fA-F]{32}$/.test(value);

export function createRegistrationApi(account: TwilioAccount, timeout: number): RegistrationApi {
  const at = (apiUrl: string) => createTwilioRest({ ...account, apiUrl }, timeout);
  const hosts: Readonly<Record<TwilioHost, TwilioRest>> = {
    api: at(account.apiUrl),
    trusthub: at(twilioHostUrl(account.apiUrl, "trusthub")),
    messaging: at(twilioHostUrl(account.apiUrl, "messaging")),
  };

  async function get(host: TwilioHost, path: string): Promise<Seen> {
    try {
      const { status, body } = await hosts[host].get(path);
      if (status === 200) return { kind: "seen", body };
      return status === 404
        ? { kind: "missing" }
        : { kind: "unclear", why: `The carrier answered with status ${status}` };
    } catch (error) {
      return { kind: "unclear", why: reasonOf(error) };
    }
  }

  return {
    async post(host, path, form, leaveBy) {
      try {
        const fields = new URLSearchParams(form.map(([name, value]): [string, string] => [name, value.toWellFormed()]));
        return postedFrom(await hosts[host].post(path, fields, leaveBy));
      } catch (error) {
        if (error instanceof NeverLeft) return { kind: "busy", why: "The carrier couldn't be reached in time" };
        return { kind: "lost", why: reasonOf(error) };
      }
    },

    get,

    async remove(host, path, leaveBy) {
      try {
        const { status } = await hosts[host].remove(path, leaveBy);
        if (status === 429) return "busy";
        if (status === 404 || (status >= 200 && status < 300)) return "removed";
        return status >= 400 && status < 500 && status !== 408 ? "refused" : "lost";
      } catch (error) {
        return error instanceof NeverLeft ? "busy" : "lost";
      }
    },

    async list(host, path, key) {
      const items: Resource[] = [];
      let next: string | undefined = path;
      for (let page = 0; next; page++) {
        if (page === maxPages) return { kind: "unclear", why: "The carrier's list is too long" };
        const seen: Seen = await get(host, next);
        if (seen.kind === "missing") return { kind: "listed", items };
        if (seen.kind === "unclear") return seen;
        const found = seen.body[key];
        if (!Array.isArray(found)) return { kind: "unclear", why: "The carrier's list could not be read" };
        items.push(...found.filter((item): item is Resource => typeof item === "object" && item !== null));
        next = nextPage(seen.body);
      }
      return { kind: "listed", items };
    },

    async stop() {
      await Promise.all(Object.values(hosts).map((rest) => rest.close()));
    },
  };
}

/** The path of the list's next page, on the host that was asked, whatever host the answer names. */
function nextPage({ meta, next_page_uri }: Resource): string | undefined {
  const address = (meta as { next_page_url?: unknown } | undefined)?.next_page_url ?? next_page_uri;
  if (typeof address !== "string" || !URL.canParse(address, "https://twilio.invalid")) return undefined;
  const { pathname, search } = new URL(address, "https://twilio.invalid");
  return pathname + search;
}

function postedFrom({ status, body }: TwilioResponse): Posted {
  const code = codeIn(body);
  if (status === 429 || (status >= 400 && code === "20429")) return { kind: "busy", why: "Too many requests" };
  if (status >= 200 && status < 300) {
    return isSid(body.sid)
      ? { kind: "made", sid: body.sid, body }
      : { kind: "lost", why: `The carrier's answer ${status} could not be read` };
  }
  // Nothing that the business could change.
  if (status === 401 || status === 403) return { kind: "busy", why: "The carrier doesn't accept our credentials" };
  // A proxy's 408 says nothing about what Twilio did.
  if (status >= 400 && status < 500 && status !== 408) {
    return { kind: "refused", code, status, problems: problemsOf(code) };
  }
  return { kind: "lost", why: `The carrier answered with status ${status}` };
}

/** Of an error of the connection, which has nothing of what was sent. */
function reasonOf(error: unknown): string {
  return error instanceof NeverLeft ? "The carrier can't be reached" : error instanceof Error ? error.name : "unknown";
}
