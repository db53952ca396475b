import { createHmac, randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text as readText } from "node:stream/consumers";
import { undeclaredIn } from "./strictRegistration.ts";

export const registrarAccount = `AC${"0b".repeat(16)}`;
export const registrarToken = "token-of-the-registrar";
export const primaryProfile = `BU${"0c".repeat(16)}`;

/** Something at the fake Twilio, with the form that it was made or changed by last. */
export interface FakeResource extends Record<string, unknown> {
  readonly sid: string;
}

export interface FakeRequest {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly form: URLSearchParams;
}

interface Reply {
  readonly status: number;
  readonly body?: unknown;
}

/** For tests: Twilio's Trust Hub and messaging APIs. It takes only what Twilio declares, and refuses what Twilio refuses. */
export interface FakeTwilioRegistration {
  readonly apiUrl: string;
  readonly resources: FakeResource[];
  readonly requests: FakeRequest[];
  /** What was asked for although Twilio doesn't declare it. */
  readonly violations: string[];
  /** Handlers for the next requests that make or change something; `process` also carries out the request. */
  readonly nextChanges: ((response: ServerResponse, process: () => Reply) => void)[];
  /** Handlers for the next requests that only read. */
  readonly nextReads: ((response: ServerResponse) => void)[];
  /** While it is set, it decides about every request that Twilio declares: when it is processed, and whether it is answered. */
  between: ((request: FakeRequest, response: ServerResponse, process: () => Reply) => Promise<void>) | undefined;
  of(prefix: string): FakeResource[];
  signForm(url: string, form: Readonly<Record<string, string>>, token?: string): string;
  signBody(url: string, token?: string): string;
  close(): Promise<void>;
}

const ok = (body: unknown): Reply => ({ status: 200, body });
const created = (body: unknown): Reply => ({ status: 201, body });
const notFound: Reply = { status: 404, body: { code: 20404, status: 404, message: "not found" } };

/** Twilio's refusals repeat what was submitted. */
const refused = (code: number, form: URLSearchParams, status = 400): Reply => ({
  status,
  body: { code, status, message: `Refused: ${form}`, more_info: `https://www.twilio.com/docs/errors/${code}` },
});

const policies = [
  { sid: `RN${"01".repeat(16)}`, friendly_name: "SHAKEN/STIR" },
  { sid: `RN${"02".repeat(16)}`, friendly_name: "Starter Customer Profile of type Business" },
  { sid: `RN${"03".repeat(16)}`, friendly_name: "Secondary Customer Profile of type Business" },
  { sid: `RN${"04".repeat(16)}`, friendly_name: "A2P Messaging: Local - Business" },
];

const snake = (name: string) => name.replace(/(?<=[a-z0-9])[A-Z]/g, (letter) => `_${letter}`).toLowerCase();
const many = new Set([
  "MessageSamples",
  "OptInKeywords",
  "OptOutKeywords",
  "HelpKeywords",
  "UseCaseCategories",
  "OptInImageUrls",
]);

function valuesOf(form: URLSearchParams): Record<string, unknown> {
  return Object.fromEntries(
    [...new Set(form.keys())].map((name) => {
      const value = form.get(name);
      if (many.has(name)) return [snake(name), form.getAll(name)];
      if (name === "Attributes") return [snake(name), JSON.parse(value ?? "{}")];
      return [snake(name), value === "true" ? true : value === "false" ? false : value];
    }),
  );
}

export async function startFakeTwilioRegistration(): Promise<FakeTwilioRegistration> {
  const server = createServer((request, response) => void answer(request, response));
  const fake: FakeTwilioRegistration = {
    apiUrl: "",
    resources: [],
    requests: [],
    violations: [],
    nextChanges: [],
    nextReads: [],
    between: undefined,
    of: (prefix) => fake.resources.filter(({ sid }) => sid.startsWith(prefix)),
    signForm(url, form, token = registrarToken) {
      const signed = Object.keys(form)
        .sort()
        .reduce((text, name) => text + name + form[name], url);
      return createHmac("sha1", token).update(signed, "utf8").digest("base64");
    },
    signBody: (url, token = registrarToken) => createHmac("sha1", token).update(url, "utf8").digest("base64"),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };

  const find = (sid: string | undefined) => fake.resources.find((one) => one.sid === sid);

  function make(prefix: string, values: Readonly<Record<string, unknown>>): FakeResource {
    const resource = { ...values, sid: prefix + randomBytes(16).toString("hex"), account_sid: registrarAccount };
    fake.resources.push(resource);
    return resource;
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", "http://fake");
    const method = request.method ?? "";
    const form = new URLSearchParams(await readText(request));
    const asked = { method, path: url.pathname + url.search, form };
    fake.requests.push(asked);
    const expected = `Basic ${Buffer.from(`${registrarAccount}:${registrarToken}`).toString("base64")}`;
    if (request.headers.authorization !== expected) return send(response, { status: 401, body: { code: 20003 } });
    const violations = undeclaredIn(method, url, form);
    if (violations.length > 0) {
      fake.violations.push(...violations);
      return send(response, refused(20001, form));
    }
    const process = () => (method === "GET" ? read(url) : change(method, url.pathname, form));
    if (fake.between) return fake.between(asked, response, process);
    const change_ = method === "GET" ? undefined : fake.nextChanges.shift();
    if (change_) return change_(response, process);
    const read_ = method === "GET" ? fake.nextReads.shift() : undefined;
    if (read_) return read_(response);
    send(response, process());
  }

  function read(url: URL): Reply {
    const { pathname, searchParams: query } = url;
    const parts = pathname.split("/").slice(2);
    const [collection = "", sid, part, usa2p, last] = parts;
    if (collection === "Policies") return page(url, "results", policies);
    if (pathname.endsWith("/Addresses.json")) {
      return page(
        url,
        "addresses",
        fake.of("AD").filter((one) => one.friendly_name === query.get("FriendlyName")),
      );
    }
    if (collection === "CustomerProfiles" || collection === "TrustProducts") {
      if (part === "EntityAssignments") {
        return page(
          url,
          "results",
          fake.of("BV").filter((one) => one.bundle_sid === sid),
        );
      }
      if (sid) return one(sid);
      const name = query.get("FriendlyName");
      const all = fake.of("BU").filter((bundle) => bundle.collection === collection);
      return page(url, "results", name === null ? all : all.filter((bundle) => bundle.friendly_name === name));
    }
    if (collection === "EndUsers") return page(url, "results", fake.of("IT"));
    if (collection === "SupportingDocuments") return page(url, "results", fake.of("RD"));
    if (collection === "a2p") return part ? one(part) : page(url, "data", fake.of("BN"));
    if (collection === "Tollfree") {
      if (part) return one(part);
      const number = query.get("TollfreePhoneNumberSid");
      return page(
        url,
        "verifications",
        fake.of("HH").filter((hh) => hh.tollfree_phone_number_sid === number),
      );
    }
    if (!sid) return page(url, "services", fake.of("MG").map(withCampaigns));
    if (part === "PhoneNumbers")
      return find(sid) && numbersIn(sid).includes(usa2p ?? "") ? ok({ sid: usa2p }) : notFound;
    if (last === "Usecases") {
      const isApproved = find(query.get("BrandRegistrationSid") ?? "")?.status === "APPROVED";
      const codes = isApproved ? ["2FA", "LOW_VOLUME", "MARKETING", "MIXED"] : [];
      return ok({
        us_app_to_person_usecases: codes.map((code) => ({ code, name: code, post_approval_required: false })),
      });
    }
    if (last) return one(last);
    return page(
      url,
      "compliance",
      fake.of("QE").filter((campaign) => campaign.messaging_service_sid === sid),
    );
  }

  const one = (sid: string): Reply => {
    const found = find(sid);
    return found ? ok(found) : notFound;
  };

  const numbersIn = (service: string) => (find(service)?.numbers ?? []) as string[];

  const withCampaigns = (service: FakeResource) => ({
    ...service,
    us_app_to_person_registered: fake.of("QE").some((one) => one.messaging_service_sid === service.sid),
  });

  function change(method: string, pathname: string, form: URLSearchParams): Reply {
    const parts = pathname.replace(".json", "").split("/").slice(2);
    const values = valuesOf(form);
    const [collection = "", sid, part, word, last] = parts;
    if (pathname.includes("/Addresses")) return (word ?? part) ? changeAddress(parts.at(-1) ?? "", values) : notFound;
    if (collection === "CustomerProfiles" || collection === "TrustProducts") {
      if (part === "EntityAssignments") return assign(sid ?? "", form);
      if (part === "Evaluations") return evaluate(sid ?? "", form);
      if (sid) return changeBundle(sid, values, form);
      return created(make("BU", { ...values, collection, status: "draft", errors: null }));
    }
    if (collection === "EndUsers" || collection === "SupportingDocuments") {
      return sid ? update(sid, values) : created(make(collection === "EndUsers" ? "IT" : "RD", values));
    }
    if (collection === "a2p") return part ? resubmitBrand(part, form) : makeBrand(values, form);
    if (collection === "Tollfree")
      return part ? changeVerification(part, values, form) : makeVerification(values, form);
    if (!sid) return created(make("MG", { ...values, numbers: [] }));
    if (part === "PhoneNumbers") return join(sid, form);
    if (method === "DELETE") return remove(last ?? "");
    return last ? changeCampaign(last, values, form) : makeCampaign(sid, values, form);
  }

  function update(sid: string, values: Readonly<Record<string, unknown>>): Reply {
    const found = find(sid);
    return found ? ok(Object.assign(found, values)) : notFound;
  }

  const changeAddress = (last: string, values: Readonly<Record<string, unknown>>): Reply =>
    last === "Addresses" ? created(make("AD", values)) : update(last, values);

  function assign(bundle: string, form: URLSearchParams): Reply {
    const object = form.get("ObjectSid") ?? "";
    const isKnown = object === primaryProfile || find(object);
    if (!find(bundle) || !isKnown) return notFound;
    const isDouble = fake.of("BV").some((one) => one.bundle_sid === bundle && one.object_sid === object);
    return isDouble ? refused(22218, form) : created(make("BV", { bundle_sid: bundle, object_sid: object }));
  }

  function evaluate(bundle: string, form: URLSearchParams): Reply {
    const found = find(bundle);
    if (!found || found.policy_sid !== form.get("PolicySid")) return refused(20001, form);
    const objects = fake
      .of("BV")
      .filter((one) => one.bundle_sid === bundle)
      .map((one) => String(one.object_sid));
    const results = found.collection === "CustomerProfiles" ? profileResults(objects) : productResults(objects);
    const status = results.every(({ passed }) => passed) ? "compliant" : "noncompliant";
    return created(make("EL", { bundle_sid: bundle, status, results }));
  }

  function result(object_type: string, fields: readonly string[], attributes: unknown) {
    const given = attributes as Readonly<Record<string, unknown>> | undefined;
    const invalid = fields
      .filter((field) => !given?.[field])
      .map((object_field) => ({
        object_field,
        error_code: 22215,
        failure_reason: `${JSON.stringify(given)} is missing it`,
      }));
    const passed = given !== undefined && invalid.length === 0;
    return { object_type, passed, error_code: passed ? null : 22214, valid: [], invalid };
  }

  const typed = (objects: readonly string[], type: string) =>
    objects.map(find).find((object) => object?.type === type)?.attributes;

  function profileResults(objects: readonly string[]) {
    const business =
      "business_name business_identity business_industry business_type business_registration_identifier business_registration_number business_regions_of_operation website_url";
    const representative = "first_name last_name email phone_number business_title job_position";
    return [
      result(
        "customer_profile_business_information",
        business.split(" "),
        typed(objects, "customer_profile_business_information"),
      ),
      result("authorized_representative_1", representative.split(" "), typed(objects, "authorized_representative_1")),
      result("customer_profile_address", ["address_sids"], typed(objects, "customer_profile_address")),
      result("primary_customer_profile", [], objects.includes(primaryProfile) ? {} : undefined),
    ];
  }

  function productResults(objects: readonly string[]) {
    const information = typed(objects, "us_a2p_messaging_profile_information");
    const isPublic = (information as { company_type?: unknown } | undefined)?.company_type === "public";
    const fields = ["company_type", "brand_contact_email", ...(isPublic ? ["stock_exchange", "stock_ticker"] : [])];
    const hasProfile = objects.some((object) => find(object)?.collection === "CustomerProfiles");
    return [
      result("us_a2p_messaging_profile_information", fields, information),
      result("customer_profile", [], hasProfile ? {} : undefined),
    ];
  }

  function changeBundle(sid: string, values: Readonly<Record<string, unknown>>, form: URLSearchParams): Reply {
    const found = find(sid);
    if (!found) return notFound;
    const isUnderReview = found.status === "pending-review" || found.status === "in-review";
    if (values.status !== undefined && (isUnderReview || values.status !== "pending-review"))
      return refused(22222, form);
    return ok(Object.assign(found, values, values.status !== undefined && { errors: null }));
  }

  function makeBrand(values: Readonly<Record<string, unknown>>, form: URLSearchParams): Reply {
    const bundles = [form.get("CustomerProfileBundleSid"), form.get("A2PProfileBundleSid")];
    if (!bundles.every((sid) => find(sid ?? "")?.status === "twilio-approved")) return refused(21714, form);
    const isDouble = fake.of("BN").some((one) => one.customer_profile_bundle_sid === bundles[0]);
    if (isDouble) return refused(21713, form);
    return created(
      make("BN", {
        customer_profile_bundle_sid: bundles[0],
        brand_type: values.brand_type,
        status: "PENDING",
        errors: [],
        brand_score: null,
        submissions: 1,
      }),
    );
  }

  function resubmitBrand(sid: string, form: URLSearchParams): Reply {
    const found = find(sid);
    if (!found) return notFound;
    if (found.status !== "FAILED") return refused(21725, form);
    return ok(Object.assign(found, { status: "PENDING", errors: [], submissions: Number(found.submissions) + 1 }));
  }

  function makeCampaign(service: string, values: Readonly<Record<string, unknown>>, form: URLSearchParams): Reply {
    if (!find(service)) return notFound;
    if (find(form.get("BrandRegistrationSid") ?? "")?.status !== "APPROVED") return refused(21717, form);
    if (fake.of("QE").some((one) => one.messaging_service_sid === service)) return refused(21718, form);
    const rate_limits = { att: { mps: 600, msg_class: "A" }, tmobile: { brand_tier: "LOW_MID" } };
    const state = { campaign_status: "PENDING", errors: [], rate_limits, submissions: 1 };
    return created(make("QE", { ...values, ...state, messaging_service_sid: service }));
  }

  function changeCampaign(sid: string, values: Readonly<Record<string, unknown>>, form: URLSearchParams): Reply {
    const found = find(sid);
    if (!found) return notFound;
    if (found.campaign_status !== "FAILED") return refused(21719, form);
    const submissions = Number(found.submissions) + 1;
    return ok(Object.assign(found, values, { campaign_status: "PENDING", errors: [], submissions }));
  }

  function remove(sid: string): Reply {
    const index = fake.resources.findIndex((one) => one.sid === sid);
    if (index < 0) return notFound;
    fake.resources.splice(index, 1);
    return { status: 204 };
  }

  function join(service: string, form: URLSearchParams): Reply {
    const number = form.get("PhoneNumberSid") ?? "";
    if (!find(service)) return notFound;
    const other = fake.of("MG").find((one) => numbersIn(one.sid).includes(number));
    if (other) return refused(other.sid === service ? 21710 : 21712, form, 409);
    numbersIn(service).push(number);
    return created({ sid: number, service_sid: service });
  }

  function makeVerification(values: Readonly<Record<string, unknown>>, form: URLSearchParams): Reply {
    const number = form.get("TollfreePhoneNumberSid");
    if (fake.of("HH").some((one) => one.tollfree_phone_number_sid === number)) return refused(20001, form);
    const state = { status: "PENDING_REVIEW", rejection_reasons: null, error_code: null, edit_allowed: null };
    return created(make("HH", { ...values, ...state, submissions: 1 }));
  }

  function changeVerification(sid: string, values: Readonly<Record<string, unknown>>, form: URLSearchParams): Reply {
    const found = find(sid);
    if (!found) return notFound;
    if (found.status !== "TWILIO_REJECTED" || found.edit_allowed !== true) return refused(20001, form);
    const state = { status: "PENDING_REVIEW", rejection_reasons: null, error_code: null, edit_allowed: null };
    return ok(Object.assign(found, values, state, { submissions: Number(found.submissions) + 1 }));
  }

  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return Object.assign(fake, { apiUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
}

/** Two items a page, so that tests exercise paging. */
function page(url: URL, key: string, items: readonly unknown[]): Reply {
  const number = Number(url.searchParams.get("Page") ?? 0);
  const next = new URL(url);
  next.searchParams.set("Page", String(number + 1));
  const hasNext = (number + 1) * 2 < items.length;
  const shown = items.slice(number * 2, number * 2 + 2);
  if (url.pathname.startsWith("/2010")) {
    return ok({ [key]: shown, next_page_uri: hasNext ? next.pathname + next.search : null });
  }
  const next_page_url = hasNext ? `https://trusthub.twilio.com${next.pathname}${next.search}` : null;
  return ok({ [key]: shown, meta: { page: number, page_size: 2, key, next_page_url } });
}

function send(response: ServerResponse, { status, body }: Reply): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(body === undefined ? undefined : JSON.stringify(body));
}

/** Sends what a request's processing came to. */
export const sendFakeReply = send;
