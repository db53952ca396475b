import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type FreshDatabase, freshDatabase } from "#testing/database.ts";
import { systemClock } from "../clock/system.ts";
import type { FilledForm, FormPage, LeadForms } from "./leadForms.ts";
import { fakeApp, startFakeMeta } from "./meta/fakeMeta.ts";
import { createMetaLeadForms } from "./meta/meta.ts";
import { createSimulatedLeadForms } from "./simulator.ts";

/** One adapter, with what people do on its pages. */
interface FormsHarness {
  readonly forms: LeadForms;
  readonly code: string;
  fill(page: FormPage, answers: FilledForm["answers"], at: Date): Promise<string>;
  notice(page: FormPage, ref: string): { readonly headers: Record<string, string>; readonly body: string };
  isFollowed(page: FormPage): Promise<boolean>;
  busy(page: FormPage): Promise<unknown>;
  revoke(page: FormPage): Promise<unknown>;
  goOffline(): Promise<void>;
  close(): Promise<void>;
}

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

async function simulator(): Promise<FormsHarness> {
  const pool = new pg.Pool({ connectionString: database.url });
  const forms = createSimulatedLeadForms({ pool, clock: systemClock });
  let isOpen = true;
  const close = async () => {
    if (isOpen) await pool.end();
    isOpen = false;
  };
  return {
    forms,
    code: "simulated",
    fill: async ({ ref }, answers, filled_at) => (await forms.fill(ref, { answers, checked: [], filled_at })).ref,
    notice: (page, form) => ({ headers: {}, body: JSON.stringify({ page: page.ref, form }) }),
    isFollowed: async ({ ref }) => (await forms.fill(ref, { answers: [], checked: [] })).notice !== null,
    busy: ({ ref }) => forms.setFault(ref, { busy_answers: 1 }),
    revoke: ({ ref }) => forms.setFault(ref, { is_revoked: true }),
    goOffline: close,
    close,
  };
}

async function meta(): Promise<FormsHarness> {
  const fake = await startFakeMeta();
  const forms = createMetaLeadForms({ ...fakeApp, hosts: fake.hosts, timeout: 2_000 });
  return {
    forms,
    code: "good",
    async fill(page, answers, at) {
      const created_time = at.toISOString().replace(/\.\d+Z$/, "+0000");
      const field_data = answers.map(({ key, value }) => ({ name: key, values: [value] }));
      return fake.fill(page.ref.endsWith("1") ? "11" : "22", { created_time, field_data });
    },
    notice(page, ref) {
      const value = `{"leadgen_id":${ref},"page_id":${page.ref},"form_id":11,"created_time":1764150000}`;
      const body = `{"object":"page","entry":[{"id":${page.ref},"time":1,"changes":[{"field":"leadgen","value":${value}}]}]}`;
      return { headers: { "x-hub-signature-256": fake.sign(body) }, body };
    },
    isFollowed: async ({ ref }) => fake.followed.has(ref),
    async busy() {
      fake.nextResponses.push((response) => void response.writeHead(503).end("{}"));
    },
    async revoke() {
      fake.revoke();
    },
    goOffline: () => fake.close(),
    close: () => fake.close().catch(() => {}),
  };
}

const answers = [
  { key: "full_name", value: "Zoë Ünal" },
  { key: "phone_number", value: "+12125550142" },
  { key: "what_are_you_looking_for?", value: "A truck with 3 rows, “soon”" },
];
const hour = (at: number) => new Date(Date.UTC(2026, 10, 26, at));

describe.each([
  ["simulator", simulator],
  ["meta", meta],
] as const)("lead forms by %s", (name, open) => {
  let harness: FormsHarness;
  let forms: LeadForms;
  let page: FormPage;
  let other: FormPage;

  beforeEach(async () => {
    harness = await open();
    ({ forms } = harness);
    const granted = await forms.redeem(harness.code, "https://rooftop.test/back");
    if (granted.kind !== "pages") throw new Error(granted.why);
    [page, other] = granted.pages as [FormPage, FormPage];
  });
  afterEach(() => harness.close());

  test("somebody is led there and back, and a code that nobody got opens nothing", async () => {
    const url = new URL(forms.consentUrl("https://rooftop.test/back", "state-1"));
    expect(url.searchParams.get("state")).toBe("state-1");
    expect(page).toEqual({
      ref: expect.stringMatching(/^\d+$/),
      title: expect.any(String),
      access: expect.any(String),
    });
    expect((await forms.redeem("made up", "https://rooftop.test/back")).kind).toBe("needs_access");
    expect((await forms.redeem("", "https://rooftop.test/back")).kind).toBe("needs_access");
  });

  test("a page is followed until it is no more, each time as often as one likes", async () => {
    expect(await harness.isFollowed(page)).toBe(false);
    for (let time = 0; time < 2; time += 1) expect((await forms.follow(page)).kind).toBe("done");
    expect([await harness.isFollowed(page), await harness.isFollowed(other)]).toEqual([true, false]);
    for (let time = 0; time < 2; time += 1) expect((await forms.unfollow(page)).kind).toBe("done");
    expect(await harness.isFollowed(page)).toBe(false);
  });

  test("a notice names a form, which is read as it was filled in, and by its page's access alone", async () => {
    const ref = await harness.fill(page, answers, hour(10));
    const { headers, body } = harness.notice(page, ref);
    expect(forms.notices(headers, Buffer.from(body))).toEqual([{ page_ref: page.ref, ref }]);
    expect(await forms.read(page, ref)).toEqual({
      kind: "form",
      form: { ref, site: "Facebook", filled_at: hour(10), answers, checked: [] },
    });
    expect((await forms.read(page, "31")).kind).toBe("missing");
    expect((await forms.read({ ...page, access: "made up" }, ref)).kind).toBe("needs_access");
    expect((await forms.read(other, ref)).kind).toBe("missing");
  });

  test("all since an instant are listed, the oldest first", async () => {
    const refs: string[] = [];
    for (const at of [9, 13, 11, 12, 10, 14]) refs[at] = await harness.fill(page, answers, hour(at));
    await harness.fill(other, answers, hour(12));
    const list = await forms.list(page, hour(10));
    if (list.kind !== "forms") throw new Error(list.kind);
    expect(list.forms.map(({ ref }) => ref)).toEqual([11, 12, 13, 14].map((at) => refs[at]));
    expect(list.isWhole).toBe(true);
    expect(await forms.list(page, hour(14))).toEqual({ kind: "forms", forms: [], isWhole: true });
  });

  test("a busy provider, a withdrawn access and one that can't be reached are told apart", async () => {
    const ref = await harness.fill(page, answers, hour(10));
    await harness.busy(page);
    expect((await forms.read(page, ref)).kind).toBe("busy");
    expect((await forms.read(page, ref)).kind).toBe("form");
    await harness.revoke(page);
    expect((await forms.read(page, ref)).kind).toBe("needs_access");
    expect((await forms.list(page, hour(0))).kind).toBe("needs_access");
    expect((await forms.follow(page)).kind).toBe("needs_access");
    await harness.goOffline();
    expect((await forms.read(page, ref)).kind).toBe("busy");
    expect((await forms.list(page, hour(0))).kind).toBe("busy");
  });

  test("what isn't a notice tells of nothing", () => {
    const odd = [
      "",
      "{",
      "null",
      "[]",
      '{"object":"user"}',
      '{"object":"page","entry":[{"changes":[{"field":"feed"}]}]}',
    ];
    for (const body of odd) {
      const { headers } = name === "meta" ? harness.notice(page, "1") : { headers: {} };
      const found = forms.notices(headers, Buffer.from(body));
      expect(found === "forbidden" || found.length === 0).toBe(true);
    }
  });
});
