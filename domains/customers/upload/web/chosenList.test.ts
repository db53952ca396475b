import { expect, test } from "vitest";
import { initialList, listErrors, listFieldsOf, newListErrors } from "./chosenList.ts";

test("starts with an existing list; a title alone means a new list", () => {
  expect(initialList(7, "Leads")).toEqual({ way: "existing", list_id: 7, title: "" });
  expect(initialList(null, "Leads")).toEqual({ way: "new", list_id: null, title: "Leads" });
  expect(initialList(undefined)).toEqual({ way: "none", list_id: null, title: "" });
});

test("sends only the selected option, though the others keep their input", () => {
  const filled = { list_id: 7, title: "Leads" };
  expect(listFieldsOf({ way: "none", ...filled })).toEqual({ list_id: "none", list_title: undefined });
  expect(listFieldsOf({ way: "new", ...filled })).toEqual({ list_id: "new", list_title: "Leads" });
  expect(listFieldsOf({ way: "existing", ...filled })).toEqual({ list_id: 7, list_title: undefined });
});

test("a new list needs a name, an existing list a selection", () => {
  const empty = { list_id: null, title: "  " };
  expect(listErrors({ way: "none", ...empty })).toEqual({});
  expect(listErrors({ way: "new", ...empty })).toEqual({ list_title: "List Name is required" });
  expect(listErrors({ way: "existing", ...empty })).toEqual({ list_id: "Select a list" });
  expect(listErrors({ way: "new", list_id: null, title: "Leads" })).toEqual({});
  expect(listErrors({ way: "existing", list_id: 7, title: "" })).toEqual({});
});

test("where only a new list is possible, it needs a name", () => {
  expect(newListErrors({ way: "new", list_id: null, title: " " })).toEqual({ list_title: "List name is required" });
  expect(newListErrors({ way: "new", list_id: null, title: "Leads" })).toEqual({});
});
