import fc from "fast-check";
import { expect, test } from "vitest";
import { completeDraft } from "#testing/registration/registeringBusiness.ts";
import { ProfileDraft, type SavedProfile } from "../contract.ts";
import { type FindingKind, fixed, reviewOf, stepOfField } from "./rules.ts";

const complete: SavedProfile = {
  ...completeDraft,
  opt_in_ways: [...completeDraft.opt_in_ways],
  samples: [...completeDraft.samples],
  version: 1,
  saved_at: null,
  ein_last4: "4821",
  ein_problem: "",
  website_checked: completeDraft.website,
  website_result: "named",
};
const kinds = (change: Partial<SavedProfile>, of?: "toll_free") => {
  const { refused, maybe } = reviewOf({ ...complete, ...change }, of);
  return { refused: refused.map(({ kind }) => kind), maybe: maybe.map(({ kind }) => kind) };
};

test("a complete registration passes, with everything ready", () => {
  const { refused, maybe, ready } = reviewOf(complete);
  expect([refused, maybe]).toEqual([[], []]);
  expect(ready).toEqual(["business", "ways", "declared", "website", "page", "replies"]);
});

test.each<[FindingKind, Partial<SavedProfile>]>([
  ["no_legal_name", { legal_name: "" }],
  ["no_brand_name", { brand_name: "", samples: [] }],
  ["no_ein", { ein_last4: "" }],
  ["no_business_type", { business_type: "" }],
  ["sole_proprietor", { business_type: "sole_proprietor" }],
  ["no_stock", { ownership: "public" }],
  ["no_website", { website: "" }],
  ["no_email", { email: "" }],
  ["no_address", { zip: "" }],
  ["no_person", { job_title: "" }],
  ["no_person", { phone: "12" }],
  ["no_ways", { opt_in_ways: [] }],
  ["short_flow", { message_flow: "They say yes." }],
  ["short_description", { description: "Offers" }],
  ["few_samples", { samples: complete.samples.slice(0, 1) }],
  ["sample_length", { samples: [...complete.samples, "Hi"] }],
  ["sample_unnamed", { samples: [...complete.samples, "Your car is ready. Reply STOP to opt out."] }],
  ["sample_no_stop", { samples: [...complete.samples, "Harbor Auto: your car is ready for you."] }],
  ["short_link", { samples: [...complete.samples, "Harbor Auto: see bit.ly/x1. Reply STOP to opt out."] }],
  ["forbidden", { samples: [...complete.samples, "Harbor Auto: credit repair today. Reply STOP to opt out."] }],
  ["forbidden", { description: "We text about cannabis deliveries to our customers each week." }],
  ["free_mail_public", { ownership: "public", stock_exchange: "NYSE", stock_ticker: "HA", email: "ha@gmail.com" }],
])("%s is refused for certain", (kind, change) => {
  expect(kinds(change).refused).toContain(kind);
});

test.each<[FindingKind, Partial<SavedProfile>]>([
  ["ein_prefix", { ein_problem: "prefix" }],
  ["legal_ending", { legal_name: "Harbor Auto of Ontario" }],
  ["free_mail", { email: "harbor@gmail.com" }],
  ["other_mail", { email: "office@elsewhere.example" }],
  ["website_unreachable", { website_result: "unreachable" }],
  ["website_unnamed", { website_result: "unnamed" }],
  ["website_unchecked", { website: "https://new.example", email: "office@new.example" }],
  ["lending", { samples: [...complete.samples, "Harbor Auto: 0.9% APR this week. Reply STOP to opt out."] }],
  ["flow_lacks", { message_flow: "Customers agree on our website at harborauto.example and get texts." }],
  ["own_privacy", { privacy_url: "https://harborauto.example/privacy" }],
  ["own_terms", { terms_url: "https://harborauto.example/terms" }],
])("%s may be refused, and blocks nothing", (kind, change) => {
  const { refused, maybe } = kinds(change);
  expect([refused, maybe]).toEqual([[], [kind]]);
});

test("who declares direct lending may speak of it, and a toll-free number needs no tax number", () => {
  const samples = [...complete.samples, "Harbor Auto: financing from 2% APR. Reply STOP to opt out."];
  expect(kinds({ samples, is_direct_lending: 1 })).toEqual({ refused: [], maybe: [] });
  expect(kinds({ business_type: "sole_proprietor", ein_last4: "" }, "toll_free")).toEqual({ refused: [], maybe: [] });
});

test("each fix ends its finding and makes no other", () => {
  const flow = complete.message_flow;
  const texts = fc.array(fc.string({ maxLength: 80 }), { minLength: 2, maxLength: 5 });
  fc.assert(
    fc.property(texts, fc.string({ maxLength: 60 }), (samples, message_flow) => {
      let draft: SavedProfile = { ...complete, samples, message_flow, privacy_url: "https://a.example/p" };
      for (let count = 0; count < 30; count += 1) {
        const { refused, maybe } = reviewOf(draft);
        const finding = [...refused, ...maybe].find(({ fix }) => fix);
        if (!finding?.fix) break;
        draft = fixed(draft, finding.fix, flow);
        const again = reviewOf(draft);
        const same = [...again.refused, ...again.maybe].filter(
          (one) => one.kind === finding.kind && one.sample === finding.sample && one.field === finding.field,
        );
        expect(same).toEqual([]);
      }
      const left = reviewOf(draft);
      expect([...left.refused, ...left.maybe].filter(({ fix }) => fix)).toEqual([]);
    }),
  );
});

test("each field of the draft is led to in the step that shows it", () => {
  const fields = Object.keys(ProfileDraft.shape).filter((field) => field !== "version");
  const inStep = (step: string) => fields.filter((field) => stepOfField(field) === step);
  expect(inStep("business")).toEqual(fields.slice(0, fields.indexOf("first_name")));
  expect(inStep("representative")).toEqual(fields.slice(fields.indexOf("first_name"), fields.indexOf("volume")));
  expect(inStep("messages")).toEqual(fields.slice(fields.indexOf("volume")));
  expect(stepOfField("samples.2")).toBe("messages");
});
