import type { LocationKey } from "#core/people.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import { filesByIds, type StoredFileRow } from "./store.ts";

export { filesByIds, type StoredFileRow, shareFiles } from "./store.ts";

/** A live file of the location's library; undefined for an absent, foreign or deleted one. */
export async function libraryFile(db: Db, location: LocationKey, id: number): Promise<StoredFileRow | undefined> {
  const [file] = await filesByIds(db, location, [id]);
  return file?.deleted_at === null ? file : undefined;
}

/** A file of a business's library. */
export interface LibraryFileKey {
  readonly dealer_id: number;
  readonly id: number;
}

/** Which of these files, of several businesses, a domain's rows still send. */
export type LibraryFilesInUse = (db: Db, files: readonly LibraryFileKey[]) => Promise<readonly LibraryFileKey[]>;

declare module "#core/server/domainManifest.ts" {
  interface DomainManifest {
    /** Files that stay stored though they were deleted from the library. */
    readonly libraryFilesInUse?: LibraryFilesInUse;
  }
}
