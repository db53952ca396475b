import { describe, expect, test } from "vitest";
import { firstUnfinished, stepOf } from "../wizard/wizardPlan.ts";
import { type EmailDraft, emailBodyOf, emailPlan, emptyEmail, isBlankHtml } from "./emailDraft.ts";

const finished: EmailDraft = {
  ...emptyEmail,
  title: "Winter service",
  subject: "Winter is near, %first_name|friend%",
  html: "<p>Hi %first_name%</p>",
  lists: [3],
};

describe("the steps", () => {
  const cases: [string, Partial<EmailDraft>, number, Record<string, string>][] = [
    ["no name", { title: " " }, 1, { title: "Campaign name is required!" }],
    ["no subject", { subject: "" }, 1, { email_subject: "Enter a subject" }],
    [
      "a misspelt variable in the subject",
      { subject: "Hi %fist_name%" },
      1,
      { email_subject: "There is no variable %fist_name%. Correct or remove it" },
    ],
    [
      "a misspelt variable in the preview text",
      { preheader: "%adress_line%" },
      1,
      { email_preheader: "There is no variable %adress_line%. Correct or remove it" },
    ],
    ["nothing written", { html: "<p><br></p>" }, 2, { campaign_template: "Write the email first" }],
    [
      "a misspelt variable in the email",
      { html: '<p style="width:50%">Hi %fist_name%</p>' },
      2,
      { campaign_template: "There is no variable %fist_name%. Correct or remove it" },
    ],
    ["no list", { lists: [] }, 4, { campaign_customers_list: "Please select at least 1 list!" }],
    ["no person", { type: "individual" }, 4, { campaign_customers: "Please select at least 1 customer!" }],
    ["no time", { option: "later", date: "2026-12-01" }, 4, { campaign_send_time: "Choose a time" }],
  ];
  test.each(cases)("%s", (_, change, step, errors) => {
    const draft = { ...finished, ...change };
    expect(emailPlan.errorsOf(draft, step)).toEqual(errors);
    expect(firstUnfinished(emailPlan, draft)).toBe(step);
    expect(Object.keys(errors).map((field) => stepOf(emailPlan, field))).toEqual([step]);
  });

  test("a finished campaign has no errors", () => {
    expect(firstUnfinished(emailPlan, finished)).toBeUndefined();
  });
});

test.each([
  ["", true],
  ["<p></p>", true],
  ["<p>&nbsp;<br/> </p>", true],
  ["<p>Hi</p>", false],
  ['<p><img src="https://x/y.png" alt=""></p>', false],
  ["<hr>", false],
])("%s is blank: %s", (html, blank) => {
  expect(isBlankHtml(html)).toBe(blank);
});

test("the call gets the email, its audience, and the draft that it changes", () => {
  const saved = { id: undefined, version: undefined, client_id: "x" };
  expect(emailBodyOf(finished, saved, true)).toEqual({
    save_type: "draft",
    title: "Winter service",
    email_subject: "Winter is near, %first_name|friend%",
    email_preheader: "",
    campaign_template: "<p>Hi %first_name%</p>",
    campaign_recipient_type: "list",
    campaign_customers_list: [3],
    campaign_customers: [],
    campaign_exclude_days: 0,
    campaign_send_option: "now",
    campaign_send_date: "",
    campaign_send_time: "",
    campaign_send_timezone: "",
    client_id: "x",
  });
  expect(emailBodyOf(finished, { ...saved, id: 4, version: 2 }, false)).toMatchObject({
    save_type: "",
    campaign_id: 4,
    version: 2,
  });
});
