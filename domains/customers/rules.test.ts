import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { CustomerDraft } from "./contract.ts";
import { customerInitials, customerName, keywordOf, searchTerm } from "./rules.ts";

const stop = [
  ...["STOP", "STOPALL", "UNSUBSCRIBE", "CANCEL", "END", "QUIT", "REVOKE"],
  ...["OPTOUT", "OPT OUT", "REMOVE", "ALTO", "PARAR"],
];

describe("a whole message that is a keyword", () => {
  test.each(stop)("%s asks to stop", (word) => expect(keywordOf(word)).toBe("stop"));
  test.each(["START", "UNSTOP"])("%s asks to start", (word) => expect(keywordOf(word)).toBe("start"));
  test.each(["HELP", "INFO"])("%s asks for help", (word) => expect(keywordOf(word)).toBe("help"));

  test("YES starts only while opted out", () => {
    expect(keywordOf("Yes!", true)).toBe("start");
    expect(keywordOf("Yes!", false)).toBeUndefined();
    expect(keywordOf("Yes!")).toBeUndefined();
  });

  test.each([
    ["small", "stop"],
    ["with a full stop", "Stop."],
    ["in quotation marks", "“STOP”"],
    ["shouted", "STOP!!!"],
    ["on lines of its own", "\n  stop \n"],
    ["with an emoji", "STOP 🛑"],
    ["with an emoji of several characters", "stop 👨‍👩‍👧🏽 ❤️"],
    ["with a zero-width space inside", "ST\u200bOP"],
    ["with a byte order mark inside", "ST\ufeffOP"],
    ["with a byte order mark before", "\ufeffSTOP"],
    ["marked as left to right", "\u200eSTOP\u200f"],
    ["with a soft hyphen", "STOP\u00ad"],
    ["full width", "ＳＴＯＰ"],
    ["with a hyphen", "Opt-out"],
    ["over two lines", "OPT\nOUT"],
    ["with no-break spaces", "\u00a0opt\u00a0\u00a0out\u00a0"],
  ])("is recognised %s", (_how, message) => expect(keywordOf(message)).toBe("stop"));

  test.each([
    ...["stop by Saturday", "cancel my 3 pm", "the end", "can you help?", "yes please", "stopped", "stop2", "", " "],
    ...["please stop texting me", "no", "🛑", "...", "START the car", "don't stop", "infos", "toString", "__proto__"],
  ])("%j is none", (message) => expect(keywordOf(message, true)).toBeUndefined());

  test("whatever case, punctuation and invisible characters are around it", () => {
    const noise = fc
      .array(fc.constantFrom(" ", "\n", ".", "!", '"', "…", "🙏", "\u200b", "\u200d", "\ufe0f", "*"))
      .map((parts) => parts.join(""));
    const cased = fc
      .constantFrom(...stop)
      .chain((word) =>
        fc
          .tuple(...[...word].map((letter) => fc.constantFrom(letter, letter.toLowerCase())))
          .map((all) => all.join("")),
      );
    fc.assert(fc.property(noise, cased, noise, (before, word, after) => keywordOf(before + word + after) === "stop"));
  });

  test("never when another word stands beside it", () => {
    const word = fc.stringMatching(/^[a-z0-9]{1,12}$/).filter((text) => text !== "out");
    fc.assert(
      fc.property(fc.constantFrom(...stop), word, (keyword, other) => keywordOf(`${keyword} ${other}`) === undefined),
    );
  });
});

describe("names", () => {
  const maria = { first_name: "Maria", last_name: "Lopez", phone: "+19095550123" };
  const unknown = { first_name: "", last_name: "", phone: "+19095550123" };

  test("a customer is shown by name, an unknown caller by number", () => {
    expect(customerName(maria)).toBe("Maria Lopez");
    expect(customerName({ ...maria, last_name: "" })).toBe("Maria");
    expect(customerName(unknown)).toBe("(909) 555-0123");
  });

  test("initials", () => {
    expect(customerInitials(maria)).toBe("ML");
    expect(customerInitials({ ...maria, first_name: "émile", last_name: "𝒵ola" })).toBe("É𝒵");
    expect(customerInitials(unknown)).toBe("#");
  });
});

test.each([
  ["(909) 555-0123", "9095550123"],
  ["909-555", "909555"],
  ["+1 909 555", "1909555"],
  ["  Maria   Lopez ", "Maria Lopez"],
  ["Route 66", "Route 66"],
  ["66", "66"],
  ["-", "-"],
  ["", ""],
])("a search for %j looks for %j", (typed, term) => expect(searchTerm(typed)).toBe(term));

describe("a draft is checked in order", () => {
  const right = {
    ...{ first_name: "Maria", last_name: "Lopez", email: "maria@example.com", phone: "(909)555-0123" },
    ...{ address: "1 Main St", company: "" },
  };

  test.each([
    ["first_name", "", "First name is required"],
    ["last_name", " ", "Last name is required"],
    ["email", "", "Email address is required"],
    ["email", "maria", "Please enter a valid email address"],
    ["phone", "", "Phone no. is required"],
    ["phone", "909555", "Phone number is invalid2"],
    ["phone", "909-5555-0123", "Phone number is invalid3"],
    ["phone", "telephone-number", "Phone number is invalid3"],
    ["address", "", "Address is required"],
  ])("%s: %j", (field, value, text) => {
    const outcome = CustomerDraft.safeParse({ ...right, [field]: value });
    expect(outcome.error?.issues.map(({ path, message }) => [path.join(), message])).toEqual([[field, text]]);
  });

  test("all that is wrong is said, in the form's order", () => {
    const outcome = CustomerDraft.safeParse({});
    expect(outcome.error?.issues.map(({ message }) => message)).toEqual([
      "First name is required",
      "Last name is required",
      "Email address is required",
      "Phone no. is required",
      "Address is required",
    ]);
  });
});
