import * as z from "zod/mini";
import { calls } from "#core/call.ts";
import { events } from "#core/event.ts";
import {
  acrossFields,
  Flag,
  Id,
  Instant,
  inOrder,
  listInput,
  optionalId,
  optionalText,
  optionalWholeNumber,
  required,
  sent,
  sentFlag,
  wholeNumber,
} from "#core/fields.ts";
import { managers, staff } from "#core/people.ts";
import { unknownVariables } from "#core/variables.ts";
import { AttachmentIds } from "#domains/inbox/attachments/contract.ts";
import { maxTextLength } from "#domains/inbox/conversation/contract.ts";
import { leadKinds } from "#domains/leads/fields.ts";
import { LibraryFile } from "#domains/library/contract.ts";
import {
  lastDay,
  longestAfter,
  mostSources,
  mostSteps,
  orderProblems,
  PlanStep,
  planHolds,
  planStarts,
  planVariables,
  stepKinds,
  teamEffects,
} from "./fields.ts";

/** What people see of a plan in the list. */
export const PlanRow = z.object({
  id: Id,
  name: z.string(),
  is_on: z.boolean(),
  starts: z.enum(planStarts),
  kind: z.enum(["", ...leadKinds]),
  sources: z.array(z.string()),
  /** The stage that starts it; empty without. */
  stage: z.string(),
  steps: z.number(),
  /** Who is in it now. */
  people: z.number(),
  /** In the last 30 days. */
  started: z.number(),
  replied: z.number(),
  saved_at: Instant,
  saved_by: z.string(),
});
export type PlanRow = z.infer<typeof PlanRow>;

/** A step, with who is at it and how it does in 30 days. */
export const ShownStep = z.extend(PlanStep, {
  here: z.number(),
  sent: z.number(),
  replied: z.number(),
});
export type ShownStep = z.infer<typeof ShownStep>;

/** A picture of a step; the plan keeps it when the library's file is deleted. */
export const PlanPicture = z.extend(z.pick(LibraryFile, { id: true, name: true, url: true, size: true }), {
  is_deleted: Flag,
});
export type PlanPicture = z.infer<typeof PlanPicture>;

export const FollowUpPlan = z.object({
  id: Id,
  name: z.string(),
  is_on: z.boolean(),
  starts: z.enum(planStarts),
  kind: z.enum(["", ...leadKinds]),
  sources: z.array(z.string()),
  stage_id: z.nullable(Id),
  on_team: z.enum(teamEffects),
  weekdays: z.number(),
  from_minute: z.number(),
  to_minute: z.number(),
  end_task: z.string(),
  /** Counts the changes; a change names the one that it saw. */
  revision: z.number(),
  saved_at: Instant,
  saved_by: z.string(),
  steps: z.array(ShownStep),
  /** Those that its steps name. */
  pictures: z.array(PlanPicture),
  /** The copies of email templates that its steps name. */
  mails: z.array(z.object({ id: Id, title: z.string() })),
  people: z.number(),
  /** Of the last 30 days. */
  figures: z.object({ started: z.number(), replied: z.number(), appointment: z.number(), opted_out: z.number() }),
  /** False: the location has no number to text from. */
  has_number: z.boolean(),
  /** The location's. */
  time_zone: z.string(),
});
export type FollowUpPlan = z.infer<typeof FollowUpPlan>;

/** Whom a location's plans text and email from. */
export const PlanSender = z.object({
  /** The number that texts leave from; null without one. */
  number: z.nullable(z.string()),
  /** 0: it is known not to send pictures. */
  sends_pictures: Flag,
  /** US dollars for a segment at the carrier's list price; null when it is unknown. Pictures cost more. */
  segment_price: z.nullable(z.number()),
  from_name: z.string(),
  /** Where emails come from; empty where none can be sent. */
  from_address: z.string(),
  /** 1: replies come back to the customer's timeline, with a copy to `reply_to`, or to who signs the email without one. */
  takes_replies: Flag,
  /** Where replies go where they don't come back; empty: then customers can't reply. */
  reply_to: z.string(),
});
export type PlanSender = z.infer<typeof PlanSender>;

export const planPeople = ["running", "started", "replied", "appointment", "opted_out"] as const;
export type PlanPeople = (typeof planPeople)[number];

/** A lead in a plan. */
export const PlanPerson = z.object({
  id: Id,
  lead_id: Id,
  name: z.string(),
  owner_id: z.nullable(Id),
  owner: z.string(),
  started_at: Instant,
  /** Which step comes next, to name it in `skip` and `sendNow`; null when it ended. */
  step_id: z.nullable(z.number()),
  /** The place of the next step, from 1; null when it ended, or its step was taken out. */
  step: z.nullable(z.number()),
  kind: z.nullable(z.enum(stepKinds)),
  next_at: z.nullable(Instant),
  /** Why the next step doesn't leave, or what became of the last text; empty: nothing keeps it. */
  hold: z.enum(planHolds),
  /** Until when it is paused. */
  until: z.nullable(Instant),
  /** How it ended; empty while it runs. */
  ending: z.string(),
  ended_at: z.nullable(Instant),
});
export type PlanPerson = z.infer<typeof PlanPerson>;

const words = (message: string, max: number) =>
  required(message, max).check(
    z.check(({ value, issues }) => {
      const [unknown] = unknownVariables(value, planVariables, "any");
      if (unknown !== undefined)
        issues.push({ code: "custom", message: `Unknown variable ${unknown}. Correct or remove it`, input: value });
    }),
  );
const longestWords = 4_000;
const stepsText = "Send the steps as a list";

const StepDraft = z
  .object(
    {
      id: optionalId,
      kind: z.enum(stepKinds, { error: "Select text, email or call task" }),
      day: wholeNumber(1, lastDay, `Enter a day from 1 to ${lastDay}`),
      minute: sent(optionalWholeNumber(1_439, "Select a time")),
      after: z._default(wholeNumber(0, longestAfter, "Select how long after the start"), 0),
      subject: z._default(optionalText(200), ""),
      words: sent(optionalText(longestWords)),
      due_minutes: z._default(wholeNumber(0, 1_440, "Select when the task is due"), 0),
      files: AttachmentIds,
      sender_id: optionalId,
      /** The copy that the step has. */
      mail_id: optionalId,
      /** Copies this email template as it is now, in place of the one that the step has. */
      template_id: optionalId,
    },
    { error: stepsText },
  )
  .check(
    acrossFields(({ value, issues }) => {
      const issue = (path: string, field: z.ZodMiniType, text: string | undefined) => {
        if (text === undefined) return;
        const read = z.safeParse(field, text);
        const message = read.error?.issues[0]?.message;
        if (message !== undefined) issues.push({ code: "custom", message, input: value, path: [path] });
      };
      if (value.kind === "text") issue("words", words("Enter a message", maxTextLength), value.words);
      if (value.kind === "email") issue("subject", words("Enter a subject", 200), value.subject);
      const hasMail = value.mail_id !== undefined || value.template_id !== undefined;
      if (value.kind === "email" && !hasMail) issue("words", words("Enter a message", longestWords), value.words);
      if (value.kind === "task") issue("words", words("Enter a task", 200), value.words);
      if (value.minute === null && value.day !== 1)
        issues.push({ code: "custom", message: "Select a time", input: value, path: ["minute"] });
    }),
  );

const steps = z.pipe(
  z.transform(listInput),
  z.array(StepDraft, { error: stepsText }).check(
    inOrder(
      [(all) => all.length > 0, "Add at least one step"],
      [(all) => all.length <= mostSteps, `A plan can have up to ${mostSteps} steps`],
    ),
    z.check(({ value, issues }) => {
      for (const { place, text } of orderProblems(value))
        issues.push({ code: "custom", message: text, input: value, path: [place, "day"] });
    }),
  ),
);

/** A plan as it is edited. */
export const PlanDraft = z
  .object({
    name: required("Enter a name", 60),
    starts: z.enum(planStarts, { error: "Select who starts this plan" }),
    kind: z.enum(["", ...leadKinds], { error: "Select a kind of lead" }),
    sources: sent(
      z.pipe(
        z.transform(listInput),
        z
          .array(optionalText(100).check(inOrder([(text) => text !== "", "Enter a source"])), {
            error: "Enter sources as a list",
          })
          .check(z.maxLength(mostSources, `Select up to ${mostSources} sources`)),
      ),
    ),
    stage_id: sent(optionalId),
    on_team: z.enum(teamEffects, { error: "Select what happens" }),
    weekdays: wholeNumber(1, 127, "Select at least one day"),
    from_minute: wholeNumber(0, 1_439, "Select a time"),
    to_minute: wholeNumber(1, 1_440, "Select a time"),
    end_task: sent(
      optionalText(200).check(
        inOrder([
          (value) => unknownVariables(value, planVariables, "any").length === 0,
          "Correct or remove the unknown variable",
        ]),
      ),
    ),
    steps: sent(steps),
  })
  .check(
    acrossFields(({ value, issues }) => {
      const issue = (path: string, message: string) =>
        issues.push({ code: "custom", message, input: value, path: [path] });
      if ((value.from_minute ?? 0) >= (value.to_minute ?? 1_440)) issue("to_minute", "Choose a time after the start");
      if (value.starts === "stage" && value.stage_id === undefined) issue("stage_id", "Select a stage");
    }),
  );
export type PlanDraft = z.infer<typeof PlanDraft>;

const one = { params: z.object({ id: Id }), data: z.object({ id: Id }) };
/** The step that is meant: what comes next by now is never done in its place. */
const step_id = wholeNumber(1, 2_147_483_647, "Reload the plan");
const revision = wholeNumber(1, 2_147_483_647, "Reload the plan");
/** What happens to those inside when steps change: they continue with the new steps, finish with the old, or stop. */
export const insideChoices = ["continue", "finish", "stop"] as const;

export const leadPlans = calls("leadPlans", {
  list: {
    method: "GET",
    path: "/leads/plans",
    allow: staff,
    supportAccess: "reads",
    about: "The acting location's follow-up plans, with who is in them and their figures of 30 days.",
    data: z.object({ plans: z.array(PlanRow) }),
  },
  one: {
    method: "GET",
    path: "/leads/plans/{id}",
    allow: staff,
    supportAccess: "reads",
    about: "A follow-up plan with its steps, how each does, and its figures of 30 days.",
    params: z.object({ id: Id }),
    data: FollowUpPlan,
  },
  reach: {
    method: "GET",
    path: "/leads/plans/reach/{id}",
    allow: staff,
    supportAccess: "reads",
    about: "How many of those in a plan can't get its texts or emails now, and why.",
    params: z.object({ id: Id }),
    data: z.object({ people: z.number(), no_phone: z.number(), no_consent: z.number(), no_email: z.number() }),
  },
  sender: {
    method: "GET",
    path: "/leads/plans/sender",
    allow: staff,
    supportAccess: "reads",
    about: "Whom the acting location's plans text and email from, and what a text costs.",
    data: PlanSender,
    ownTransactions: true,
  },
  mail: {
    method: "GET",
    path: "/leads/plans/mail/{mail_id}",
    allow: staff,
    supportAccess: "reads",
    about: "The copy of an email template that a step sends.",
    params: z.object({ mail_id: Id }),
    data: z.object({ id: Id, title: z.string(), html: z.string() }),
  },
  people: {
    method: "POST",
    path: "/leads/plans/people/{id}",
    allow: staff,
    supportAccess: "reads",
    about:
      "Who is in a plan, those who are sent something next first; or who started in the last 30 days, replied, set an appointment or opted out. With step, only those at that step.",
    table: true,
    params: z.object({ id: Id }),
    body: z.object({
      show: z._default(z.enum(planPeople, { error: "Select a view from the list" }), "running"),
      step: z._default(optionalWholeNumber(2_147_483_647, "Select a step"), null),
    }),
    data: PlanPerson,
  },
  add: {
    method: "POST",
    path: "/leads/plans/add",
    allow: managers,
    audit: "trail",
    about: "Adds a follow-up plan, which is off until `turn` turns it on.",
    body: PlanDraft,
    data: z.object({ id: Id }),
    successMessage: "Plan added",
  },
  save: {
    method: "POST",
    path: "/leads/plans/save/{id}",
    allow: managers,
    audit: "trail",
    about:
      "Changes a plan. Steps with an id stay the same step. `inside` says what happens to those in the plan when steps changed; the rules of who starts never touch them. 409 when somebody saved it since `revision`.",
    ...one,
    data: z.object({
      id: Id,
      /** The steps as they are stored, in order. */
      steps: z.array(z.object({ id: z.number(), mail_id: z.nullable(Id) })),
    }),
    body: z.extend(PlanDraft, {
      revision,
      inside: z._default(z.enum(insideChoices, { error: "Select what happens to people in this plan" }), "continue"),
    }),
    successMessage: "Plan saved",
  },
  turn: {
    method: "POST",
    path: "/leads/plans/turn/{id}",
    allow: managers,
    audit: "trail",
    about: "Turns a plan on, or off. Those inside pause until it is on again, or stop with inside=stop.",
    ...one,
    body: z.object({
      is_on: sentFlag,
      inside: z._default(z.enum(["pause", "stop"], { error: "Select what happens to people in this plan" }), "pause"),
    }),
  },
  remove: {
    method: "DELETE",
    path: "/leads/plans/delete/{id}",
    allow: managers,
    audit: "trail",
    about: "Deletes a plan, and stops it for everyone inside. What it sent stays in the conversations.",
    ...one,
    successMessage: "Plan deleted",
  },
  start: {
    method: "POST",
    path: "/leads/plans/start/{id}",
    allow: staff,
    audit: "own rows",
    about: "Starts a plan for a lead; agents for their own. A lead is in one plan at a time.",
    params: z.object({ id: Id }),
    body: z.object({ lead_id: Id }),
    data: z.object({ id: Id }),
    successMessage: "Plan started",
  },
  skip: {
    method: "POST",
    path: "/leads/plans/people/skip/{id}",
    allow: staff,
    audit: "own rows",
    about: "Skips the next step of a lead in a plan. 409 when another step comes next by now.",
    ...one,
    body: z.object({ step_id }),
    successMessage: "Step skipped",
  },
  pause: {
    method: "POST",
    path: "/leads/plans/people/pause/{id}",
    allow: staff,
    audit: "none: it ends by itself, and the list shows until when",
    about: "Pauses a plan for a lead for some days; 0 goes on.",
    ...one,
    body: z.object({ days: wholeNumber(0, 30, "Enter up to 30 days") }),
  },
  sendNow: {
    method: "POST",
    path: "/leads/plans/people/send/{id}",
    allow: staff,
    audit: "own rows",
    about:
      "Does the next step of a lead now, outside of the plan's hours too. Opt-outs, consent and quiet hours still hold. 409 when another step comes next by now.",
    ...one,
    body: z.object({ step_id }),
  },
  takeOut: {
    method: "POST",
    path: "/leads/plans/people/stop/{id}",
    allow: staff,
    audit: "own rows",
    about: "Takes a lead out of its plan.",
    ...one,
    successMessage: "Taken out of the plan",
  },
});

export const leadPlanEvents = events({
  changed: {
    event: "lead-plan-changed",
    to: "location",
    about: "A follow-up plan changed, or who is in it. target_id is the plan.",
    payload: z.object({ target_id: Id }),
  },
});

/** The `data` of a conflict: somebody saved the plan since. */
export const PlanConflict = z.object({ code: z.literal("plan_saved"), saved_by: z.string(), revision: z.number() });
export type PlanConflict = z.infer<typeof PlanConflict>;
