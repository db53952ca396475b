import { expect, test } from "vitest";
import { shownTexts } from "./shownTexts.ts";
import { parseSource, readSources } from "./sources.ts";
import { voiceViolations } from "./voice.ts";

const violationsOf = (path: string, text: string) => voiceViolations(shownTexts([parseSource(path, text)]));

test("what people read is the product's plain American English", { timeout: 120_000 }, async () => {
  expect(voiceViolations(shownTexts(await readSources()))).toEqual([]);
});

test.each([
  ["domains/a/contract.ts", 'const text = "Please choose a day";'],
  ["domains/a/web/A.tsx", "const A = () => <p>The list is gone</p>;"],
  ["domains/a/web/A.tsx", "const A = () => <p>Scheduled for today,\n  whatever became of them</p>;"],
  ["domains/a/web/A.tsx", '<A label="As the device" />;'],
  ["domains/a/web/A.tsx", '<A label="2 chosen" />;'],
  ["domains/a/server/a.ts", 'const title = name + " gave you a chat";'],
  ["core/web/a.ts", 'toast("You are told here");'],
  ["server/a.ts", 'throw new Failure("forbidden", "Ask the owner of the account.");'],
  ["simulator/web/A.tsx", "<A>On the clocks of this location</A>;"],
  ["core/web/a.tsx", "const A = () => <p>Choose with the arrows</p>;"],
  ["domains/a/web/A.tsx", "const A = () => <p>It can be undone until Friday</p>;"],
  ["domains/a/rules.ts", 'const text = "The campaign ends before their turn";'],
  ["web/site/a.ts", 'const lead = "Campaigns will build on that.";'],
  ["ports/a/a.ts", 'const why = "Your favourite color";'],
  ["domains/a/web/A.tsx", "<A>The address has a slip in it</A>;"],
  ["domains/a/web/A.tsx", "<A>Replies no longer come by themselves</A>;"],
  ["domains/a/rules.ts", 'const info = "Leads whom nobody answered";'],
  ["domains/a/contract.ts", 'const text = "There is no such figure";'],
  ["domains/a/server/a.ts", 'const text = "Too long. Please split it.";'],
  ["domains/a/web/A.tsx", "<A>Empty words stand for the default text</A>;"],
])("in %s: %s is refused", (path, text) => {
  expect(violationsOf(path, text)).toHaveLength(1);
});

test.each([
  ["core/failure.ts", 'const text = "Please Login";'],
  ["domains/a/contract.ts", 'const text = "Please select a customer";'],
  ["domains/a/contract.ts", 'const text = "Please Enter Password...";'],
  ["domains/a/contract.ts", 'const call = { about: "Somebody joined the team.", audit: "none: it is told" };'],
  ["domains/a/web/A.tsx", "// Whoever is told, is gone.\nconst A = () => <p className={chosen}>2 selected</p>;"],
  ["domains/a/calls.test.ts", 'const text = "The list is gone";'],
  ["domains/a/server/store.ts", "sql`select chosen from lists where state = 'gone'`;"],
])("in %s: %s is fine", (path, text) => {
  expect(violationsOf(path, text)).toEqual([]);
});
