import * as z from "zod/mini";
import { calls } from "#core/call.ts";
import { events } from "#core/event.ts";
import { Flag, Id, required, sentFlag } from "#core/fields.ts";
import { staff } from "#core/people.ts";
import { screenOf, viewScreens } from "./fields.ts";

/** The most views that a member keeps of one screen. */
export const mostViews = 50;

const screen = z.enum(viewScreens, { error: "Select a screen from the list" });

export const SavedView = z.object({
  id: Id,
  name: z.string(),
  /** Path and query: `/leads?show=mine&sort=-received_at`. */
  address: z.string(),
  /** 1: everyone at the location has it. */
  is_shared: Flag,
  /** 1: the caller may change and delete it. */
  may_change: Flag,
  /** Whose it is. */
  owner: z.string(),
});
export type SavedView = z.infer<typeof SavedView>;

const draft = {
  name: required("Enter a name", 60),
  address: required("Choose what the view shows", 1000).check(
    z.refine((address) => screenOf(address) !== undefined, "This page can't be saved as a view"),
  ),
  is_shared: sentFlag,
};

export const savedViews = calls("savedViews", {
  list: {
    method: "POST",
    path: "/saved-views",
    allow: staff,
    supportAccess: "reads",
    about:
      "The caller's views of a screen at the acting location, and those of its team, by name; and which one the screen opens with.",
    body: z.object({ screen }),
    data: z.object({ views: z.array(SavedView), opening_id: z.nullable(Id) }),
  },
  add: {
    method: "POST",
    path: "/saved-views/add",
    allow: staff,
    audit: "own rows",
    about: "Keeps a screen's address under a name. Page, search and whatever is open in it are left out.",
    body: z.object(draft),
    data: z.object({ id: Id }),
    successMessage: "View saved",
  },
  change: {
    method: "POST",
    path: "/saved-views/edit/{id}",
    allow: staff,
    audit: "trail",
    about: "Renames a view, shares it, or replaces what it shows. A team's view is changed by its owner or a manager.",
    params: z.object({ id: Id }),
    body: z.object(draft),
    data: z.object({ id: Id }),
    successMessage: "View saved",
  },
  remove: {
    method: "DELETE",
    path: "/saved-views/{id}",
    allow: staff,
    audit: "trail",
    about: "Deletes a view; a team's, by its owner or a manager.",
    params: z.object({ id: Id }),
    successMessage: "View deleted",
  },
  open: {
    method: "POST",
    path: "/saved-views/open",
    allow: staff,
    audit: "own rows",
    about: "Sets the view that a screen opens with for the caller; null: none.",
    body: z.object({ screen, view_id: z.nullable(Id) }),
    data: z.object({ opening_id: z.nullable(Id) }),
    successMessage: "Opening view changed",
  },
});

export const savedViewEvents = events({
  changed: {
    event: "saved-views-changed",
    to: "location",
    about: "Views of the team were added, changed or deleted.",
    payload: z.object({}),
  },
});
