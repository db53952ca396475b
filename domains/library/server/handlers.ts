import { createHash, randomBytes } from "node:crypto";
import type { ReceivedFile } from "#core/call.ts";
import { Failure, invalidField, orNotFound } from "#core/failure.ts";
import { asciiFileName } from "#core/fileNames.ts";
import type { LocationScope } from "#core/people.ts";
import { lockByName } from "#core/server/advisoryLock.ts";
import { violatedConstraint } from "#core/server/postgres.ts";
import { prepareFile } from "#core/server/prepareFile.ts";
import type { Deps, Handlers, StaffContext } from "#core/server/serve.ts";
import { signedFileUrl } from "#core/server/signedFileUrl.ts";
import type { Db, UnitOfWork } from "#core/server/unitOfWork.ts";
import { sendsPictures } from "#domains/locations/server/public.ts";
import { assertRoomFor } from "#domains/quotas/server/public.ts";
import {
  type LibraryFile,
  type library,
  libraryEvents,
  libraryFileField,
  mostFiles,
  mostFolders,
} from "../contract.ts";
import { mayChange, renamedFile } from "../rules.ts";
import {
  changeFile,
  countFiles,
  deleteFolder,
  fileByDigest,
  filesByIds,
  foldersAt,
  insertFile,
  insertFolder,
  lockFile,
  lockFolder,
  renameFolder,
  type StoredFileRow,
  searchFiles,
} from "./store.ts";

export const libraryHandlers: Handlers<typeof library> = {
  async list(context, { body: { folder_id, unfiled, search, pictures, after } }) {
    const { db, scope, now } = context;
    const only = { folder_id, isUnfiled: unfiled === 1, onlyPictures: pictures === 1 };
    const filter = { ...only, search, after, limit: mostFiles + 1 };
    const found = await searchFiles(db, scope, filter);
    const shown = found.slice(0, mostFiles);
    const next = found.length > shown.length ? (shown.at(-1)?.id ?? null) : null;
    return { files: shown.map((row) => shownFile(context, row, now())), next };
  },

  async folders({ db, scope, who }) {
    const [folders, counts, pictures] = await Promise.all([
      foldersAt(db, scope),
      countFiles(db, scope),
      sendsPictures(db, scope.dealer_id, scope.location_id),
    ]);
    return {
      folders: folders.map(({ created_by, ...folder }) => ({
        ...folder,
        may_change: mayChange({ created_by }, who) ? 1 : 0,
      })),
      ...counts,
      sends_pictures: pictures ? 1 : 0,
    };
  },

  async upload(context, { body: { folder_id }, file }) {
    return receiveFile(context, folder_id ?? null, file);
  },

  async change(context, { params: { id }, body: { name, folder_id = null } }) {
    const { db, scope, now, audit, publish } = context;
    // The folder first, as whoever deletes it locks it before its files.
    await shareFolder(db, scope, folder_id);
    const file = await changeable(context, id);
    const change = { name: renamedFile(file.name, name), folder_id };
    await changeFile(db, scope.dealer_id, id, change);
    await audit({ action: "changed", subject: "library file", subject_id: id, detail: { name: change.name } });
    publish(libraryEvents.changed, {});
    return shownFile(context, { ...file, ...change }, now());
  },

  async remove(context, { params: { id } }) {
    const { db, scope, now, audit, publish } = context;
    const { name } = await changeable(context, id);
    await changeFile(db, scope.dealer_id, id, { deleted_at: now() });
    await audit({ action: "deleted", subject: "library file", subject_id: id, detail: { name } });
    publish(libraryEvents.changed, {});
    return { id };
  },

  async restore(context, { params: { id } }) {
    const { db, scope, audit, publish } = context;
    const file = orNotFound(await lockFile(db, scope, id));
    assertMayChange(context, file);
    if (file.deleted_at === null) return { id };
    await changeFile(db, scope.dealer_id, id, { deleted_at: null });
    await audit({ action: "restored", subject: "library file", subject_id: id, detail: { name: file.name } });
    publish(libraryEvents.changed, {});
    return { id };
  },

  async addFolder({ db, scope: { dealer_id, location_id }, who, now, publish }, { body: { name } }) {
    await lockByName(db, `library folders ${dealer_id} ${location_id}`);
    if ((await foldersAt(db, { dealer_id, location_id })).length >= mostFolders)
      throw new Failure("conflict", `A library can have up to ${mostFolders} folders. Delete one first.`);
    const folder = { dealer_id, location_id, name, created_by: who.user_id, created_at: now() };
    const id = await insertFolder(db, folder).catch(refuseTakenName);
    publish(libraryEvents.changed, {});
    return { id };
  },

  async renameFolder(context, { params: { folder_id }, body: { name } }) {
    const { db, scope, audit, publish } = context;
    const folder = orNotFound(await lockFolder(db, scope, folder_id, "update"));
    assertMayChange(context, folder);
    await renameFolder(db, scope.dealer_id, folder_id, name).catch(refuseTakenName);
    await audit({ action: "changed", subject: "library folder", subject_id: folder_id, detail: { name } });
    publish(libraryEvents.changed, {});
    return { id: folder_id };
  },

  async removeFolder(context, { params: { folder_id } }) {
    const { db, scope, audit, publish } = context;
    const folder = orNotFound(await lockFolder(db, scope, folder_id, "update"));
    assertMayChange(context, folder);
    const moved = await deleteFolder(db, scope.dealer_id, folder_id);
    const detail = { name: folder.name, moved };
    await audit({ action: "deleted", subject: "library folder", subject_id: folder_id, detail });
    publish(libraryEvents.changed, {});
    return { moved };
  },
};

function shownFile(
  { secret, who }: Pick<StaffContext, "secret" | "who">,
  { storage_key, created_by, uploader, deleted_at: _, ...file }: StoredFileRow,
  now: Date,
): LibraryFile {
  const may_change = mayChange({ created_by }, who) ? 1 : 0;
  const { created_at, ...rest } = file;
  return {
    ...rest,
    url: signedFileUrl(secret, storage_key, now),
    created_by: uploader,
    created_at: created_at.toISOString(),
    may_change,
  };
}

function assertMayChange({ who }: Pick<StaffContext, "who">, row: { readonly created_by: number }): void {
  if (!mayChange(row, who)) throw new Failure("conflict", "Only managers and the person who added this can change it.");
}

/** Locks a live file that the caller may change. */
async function changeable(context: StaffContext, id: number): Promise<StoredFileRow> {
  const { db, scope } = context;
  const file = await lockFile(db, scope, id);
  if (!file || file.deleted_at !== null) throw new Failure("absent");
  assertMayChange(context, file);
  return file;
}

/** Keeps a folder until the transaction ends. @throws Failure `invalid` at `folder_id` when there is none. */
async function shareFolder(db: Db, scope: LocationScope, folder_id: number | null): Promise<void> {
  if (folder_id === null || (await lockFolder(db, scope, folder_id, "share"))) return;
  throw invalidField("folder_id", "This folder was deleted. Choose another one");
}

function refuseTakenName(error: unknown): never {
  if (violatedConstraint(error) !== "library_folders_name") throw error;
  throw invalidField("name", "A folder with this name already exists");
}

type LibraryContext = Pick<StaffContext, "scope" | "origin" | "who" | "ports" | "secret"> & Pick<Deps, "within">;

/**
 * Stores a file once, whoever uploads it and how often. No database connection is held while it is processed, and its
 * row is committed before its bytes are stored, so that no file is ever orphaned.
 */
async function receiveFile(context: LibraryContext, folder_id: number | null, received: ReceivedFile) {
  const { within, scope, origin, who, ports } = context;
  const digest = createHash("sha256").update(received.bytes).digest();
  const known = await within(scope, origin, async (unit) => {
    await shareFolder(unit.db, scope, folder_id);
    return takeKnown(unit, scope, digest, folder_id);
  });
  if (known && (await ports.storage.get(known.storage_key))) return answer(context, known, 1);
  // Its bytes are lost, or not there yet: they are stored again.
  const { name, kind, type, bytes } = await prepareFile(received, libraryFileField.field);
  const storage_key =
    known?.storage_key ?? `l/${scope.dealer_id}/${randomBytes(16).toString("hex")}/${asciiFileName(name)}`;
  const stored = await within(scope, origin, async (unit) => {
    const { db, now, publish } = unit;
    const earlier = await takeKnown(unit, scope, digest, folder_id);
    if (earlier) return { row: earlier, isNew: false };
    await shareFolder(db, scope, folder_id);
    await assertRoomFor(unit, scope.dealer_id, bytes.length);
    const { dealer_id, location_id } = scope;
    const file = { dealer_id, location_id, folder_id, name, kind, type, size: bytes.length, storage_key, digest };
    const id = await insertFile(db, { ...file, created_by: who.user_id, created_at: now() });
    if (id === undefined) return { row: orNotFound(await fileByDigest(db, scope, digest)), isNew: false };
    publish(libraryEvents.changed, {});
    const [row] = await filesByIds(db, scope, [id]);
    return { row: orNotFound(row), isNew: true };
  });
  if (stored.row.storage_key === storage_key) await ports.storage.put(storage_key, bytes, type);
  return answer(context, stored.row, stored.isNew ? 0 : 1);
}

/** The same file, if the location has it; one that was deleted comes back, in the folder it was uploaded to now. */
async function takeKnown(
  { db, publish }: UnitOfWork,
  scope: LocationScope,
  digest: Buffer,
  folder_id: number | null,
): Promise<StoredFileRow | undefined> {
  const file = await fileByDigest(db, scope, digest);
  if (!file || file.deleted_at === null) return file;
  const change = { deleted_at: null, folder_id };
  await changeFile(db, scope.dealer_id, file.id, change);
  publish(libraryEvents.changed, {});
  return { ...file, ...change };
}

function answer(context: LibraryContext, row: StoredFileRow, existed: 0 | 1) {
  return { file: shownFile(context, row, context.ports.clock.now()), existed };
}
