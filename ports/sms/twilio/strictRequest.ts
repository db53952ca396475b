import type { IncomingHttpHeaders } from "node:http";

/* For tests: what Twilio's API documents of sending and listing texts. Anything else is a guess that could fail silently. */

const headers = new Set(
  "host connection authorization accept accept-encoding content-type content-length transfer-encoding user-agent".split(
    " ",
  ),
);
const sendFields = new Set(
  (
    "To From MessagingServiceSid Body MediaUrl StatusCallback ValidityPeriod SmartEncoded ShortenUrls ScheduleType SendAt " +
    "Attempt ContentRetention AddressRetention SendAsMms RiskCheck"
  ).split(" "),
);
// `Page` is part of the addresses of next pages that Twilio itself makes.
const listFields = new Set(["To", "From", "DateSent", "DateSent<", "DateSent>", "PageSize", "PageToken", "Page"]);

interface StrictRequest {
  readonly method: string;
  readonly url: URL;
  readonly form: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
}

/** Names everything about a request for texts that Twilio doesn't document, such as an invented idempotency header. */
export function undocumentedIn({ method, url, form, headers: given }: StrictRequest): string[] {
  const unknown = Object.keys(given).filter((name) => !headers.has(name));
  const isSend = method === "POST";
  const fields = isSend ? form : url.searchParams;
  const known = isSend ? sendFields : listFields;
  const named = [...new Set(fields.keys())];
  return [
    ...unknown.map((name) => `header ${name}`),
    ...named.filter((name) => !known.has(name)).map((name) => `parameter ${name}`),
    ...named
      .filter((name) => name !== "MediaUrl" && fields.getAll(name).length > 1)
      .map((name) => `parameter ${name} twice`),
    ...(isSend ? wrongValues(form, url) : []),
  ];
}

function wrongValues(form: URLSearchParams, url: URL): string[] {
  const callback = form.get("StatusCallback");
  const checks: [string, boolean][] = [
    ["parameters in the address of a send", url.search === ""],
    ["To isn't E.164", /^\+[1-9]\d{6,14}$/.test(form.get("To") ?? "")],
    ["neither From nor MessagingServiceSid", form.has("From") !== form.has("MessagingServiceSid")],
    ["Body beyond 1,600 characters", (form.get("Body") ?? "").length <= 1_600],
    ["neither Body nor MediaUrl", form.has("Body") || form.has("MediaUrl")],
    ["more than ten media", form.getAll("MediaUrl").length <= 10],
    ["an underscore in the host of StatusCallback", !callback || !new URL(callback).hostname.includes("_")],
  ];
  return checks.flatMap(([problem, isFine]) => (isFine ? [] : problem));
}

/** Watches that no text is posted again after an answer that says nothing about whether it was taken. */
export function createRepeatWatch() {
  const seen = new Map<string, "clear" | "unclear" | "busy">();
  return {
    /** @returns true when this very attempt was posted before, and only "too many requests" answered it. */
    isRepeated(form: URLSearchParams): boolean {
      const attempt = form.get("StatusCallback") ?? "";
      const before = seen.get(attempt);
      // Until it is answered, it counts as unclear.
      seen.set(attempt, "unclear");
      return attempt !== "" && before !== undefined && before !== "busy";
    },
    answered(form: URLSearchParams, how: "clear" | "unclear" | "busy"): void {
      seen.set(form.get("StatusCallback") ?? "", how);
    },
  };
}
