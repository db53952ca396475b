import { expect, test } from "vitest";
import { splitName } from "./rules.ts";

test.each([
  ["GRANT, OLIVIA M", "OLIVIA", "GRANT"],
  ["DE LA CRUZ, JOSE JR", "JOSE", "DE LA CRUZ JR"],
  ["Cruz, Jose A Jr.", "Jose", "Cruz Jr"],
  ["Lee, Mary Ann", "Mary Ann", "Lee"],
  ["Lee, J", "J", "Lee"],
  ["John Smith, Jr.", "John", "Smith, Jr."],
  ["Acme, Inc.", "Acme,", "Inc."],
  ["ACME PLUMBING INC", "ACME", "PLUMBING INC"],
])("%s is %s and %s", (full, first_name, last_name) => expect(splitName(full)).toEqual({ first_name, last_name }));

test.each([
  ["Maria Lopez", "Maria", "Lopez"],
  ["Lopez, Maria", "Maria", "Lopez"],
  ["Juan Carlos de la Cruz", "Juan", "Carlos de la Cruz"],
  ["Cher", "Cher", ""],
])("%j is %j and %j", (full, first_name, last_name) => expect(splitName(full)).toEqual({ first_name, last_name }));
