import { describe, expect, test } from "vitest";
import { identifiersOf, recordsWithout, withoutPerson } from "./rules.ts";

const ana = { first_name: "Ana", last_name: "Diaz", email: "Ana@Example.com", phone: "+12125550123" };

test("a person is found by phones, whole names, and emails that nobody else has", () => {
  const again = { ...ana, first_name: " Ana ", phone: "+12125550124" };
  const nameless = { first_name: "Ana", last_name: "", email: "", phone: "" };
  expect(identifiersOf([ana, again, nameless], new Set())).toEqual({
    phones: ["+12125550123", "+12125550124"],
    emails: ["ana@example.com"],
    names: ["Ana Diaz"],
  });
  expect(identifiersOf([ana], new Set(["ana@example.com"])).emails).toEqual([]);
});

describe("erasing a person from files", () => {
  const pattern = "ana@example\\.com|2125550123";

  test("empties their rows and says which", () => {
    const rows = [
      ["Ana", "x"],
      ["Bo", "12125550123"],
      ["Cy", "ANA@example.com"],
    ];
    expect(withoutPerson(rows, pattern)).toEqual({
      places: new Set([1, 2]),
      cells: [
        ["Ana", "x"],
        ["", ""],
        ["", ""],
      ],
    });
  });

  test.each([
    ["Name,Phone\r\nAna,2125550123\r\nBo,2125550124\r\n", "Name,Phone\r\nBo,2125550124\r\n"],
    ['Name,Phone\n"Ana\nDiaz",2125550123\nBo,1', "Name,Phone\nBo,1"],
    ['Name\n"Bo ""B"" B"\nana@example.com', 'Name\n"Bo ""B"" B"\n'],
    ["Name\nBo", "Name\nBo"],
    ["", ""],
  ])("takes whole records out of a file: %j", (file, kept) => {
    expect(recordsWithout(file, pattern)).toBe(kept);
  });
});
