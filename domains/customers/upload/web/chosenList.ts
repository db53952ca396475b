import type { FieldErrors } from "#core/failure.ts";

/** The form's list choice; it keeps the list and title while another option is selected. */
export interface ChosenList {
  way: "none" | "new" | "existing";
  list_id: number | null;
  title: string;
}

/** The initial choice. */
export function initialList(list_id: number | null | undefined, title = ""): ChosenList {
  if (list_id) return { way: "existing", list_id, title: "" };
  return { way: title === "" ? "none" : "new", list_id: null, title };
}

/** The request fields of the choice. "none" is sent explicitly, or the choice made with the file would apply. */
export function listFieldsOf({ way, list_id, title }: ChosenList) {
  if (way === "none") return { list_id: way, list_title: undefined };
  return way === "new" ? { list_id: way, list_title: title } : { list_id: list_id ?? undefined, list_title: undefined };
}

/** The errors where only a new list is possible. */
export function newListErrors({ title }: ChosenList): FieldErrors {
  return title.trim() === "" ? { list_title: "List name is required" } : {};
}

/** The choice's errors by field. */
export function listErrors({ way, list_id, title }: ChosenList): FieldErrors {
  if (way === "new" && title.trim() === "") return { list_title: "List Name is required" };
  return way === "existing" && list_id === null ? { list_id: "Select a list" } : {};
}
