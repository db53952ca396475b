import * as z from "zod/mini";
import { calls } from "#core/call.ts";
import { events } from "#core/event.ts";
import { Id, Instant, optionalId, optionalText, required } from "#core/fields.ts";
import { managers, staff } from "#core/people.ts";

/** 0: an import into the list is under way. */
export const listStatuses = [0, 1] as const;
export type ListStatus = (typeof listStatuses)[number];

export const CustomerList = z.object({
  id: Id,
  /** Its position in the result, from 1. */
  no: z.number(),
  title: z.string(),
  status: z.literal(listStatuses),
  customers_count: z.number(),
  created_on: Instant,
});
export type CustomerList = z.infer<typeof CustomerList>;

export const ListDraft = z.object({ title: required("List name is required", 100) });
export type ListDraft = z.infer<typeof ListDraft>;

/** A form's error for a list that does not exist. */
export const noSuchList = "This list was not found. It may have been deleted.";

/** A list filter: all customers (undefined), those without any list, or those of one list. */
export type ListFilter = "none" | number | undefined;

/** The list filter in a request: missing, empty or 0 for all, `none` for those without a list, or a list's id. */
export const listFilter = z.optional(
  z.pipe(
    z.transform((value: number | string | null | undefined): number | string | null | undefined =>
      typeof value === "string" && value.trim().toLowerCase() === "none" ? "none" : value,
    ),
    z.union([z.literal("none"), optionalId]),
  ),
);

/** The most customers that one request can add or remove. */
export const maxSelected = 500;

/** The ids of individually selected customers. */
export const chosenCustomers = z.pipe(
  z.transform((value: number | string | readonly (number | string)[] | null | undefined) => {
    if (Array.isArray(value)) return value as (number | string)[];
    return value === undefined || value === null || value === "" ? [] : [value as number | string];
  }),
  z
    .array(Id)
    .check(
      z.minLength(1, "Select at least one customer"),
      z.maxLength(maxSelected, `Select at most ${maxSelected} customers at a time`),
    ),
);

/** The most lists in one response. */
export const maxLists = 500;

const idParams = z.object({ id: Id });
const customerIdsBody = z.object({ customer_ids: chosenCustomers });
const membershipChange = z.object({
  /** How many customers joined or left the list. */
  changed: z.number(),
  customers_count: z.number(),
});

export const lists = calls("lists", {
  search: {
    method: "POST",
    path: "/customers/lists",
    allow: staff,
    supportAccess: "reads",
    about:
      "The location's lists by name, filtered by search_param. At most 500; truncated says if there are more. With list_id: that one.",
    body: z.object({ search_param: z._default(optionalText(200), ""), list_id: optionalId }),
    data: z.object({
      allCustomersLists: z.array(CustomerList),
      /** 1 when no list was found. */
      no_customers: z.literal([0, 1]),
      truncated: z.boolean(),
    }),
  },
  table: {
    method: "POST",
    path: "/customers/lists/dt",
    allow: staff,
    supportAccess: "reads",
    about: "The location's lists, page by page.",
    table: true,
    data: CustomerList,
  },
  add: {
    method: "POST",
    path: "/customers/lists/add",
    allow: managers,
    audit: "own rows",
    about: "Adds a list. Refuses a name that the location already uses.",
    body: ListDraft,
    data: z.object({ list_id: Id }),
    successMessage: "List added",
  },
  update: {
    method: "POST",
    path: "/customers/lists/update/{id}",
    allow: managers,
    audit: "none: a new name changes neither the list nor its customers",
    about: "Renames a list.",
    params: idParams,
    body: ListDraft,
    data: z.object({ list_id: Id }),
    successMessage: "List renamed",
  },
  remove: {
    method: "DELETE",
    path: "/customers/lists/delete/{id}",
    allow: managers,
    audit: "trail",
    about: "Deletes a list; its customers stay. Refused while an import into it is running.",
    params: idParams,
    successMessage: "List deleted",
  },
  addCustomers: {
    method: "POST",
    path: "/customers/lists/{id}/add_customers",
    allow: managers,
    audit: "none: lists are sorted all day, and the customers stay",
    about: "Adds customers to a list. Skips those already in it and those deleted.",
    params: idParams,
    body: customerIdsBody,
    data: membershipChange,
  },
  removeCustomers: {
    method: "POST",
    path: "/customers/lists/{id}/remove_customers",
    allow: managers,
    audit: "none: lists are sorted all day, and the customers stay",
    about: "Removes customers from a list; they stay customers.",
    params: idParams,
    body: customerIdsBody,
    data: membershipChange,
  },
});

export const listEvents = events({
  processing: {
    event: "list-processing",
    to: "location",
    about: "An import into a list has begun or is done: its status and its count may be others now.",
    payload: z.object({ list_id: Id }),
  },
});
