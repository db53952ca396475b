import { sql } from "kysely";
import * as z from "zod/mini";
import { job } from "#core/job.ts";
import { worker } from "#core/server/domainManifest.ts";
import type { Server } from "#core/server/serve.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import { deletePictures, type StoredPicture } from "#domains/templates/text/server/public.ts";

/** Removes marketing pictures that nothing uses. */
export const sweepPicturesJob = job("campaigns.pictures", z.object({}), { retries: 0 });

const dayMs = 86_400_000;
/** An email can wait that long, unsaved, in the browser of whoever writes it. */
const mailDays = 30;
const batchSize = 100;

/**
 * Removes pictures that no campaign and no template has, a day after they came; those of emails after 30. The row goes before the file: a picture that a
 * draft takes at that moment keeps both.
 */
export async function sweepPictures({ within, ports, log }: Server): Promise<void> {
  for (;;) {
    const perCell = await within.eachCell("unused marketing pictures", async ({ db, now }) => {
      const pictures = await lockUnusedPictures(db, before(now().getTime()), batchSize);
      await deletePictures(db, pictures);
      return pictures;
    });
    const removed = perCell.flat();
    for (const { storage_key } of removed) await ports.storage.remove(storage_key);
    if (removed.length > 0) log.info({ removed: removed.length }, "marketing pictures that nothing uses were removed");
    if (perCell.every((pictures) => pictures.length < batchSize)) return;
  }
}

const before = (now: number) => ({ texts: new Date(now - dayMs), emails: new Date(now - mailDays * dayMs) });

/** Pictures created before these times are judged: those of texts, and those of emails. */
interface JudgedUntil {
  readonly texts: Date;
  readonly emails: Date;
}

/**
 * Pictures of all businesses that are older and that no campaign and no live template has; locked until the transaction
 * ends, so that nobody takes one meanwhile. Who got an email sees its pictures whatever became of campaign and template.
 */
async function lockUnusedPictures(db: Db, before: JudgedUntil, limit: number): Promise<StoredPicture[]> {
  const { rows } = await sql<StoredPicture>`
    select i.dealer_id, i.id, i.storage_key from marketing_images i
    where i.created_at < case when i.token is null then ${before.texts}::timestamptz else ${before.emails}::timestamptz end
      and i.is_kept = 0
      and not exists (select from campaigns c where c.dealer_id = i.dealer_id and c.image_id = i.id)
      and not exists (select from text_templates t
        where t.dealer_id = i.dealer_id and t.image_id = i.id and t.deleted_at is null)
      and not exists (select from email_templates t
        where t.dealer_id = i.dealer_id and i.token = any (t.picture_tokens) and t.deleted_at is null)
      and not exists (select from campaigns c
        where c.dealer_id = i.dealer_id and i.token = any (c.picture_tokens)
          and (c.deleted_at is null or c.submitted_at is not null))
    order by i.dealer_id, i.id limit ${limit}
    for update of i skip locked`.execute(db);
  return rows;
}

export const pictureWorkers = [worker(sweepPicturesJob, sweepPictures, { schedule: "41 4 * * *" })];
