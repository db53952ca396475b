import { expect, test } from "vitest";
import { CustomerDraft, FoundCustomer } from "./contract.ts";
import { customerFieldNames, detailFields, listedFields, mergedFields } from "./fields.ts";
import { uploadFields } from "./upload/fields.ts";

test("exports have the fields in the order of the declaration, the name first", () => {
  const order = ["first_name", "last_name", "email", "phone", "company", "address"];
  expect(customerFieldNames.slice(0, order.length)).toEqual(order);
});

test("the form asks first for what it requires, and validates in this order", () => {
  const order = ["first_name", "last_name", "email", "phone", "address", "company"];
  expect(Object.keys(CustomerDraft.shape).slice(0, order.length)).toEqual(order);
});

test("a file's columns are offered with the name and the phone first, and the address with its parts", () => {
  const order = ["", "first_name", "last_name", "full_name", "phone", "email", "company"];
  expect(uploadFields.slice(0, order.length)).toEqual(order);
  expect(uploadFields.join()).toContain("address,city,state,zip");
});

test("each customer keeps their own phone in imports, undo and merges", () => {
  expect(detailFields).not.toContain("phone");
  expect(mergedFields).toEqual(detailFields);
});

test("facts are listed in the form's order, below the name and the phone", () => {
  expect(listedFields.slice(0, 3)).toEqual(["email", "address", "company"]);
});

test("pickers get every field of a customer", () => {
  expect(Object.keys(FoundCustomer.shape)).toEqual(expect.arrayContaining([...customerFieldNames]));
});
