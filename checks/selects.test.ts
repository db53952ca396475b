import { expect, test } from "vitest";
import { zoneChoices } from "#domains/campaigns/wizard/web/zoneChoices.ts";
import { parseSource, readSources, type Source } from "./sources.ts";

const throwing = /<(?:Select|MultiSelect|Autocomplete|TagsInput)\b/;
/** Its options are a constant of the code. */
const constant = "domains/campaigns/wizard/web/SendTimePicker.tsx";

/** Mantine's selects throw for two options with the same value, and take the whole screen with them. */
const unguarded = (sources: readonly Source[]) =>
  sources
    .filter(({ path, text }) => path.endsWith(".tsx") && throwing.test(text) && !text.includes("distinctOptions("))
    .map(({ path }) => path);

test("a select that throws for options that come twice gets distinct ones", async () => {
  expect(unguarded(await readSources())).toEqual([constant]);
  const values = zoneChoices("America/New_York", new Date("2026-05-04T15:00:00Z")).flatMap(({ items }) => items);
  expect(new Set(values.map(({ value }) => value)).size).toBe(values.length);
});

test("one without is found", () => {
  expect(unguarded([parseSource("domains/a/web/A.tsx", "<Select data={found} />")])).toEqual(["domains/a/web/A.tsx"]);
});
