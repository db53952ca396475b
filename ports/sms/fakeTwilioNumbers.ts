import { randomBytes } from "node:crypto";

interface OwnedNumber {
  readonly sid: string;
  readonly phone_number: string;
  /** The form with which it was bought. */
  readonly form: URLSearchParams;
}

interface Answer {
  readonly status: number;
  readonly body?: unknown;
}

/** For tests: what a small Twilio sells. */
export interface FakeTwilioNumbers {
  readonly owned: OwnedNumber[];
  /** Answers what is about numbers or prices; undefined for everything else. */
  answer(method: string, url: URL, form: URLSearchParams): Answer | undefined;
}

const notFound = { status: 404, body: { code: 20404, status: 404 } };
const able = { voice: true, SMS: true, MMS: true };
const local = (price: string) => ({ number_type: "local", base_price: price, current_price: price });

export function createFakeTwilioNumbers(): FakeTwilioNumbers {
  const owned: OwnedNumber[] = [];

  function search(query: URLSearchParams): Answer {
    const digits = query.get("AreaCode") ?? query.get("Contains") ?? "";
    if (!/^[2-9]\d\d/.test(digits)) return query.has("AreaCode") ? notFound : { status: 200, body: list([]) };
    const sold = new Set(owned.map(({ phone_number }) => phone_number));
    const numbers = Array.from({ length: 9 }, (_, line) => `+1${digits.padEnd(9, "5")}${line}`);
    return { status: 200, body: list(numbers.filter((number) => !sold.has(number))) };
  }

  function buy(form: URLSearchParams): Answer {
    const phone_number = form.get("PhoneNumber") ?? "";
    if (owned.some((one) => one.phone_number === phone_number)) return { status: 400, body: { code: 21422 } };
    const number = { sid: `PN${randomBytes(16).toString("hex")}`, phone_number, form };
    owned.push(number);
    return {
      status: 201,
      body: { sid: number.sid, phone_number, capabilities: { voice: true, sms: true, mms: true } },
    };
  }

  function find(query: URLSearchParams): Answer {
    const asked = query.get("PhoneNumber") ?? "";
    const found = owned.filter(({ phone_number }) => phone_number.includes(asked));
    return {
      status: 200,
      body: { incoming_phone_numbers: found.map(({ sid, phone_number }) => ({ sid, phone_number })) },
    };
  }

  function remove(sid: string): Answer {
    const at = owned.findIndex((one) => one.sid === sid);
    if (at < 0) return notFound;
    owned.splice(at, 1);
    return { status: 204 };
  }

  return {
    owned,
    answer(method, { pathname, searchParams }, form) {
      if (pathname.endsWith("/AvailablePhoneNumbers/US/Local.json")) return search(searchParams);
      if (pathname.endsWith("/IncomingPhoneNumbers.json")) return method === "POST" ? buy(form) : find(searchParams);
      const sid = /\/IncomingPhoneNumbers\/(\w+)\.json$/.exec(pathname)?.[1];
      if (sid && method === "DELETE") return remove(sid);
      if (pathname === "/v1/PhoneNumbers/Countries/US") {
        return {
          status: 200,
          body: { phone_number_prices: [{ ...local("2.15"), number_type: "toll free" }, local("1.15")] },
        };
      }
      if (pathname === "/v1/Messaging/Countries/US") {
        const outbound = ["0.0079", "0.0083"].map((price) => ({ carrier: "Some", prices: [local(price)] }));
        return { status: 200, body: { inbound_sms_prices: [local("0.0075")], outbound_sms_prices: outbound } };
      }
      return undefined;
    },
  };
}

function list(numbers: readonly string[]) {
  const described = numbers.map((phone_number) => ({
    phone_number,
    locality: "Riverside",
    region: "CA",
    capabilities: able,
  }));
  return { available_phone_numbers: described };
}
