import { Failure, invalidField, orNotFound } from "#core/failure.ts";
import { violatedConstraint } from "#core/server/postgres.ts";
import { CallResult, type Handlers } from "#core/server/serve.ts";
import { legalAddresses } from "#domains/locations/legalAddresses/server/public.ts";
import { senderOf } from "#domains/marketing/sender/server/public.ts";
import { assertRoomFor } from "#domains/quotas/server/public.ts";
import { type emailTemplates, type mailPictures, maxEmailTemplates, saysNothing } from "../contract.ts";
import { previewMail } from "./composeMail.ts";
import { insertMailPicture, redrawPicture } from "./pictures.ts";
import { lostParts, sanitizeTemplate } from "./sanitizeTemplate.ts";
import { changeEmailTemplate, insertEmailTemplate, lockEmailTemplate, searchEmailTemplates } from "./store.ts";
import { savedWithLosses } from "./texts.ts";

export const emailTemplateHandlers: Handlers<typeof emailTemplates> = {
  async list({ db, scope }, { body: { search_param = "" } }) {
    const rows = await searchEmailTemplates(db, scope, search_param, maxEmailTemplates + 1);
    return { allTemplates: rows.slice(0, maxEmailTemplates), truncated: rows.length > maxEmailTemplates };
  },

  async preview({ db, scope, publicUrl }, { body: { template, subject = "" } }) {
    const { dealer_id, location_id } = scope;
    const { business_name, postal_address } = orNotFound(await senderOf(db, dealer_id, location_id));
    const legal = await legalAddresses(db, dealer_id, publicUrl);
    const sender = { business: business_name, postalAddress: postal_address, legal };
    const html = previewMail({ body: template, subject, ...sender });
    return { html, bytes: Buffer.byteLength(html), removed: lostParts(template) };
  },

  async add({ db, scope, who, now }, { body: { title, template } }) {
    const { dealer_id, location_id } = scope;
    const [created_at, updated_at] = [now(), now()];
    const row = { dealer_id, location_id, title, created_by: who.user_id, created_at, updated_at };
    const id = await insertEmailTemplate(db, { ...row, template: kept(template) }).catch(refuseTakenTitle);
    return saved("Template saved", id, template);
  },

  async update({ db, scope, now, audit }, { params: { id }, body }) {
    const { title, template, seen_updated_at = "" } = body;
    const { updated_at } = orNotFound(await lockEmailTemplate(db, scope, id));
    if (seen_updated_at !== "" && updated_at.getTime() !== Date.parse(seen_updated_at)) {
      throw new Failure("conflict", "Someone else changed this template. Reload it, or keep yours.");
    }
    const change = { title, template: kept(template), updated_at: now() };
    orNotFound(await changeEmailTemplate(db, scope, id, change).catch(refuseTakenTitle));
    await audit({ action: "changed", subject: "email template", subject_id: id, detail: { title } });
    return saved("Template updated", id, template);
  },

  async remove({ db, scope, now, audit }, { params: { id } }) {
    const { title } = orNotFound(await changeEmailTemplate(db, scope, id, { deleted_at: now() }));
    await audit({ action: "deleted", subject: "email template", subject_id: id, detail: { title } });
  },
};

/** The answer to a saved template; its writer reads what was taken out of it. */
function saved(message: string, id: number, template: string) {
  const removed = lostParts(template);
  if (removed.length === 0) return { id, removed };
  return new CallResult(savedWithLosses(message, removed), { id, removed }, "warning");
}

/** What is stored of a template; one of which nothing is left has no content. */
function kept(template: string): string {
  const clean = sanitizeTemplate(template);
  if (saysNothing(clean)) throw invalidField("template", "Template Content is required");
  return clean;
}

function refuseTakenTitle(error: unknown): never {
  if (violatedConstraint(error) !== "email_templates_title") throw error;
  throw invalidField("title", "A template with this title already exists");
}

export const mailPictureHandlers: Handlers<typeof mailPictures> = {
  async add({ within, scope, origin, who, ports, publicUrl }, { file }) {
    const { dealer_id } = scope;
    const { bytes, type, path, token, storage_key, width, height } = await redrawPicture(dealer_id, file);
    // The row before its file, so that no file is ever without one.
    await within(scope, origin, async (unit) => {
      await assertRoomFor(unit, dealer_id, bytes.length);
      const made = { created_by: who.user_id, created_at: unit.now() };
      await insertMailPicture(unit.db, { dealer_id, storage_key, token, type, size: bytes.length, ...made });
    });
    await ports.storage.put(storage_key, bytes, type);
    return { url: publicUrl + path, width, height };
  },
};
