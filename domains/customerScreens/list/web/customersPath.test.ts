import { expect, test } from "vitest";
import { customersPath } from "./customersPath.ts";

test.each([
  ["all", {}, "/customers"],
  ["none", {}, "/customers/none"],
  ["12", {}, "/customers/12"],
  ["12", { upload: true }, "/customers/12/new"],
  ["all", { upload: true }, "/customers/all/new"],
  ["12", { search: "?q=lopez&page=3&sort=-email", firstPage: true }, "/customers/12?q=lopez&sort=-email"],
  ["all", { search: "?q=lopez&page=3" }, "/customers?q=lopez&page=3"],
])("%s with %j is at %s", (filter, options, path) => {
  expect(customersPath(filter, options)).toBe(path);
});
