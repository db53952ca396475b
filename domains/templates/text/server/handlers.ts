import { Failure, invalidField, orNotFound } from "#core/failure.ts";
import { violatedConstraint } from "#core/server/postgres.ts";
import type { Handlers } from "#core/server/serve.ts";
import { signedFileUrl } from "#core/server/signedFileUrl.ts";
import { maxTemplates, type textTemplates } from "../contract.ts";
import { prepareImage, storeImage } from "./pictures.ts";
import { changeTemplate, insertTemplate, lockTemplate, searchTemplates } from "./store.ts";

export const textTemplateHandlers: Handlers<typeof textTemplates> = {
  async list({ db, scope, secret, now }, { body: { search_param = "" } }) {
    const rows = await searchTemplates(db, scope, search_param, maxTemplates + 1);
    const allTemplates = rows.slice(0, maxTemplates).map(({ storage_key, image_id: _, ...template }) => ({
      ...template,
      image: storage_key === null ? null : signedFileUrl(secret, storage_key, now()),
    }));
    return { allTemplates, truncated: rows.length > maxTemplates };
  },

  async add({ within, scope, origin, who, ports }, { body, file }) {
    const image = file && (await prepareImage(scope.dealer_id, file));
    const id = await within(scope, origin, async (unit) => {
      const image_id = image ? await storeImage(unit, scope.dealer_id, who.user_id, image) : null;
      const [created_at, updated_at] = [unit.now(), unit.now()];
      const { dealer_id, location_id } = scope;
      const row = { dealer_id, location_id, ...body, image_id, created_by: who.user_id, created_at, updated_at };
      return insertTemplate(unit.db, row).catch(refuseTakenTitle);
    });
    if (image) await ports.storage.put(image.storage_key, image.bytes, image.type);
    return { id };
  },

  async update({ within, scope, origin, who, ports }, { params: { id }, body, file }) {
    const { remove_image, seen_updated_at = "", ...draft } = body;
    const image = file && (await prepareImage(scope.dealer_id, file));
    await within(scope, origin, async (unit) => {
      const { updated_at } = orNotFound(await lockTemplate(unit.db, scope, id));
      if (seen_updated_at !== "" && updated_at.getTime() !== Date.parse(seen_updated_at)) {
        throw new Failure("conflict", "Someone else changed this template. Reload it, or keep yours.");
      }
      const image_id = image ? await storeImage(unit, scope.dealer_id, who.user_id, image) : null;
      const picture = image || remove_image === 1 ? { image_id } : {};
      const change = { ...draft, ...picture, updated_at: unit.now() };
      const { title } = orNotFound(await changeTemplate(unit.db, scope, id, change).catch(refuseTakenTitle));
      await unit.audit({ action: "changed", subject: "text template", subject_id: id, detail: { title } });
    });
    if (image) await ports.storage.put(image.storage_key, image.bytes, image.type);
    return { id };
  },

  async remove({ db, scope, now, audit }, { params: { id } }) {
    const { title } = orNotFound(await changeTemplate(db, scope, id, { deleted_at: now() }));
    await audit({ action: "deleted", subject: "text template", subject_id: id, detail: { title } });
  },
};

function refuseTakenTitle(error: unknown): never {
  if (violatedConstraint(error) !== "text_templates_title") throw error;
  throw invalidField("title", "A template with this title already exists");
}
