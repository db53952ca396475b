import { createHash, randomUUID } from "node:crypto";
import { invalidField, orNotFound } from "#core/failure.ts";
import type { ContextOf } from "#core/server/serve.ts";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { listById } from "#domains/lists/server/public.ts";
import { assertRoomFor, QuotaReached } from "#domains/quotas/server/public.ts";
import type { ListSelection, uploads } from "../contract.ts";
import type { DecodedFile } from "./decode.ts";
import { readUpload } from "./readUpload.ts";
import { findUpload } from "./store.ts";
import { previewView } from "./uploadView.ts";

type ReceiveContext = ContextOf<(typeof uploads)["csvUpload"]>;

interface UploadInput {
  readonly file_name: string;
  readonly bytes: Uint8Array;
  readonly decoded: DecodedFile;
  readonly list_id: ListSelection;
  readonly list_title: string;
}

/**
 * Stores a file and reads it into a preview. The whole file arrives before the transaction begins, so that a slow client
 * holds no connection.
 */
export async function receiveUpload(context: ReceiveContext, input: UploadInput) {
  const { scope, who, origin, ports, within } = context;
  const { file_name, bytes, decoded } = input;
  if (input.list_id === "new" && input.list_title === "") throw invalidField("list_title", "List Name is required");
  const file_key = `imports/${scope.dealer_id}/${randomUUID()}.csv`;
  await ports.storage.put(file_key, bytes, "text/csv");
  try {
    return await within(scope, origin, async (unit) => {
      const list = await chosenList(unit, scope, input);
      const { dealer_id, location_id } = scope;
      const id = await readUpload(
        unit.db,
        {
          ...list,
          dealer_id,
          location_id,
          user_id: who.user_id,
          file_name,
          file_key,
          size: bytes.length,
          file_hash: createHash("sha256").update(bytes).digest(),
          created_at: unit.now(),
        },
        decoded,
      );
      // At the end, because others that upload wait for this transaction from here on.
      await assertRoomFor(unit, dealer_id, bytes.length);
      return previewView(unit, orNotFound(await findUpload(unit.db, scope, who.user_id, id)));
    });
  } catch (error) {
    await ports.storage.remove(file_key);
    throw error instanceof QuotaReached ? invalidField("csv_file", error.message) : error;
  }
}

async function chosenList({ db }: UnitOfWork, scope: ReceiveContext["scope"], { list_id, list_title }: UploadInput) {
  if (list_id === "new") return { list_id: null, list_title };
  if (typeof list_id !== "number") return { list_id: null, list_title: "" };
  return { list_id: orNotFound(await listById(db, scope, list_id)).id, list_title: "" };
}
