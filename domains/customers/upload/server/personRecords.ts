import { sql } from "kysely";
import { contactPattern, type PersonRecords } from "#core/server/personRecords.ts";
import { eraseFromUploads } from "./eraseFromUploads.ts";

/** An import's rows and file stay for everybody else in them, without the person. */
export const uploadPersonRecords: PersonRecords = {
  tables: [
    { table: "uploads", mentions: ["file_name", "list_title", "error"] },
    {
      table: "upload_mappings",
      rows: (person) => sql`labels ~* ${contactPattern(person)}::text`,
      erase: "delete",
    },
    { table: "upload_chunks" },
  ],
  erase: eraseFromUploads,
};
