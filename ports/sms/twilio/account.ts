import { hasCredentials } from "#core/webAddress.ts";
import type { CarrierSettings, CarrierVariable } from "../../carrier.ts";

export interface TwilioAccount {
  readonly accountSid: string;
  /** The primary token, plus the secondary one during rotation. */
  readonly authTokens: readonly [string, ...string[]];
  /** `https://api.twilio.com`, or a compatible server. */
  readonly apiUrl: string;
}

/** The environment variables of Twilio's adapters. */
export const twilioVariables = {
  TWILIO_ACCOUNT_SID: {
    isAllowed: (value) => /^AC\w+$/.test(value),
    allowed: "must be an account SID, which begins with AC",
  },
  TWILIO_AUTH_TOKEN: {
    isAllowed: (value) => /^[^\s,]+(\s*,\s*[^\s,]+)?$/.test(value),
    allowed: "must be a token, or two with a comma between them",
  },
  TWILIO_API_URL: {
    isAllowed: (value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol) && !hasCredentials(value),
    allowed: "must be an address that begins with http:// or https://, without a user name or password",
    isOptional: true,
  },
} as const satisfies Readonly<Record<string, CarrierVariable>>;

/** The account that the environment names. Signatures by either token are valid, so that tokens can be rotated. */
export function readTwilioAccount(settings: CarrierSettings): TwilioAccount {
  const [current = "", ...previous] = (settings.TWILIO_AUTH_TOKEN ?? "").split(",").map((token) => token.trim());
  return {
    accountSid: settings.TWILIO_ACCOUNT_SID ?? "",
    authTokens: [current, ...previous],
    apiUrl: settings.TWILIO_API_URL ?? "https://api.twilio.com",
  };
}

/** The URL of another API of Twilio's: its own host beside api.twilio.com, but the same host for a compatible server. */
export function twilioHostUrl(apiUrl: string, name: string): string {
  const url = new URL(apiUrl);
  url.hostname = url.hostname.replace(/^api\./, `${name}.`);
  return url.href.replace(/\/+$/, "");
}
