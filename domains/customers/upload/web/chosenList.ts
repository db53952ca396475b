import type { FieldTexts } from "#core/failure.ts";

/** A list as the form holds it; what was chosen and typed stays while another way is tried. */
export interface ChosenList {
  way: "none" | "new" | "existing";
  list_id: number | null;
  title: string;
}

/** The choice to begin with: the given list. */
export function firstList(list_id: number | null | undefined, title = ""): ChosenList {
  if (list_id) return { way: "existing", list_id, title: "" };
  return { way: title === "" ? "none" : "new", list_id: null, title };
}

/** What is sent of the choice. No list is said, too: what was chosen with the file would count otherwise. */
export function listFieldsOf({ way, list_id, title }: ChosenList) {
  if (way === "none") return { list_id: way, list_title: undefined };
  return way === "new" ? { list_id: way, list_title: title } : { list_id: list_id ?? undefined, list_title: undefined };
}

/** What is missing in the choice, at its field. */
export function listComplaints({ way, list_id, title }: ChosenList): FieldTexts {
  if (way === "new" && title.trim() === "") return { list_title: "List Name is required" };
  return way === "existing" && list_id === null ? { list_id: "Please choose a list" } : {};
}
