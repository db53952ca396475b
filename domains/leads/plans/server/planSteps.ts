import type { BodyOf } from "#core/call.ts";
import { invalidField } from "#core/failure.ts";
import type { StaffContext } from "#core/server/serve.ts";
import { signedFileUrl } from "#core/server/signedFileUrl.ts";
import { hasCustomVariables, unknownVariables } from "#core/variables.ts";
import { fieldsInUse } from "#domains/customers/server/public.ts";
import { filesByIds, shareFiles } from "#domains/library/server/public.ts";
import { sendsPictures } from "#domains/locations/server/public.ts";
import { membersAmong } from "#domains/team/server/public.ts";
import { deletedPictures, emailTemplateById, keepMailPictures } from "#domains/templates/email/server/public.ts";
import { unfinishedInMail } from "#domains/templates/rules.ts";
import type { leadPlans, PlanDraft, PlanPicture } from "../contract.ts";
import { type PlanStep, planVariables } from "../fields.ts";
import { findMail, insertMail, mailTitles } from "./stepStore.ts";

type StepDraft = BodyOf<typeof leadPlans.save>["steps"][number];

/**
 * A plan's steps as they are stored: known ones keep their ids, new ones get the next. Checks everything that they name.
 *
 * @throws Failure `invalid` at the first field that names what there isn't.
 */
export async function savedSteps(
  context: StaffContext,
  draft: PlanDraft,
  before: readonly PlanStep[],
): Promise<PlanStep[]> {
  const own = await ownFields(context, draft);
  assertKnownFields(draft, own);
  await assertPictures(context, draft.steps, before);
  await assertSenders(context, draft.steps);
  const known = new Set(before.map(({ id }) => id));
  const taken = new Set<number>();
  let last = Math.max(0, ...known);
  const steps: PlanStep[] = [];
  for (const [place, step] of draft.steps.entries()) {
    const { id, kind, day, minute, after, subject, words, due_minutes } = step;
    const isKnown = id !== undefined && known.has(id) && !taken.has(id);
    if (!isKnown) last += 1;
    const stepId = isKnown ? id : last;
    taken.add(stepId);
    const mail_id = kind === "email" ? await mailOf(context, step, place, own) : null;
    steps.push({
      id: stepId,
      kind,
      day,
      minute,
      after: minute === null ? after : 0,
      subject: kind === "email" ? subject : "",
      words: mail_id === null ? words : "",
      due_minutes: kind === "task" ? due_minutes : 0,
      files: kind === "text" ? [...new Set(step.files ?? [])] : [],
      sender_id: kind === "task" ? null : (step.sender_id ?? null),
      mail_id,
    });
  }
  return steps;
}

/** The keys of the business's own fields, where words or emails may name one. */
async function ownFields({ db, scope }: StaffContext, { steps, end_task }: PlanDraft): Promise<readonly string[]> {
  const words = [end_task, ...steps.flatMap(({ subject, words }) => [subject, words])].join("\n");
  const isAsked = hasCustomVariables(words) || steps.some(({ template_id }) => template_id !== undefined);
  return isAsked ? (await fieldsInUse(db, scope.dealer_id)).map(({ key }) => key) : [];
}

function assertKnownFields({ steps, end_task }: PlanDraft, own: readonly string[]): void {
  const words = [
    ["end_task", end_task],
    ...steps.flatMap((step, place) => [
      [`steps.${place}.subject`, step.kind === "email" ? step.subject : ""],
      [`steps.${place}.words`, step.words],
    ]),
  ] as const;
  for (const [field = "", text = ""] of words) {
    const [unknown] = unknownVariables(text, planVariables, own);
    if (unknown) throw invalidField(field, `Unknown variable ${unknown}. Correct or remove it`);
  }
}

/** A picture must be in the library, unless the plan has it already: then it keeps it. */
async function assertPictures(
  { db, scope }: StaffContext,
  steps: readonly StepDraft[],
  before: readonly PlanStep[],
): Promise<void> {
  const named = steps.flatMap(({ kind, files = [] }) => (kind === "text" ? files : []));
  if (named.length === 0) return;
  const found = await shareFiles(db, scope, [...new Set(named)]);
  const kept = new Set(before.flatMap(({ files }) => files));
  const usable = new Map(
    found.filter(({ id, deleted_at }) => deleted_at === null || kept.has(id)).map((file) => [file.id, file]),
  );
  const canSend = await sendsPictures(db, scope.dealer_id, scope.location_id);
  for (const [place, { kind, files = [] }] of steps.entries()) {
    if (kind !== "text" || files.length === 0) continue;
    const refuse = (text: string) => invalidField(`steps.${place}.files`, text);
    if (!canSend) throw refuse("This location's number can't send pictures. Remove the picture");
    if (files.some((id) => !usable.has(id))) throw refuse("A picture was deleted from the library. Remove it");
    if (files.some((id) => usable.get(id)?.kind !== "image"))
      throw refuse("Only pictures can go with a text of a plan. Remove the document");
  }
}

async function assertSenders({ db, scope }: StaffContext, steps: readonly StepDraft[]): Promise<void> {
  const named = steps.flatMap(({ kind, sender_id }) => (kind === "task" ? [] : (sender_id ?? [])));
  if (named.length === 0) return;
  const members = new Set((await membersAmong(db, scope, named)).map(({ id }) => id));
  const place = steps.findIndex(({ kind, sender_id }) => kind !== "task" && sender_id && !members.has(sender_id));
  if (place >= 0) throw invalidField(`steps.${place}.sender_id`, "This team member isn't at this location.");
}

/** The copy that an email sends: the one that it has, or a new one of a template, which must be finished. */
async function mailOf(
  context: StaffContext,
  { subject, mail_id, template_id }: StepDraft,
  place: number,
  own: readonly string[],
): Promise<number | null> {
  const { db, scope, now, publicUrl } = context;
  const refuse = (text: string) => invalidField(`steps.${place}.template_id`, text);
  if (template_id === undefined) {
    if (mail_id === undefined) return null;
    if (!(await findMail(db, scope, mail_id))) throw refuse("This email doesn't exist anymore. Choose a template");
    return mail_id;
  }
  const template = await emailTemplateById(db, scope, template_id);
  if (!template) throw refuse("This template was deleted. Choose another one");
  const { title, template: html } = template;
  const deleted = await deletedPictures(db, { dealer_id: scope.dealer_id, html, publicUrl });
  const mail = { email_subject: "", email_preheader: "", campaign_template: html };
  const [unfinished] = unfinishedInMail(mail, deleted, own);
  if (unfinished) throw refuse(`“${title}” isn't finished: ${unfinished.text}`);
  if (subject === "") throw invalidField(`steps.${place}.subject`, "Enter a subject");
  await keepMailPictures(db, scope.dealer_id, html);
  return insertMail(db, scope, { title, html, created_at: now() });
}

/** What the steps of a plan name: pictures, and copies of email templates. */
export async function namedBySteps({ db, scope, secret, now }: StaffContext, steps: readonly PlanStep[]) {
  const ids = [...new Set(steps.flatMap(({ files }) => files))];
  const files = await filesByIds(db, scope, ids);
  const pictures = files.map(({ id, name, size, storage_key, deleted_at }): PlanPicture => {
    return { id, name, size, url: signedFileUrl(secret, storage_key, now()), is_deleted: deleted_at === null ? 0 : 1 };
  });
  const mails = await mailTitles(
    db,
    scope,
    steps.flatMap(({ mail_id }) => mail_id ?? []),
  );
  return { pictures, mails };
}
