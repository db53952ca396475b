import { expect, test } from "vitest";
import { firstList, listComplaints, listFieldsOf } from "./chosenList.ts";

test("a list that is given is the choice to begin with; a name alone is one that will be made", () => {
  expect(firstList(7, "Leads")).toEqual({ way: "existing", list_id: 7, title: "" });
  expect(firstList(null, "Leads")).toEqual({ way: "new", list_id: null, title: "Leads" });
  expect(firstList(undefined)).toEqual({ way: "none", list_id: null, title: "" });
});

test("only the way that was chosen is sent, though the others stay filled in", () => {
  const filled = { list_id: 7, title: "Leads" };
  expect(listFieldsOf({ way: "none", ...filled })).toEqual({ list_id: "none", list_title: undefined });
  expect(listFieldsOf({ way: "new", ...filled })).toEqual({ list_id: "new", list_title: "Leads" });
  expect(listFieldsOf({ way: "existing", ...filled })).toEqual({ list_id: 7, list_title: undefined });
});

test("a new list needs a name, an existing one a choice", () => {
  const empty = { list_id: null, title: "  " };
  expect(listComplaints({ way: "none", ...empty })).toEqual({});
  expect(listComplaints({ way: "new", ...empty })).toEqual({ list_title: "List Name is required" });
  expect(listComplaints({ way: "existing", ...empty })).toEqual({ list_id: "Please choose a list" });
  expect(listComplaints({ way: "new", list_id: null, title: "Leads" })).toEqual({});
  expect(listComplaints({ way: "existing", list_id: 7, title: "" })).toEqual({});
});
