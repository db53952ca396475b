import { randomBytes } from "node:crypto";

interface OwnedNumber {
  readonly sid: string;
  readonly phone_number: string;
  /** The form of the request that bought or changed it last. */
  form: URLSearchParams;
}

interface FakeResponse {
  readonly status: number;
  readonly body?: unknown;
}

/** For tests: the number inventory of the fake Twilio. */
export interface FakeTwilioNumbers {
  readonly owned: OwnedNumber[];
  /** Handles requests about numbers and prices; undefined for everything else. */
  handle(method: string, url: URL, form: URLSearchParams): FakeResponse | undefined;
}

const notFound = { status: 404, body: { code: 20404, status: 404 } };
const capabilities = { voice: true, SMS: true, MMS: true };
const localPrice = (price: string) => ({ number_type: "local", base_price: price, current_price: price });

export function createFakeTwilioNumbers(): FakeTwilioNumbers {
  const owned: OwnedNumber[] = [];

  function search(query: URLSearchParams, isTollFree: boolean): FakeResponse {
    const digits = query.get("AreaCode") ?? query.get("Contains") ?? "";
    if (/^8(00|33|44|55|66|77|88)/.test(digits) !== isTollFree) return { status: 200, body: list([], isTollFree) };
    if (!/^[2-9]\d\d/.test(digits))
      return query.has("AreaCode") ? notFound : { status: 200, body: list([], isTollFree) };
    const sold = new Set(owned.map(({ phone_number }) => phone_number));
    const numbers = Array.from({ length: 9 }, (_, index) => `+1${digits.padEnd(9, "5")}${index}`);
    return {
      status: 200,
      body: list(
        numbers.filter((number) => !sold.has(number)),
        isTollFree,
      ),
    };
  }

  function buy(form: URLSearchParams): FakeResponse {
    const phone_number = form.get("PhoneNumber") ?? "";
    if (owned.some((one) => one.phone_number === phone_number)) return { status: 400, body: { code: 21422 } };
    const number = { sid: `PN${randomBytes(16).toString("hex")}`, phone_number, form };
    owned.push(number);
    return {
      status: 201,
      body: { sid: number.sid, phone_number, capabilities: { voice: true, sms: true, mms: true } },
    };
  }

  function find(query: URLSearchParams): FakeResponse {
    const filter = query.get("PhoneNumber") ?? "";
    const matches = owned.filter(({ phone_number }) => phone_number.includes(filter));
    return {
      status: 200,
      body: { incoming_phone_numbers: matches.map(({ sid, phone_number }) => ({ sid, phone_number })) },
    };
  }

  function change(sid: string, form: URLSearchParams): FakeResponse {
    const number = owned.find((one) => one.sid === sid);
    if (!number) return notFound;
    number.form = form;
    return { status: 200, body: { sid, phone_number: number.phone_number } };
  }

  function remove(sid: string): FakeResponse {
    const index = owned.findIndex((one) => one.sid === sid);
    if (index < 0) return notFound;
    owned.splice(index, 1);
    return { status: 204 };
  }

  return {
    owned,
    handle(method, { pathname, searchParams }, form) {
      if (pathname.endsWith("/AvailablePhoneNumbers/US/Local.json")) return search(searchParams, false);
      if (pathname.endsWith("/AvailablePhoneNumbers/US/TollFree.json")) return search(searchParams, true);
      if (pathname.endsWith("/IncomingPhoneNumbers.json")) return method === "POST" ? buy(form) : find(searchParams);
      const sid = /\/IncomingPhoneNumbers\/(\w+)\.json$/.exec(pathname)?.[1];
      if (sid && method === "DELETE") return remove(sid);
      if (sid && method === "POST") return change(sid, form);
      if (pathname === "/v1/PhoneNumbers/Countries/US") {
        return {
          status: 200,
          body: { phone_number_prices: [{ ...localPrice("2.15"), number_type: "toll free" }, localPrice("1.15")] },
        };
      }
      if (pathname === "/v1/Messaging/Countries/US") {
        const outbound = ["0.0079", "0.0083"].map((price) => ({ carrier: "Some", prices: [localPrice(price)] }));
        return { status: 200, body: { inbound_sms_prices: [localPrice("0.0075")], outbound_sms_prices: outbound } };
      }
      return undefined;
    },
  };
}

function list(numbers: readonly string[], isTollFree: boolean) {
  const place = isTollFree ? { locality: null, region: null } : { locality: "Riverside", region: "CA" };
  const described = numbers.map((phone_number) => ({ phone_number, ...place, capabilities }));
  return { available_phone_numbers: described };
}
