import { expect, test } from "vitest";
import { parseSource, readSources, type Source } from "./sources.ts";

const throwing = /<(?:Select|MultiSelect|Autocomplete|TagsInput)\b/;
/** Their options are constants of the code. */
const constants = [
  "domains/admin/clients/web/ClientSettings.tsx",
  "domains/campaigns/compose/web/wizard/SendTimePicker.tsx",
];

/** Mantine's selects throw for two options with the same value, and take the whole screen with them. */
const unguarded = (sources: readonly Source[]) =>
  sources
    .filter(({ path, text }) => path.endsWith(".tsx") && throwing.test(text) && !text.includes("distinctOptions("))
    .map(({ path }) => path);

test("a select that throws for options that come twice gets distinct ones", async () => {
  expect(unguarded(await readSources())).toEqual(constants);
});

test("one without is found", () => {
  expect(unguarded([parseSource("domains/a/web/A.tsx", "<Select data={found} />")])).toEqual(["domains/a/web/A.tsx"]);
});
