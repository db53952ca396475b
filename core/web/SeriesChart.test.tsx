import { MantineProvider } from "@mantine/core";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { type Series, SeriesChart } from "./SeriesChart.tsx";

vi.mock("@mantine/hooks", async (original) => ({
  ...(await original<object>()),
  useElementSize: () => ({ ref: undefined, width: 444, height: 200 }),
}));

const series: Series[] = [
  { name: "Leads", tone: "first", values: [4, 0, 2] },
  { name: "Serviced", tone: "second", values: [1, 0, 2] },
];
const at = ["Nov 1", "Nov 2", "Nov 3"];

function drawn(kind: "areas" | "bars" | "stacked", given = series): string {
  return renderToStaticMarkup(
    <MantineProvider>
      <SeriesChart label="Leads" at={at} series={given} kind={kind} />
    </MantineProvider>,
  );
}

/** Where the bars of a path stand: left, bottom, top and width. */
const barsIn = (path = "") =>
  [...path.matchAll(/M([\d.]+),([\d.]+)V([\d.]+)h([\d.]+)/g)].map((found) => found.slice(1).map(Number));
const paths = (html: string) => [...html.matchAll(/ d="([^"]*)"/g)].map((found) => found[1]);

test("says in words what it shows, and has it as a table", () => {
  const html = drawn("areas");
  expect(html).toContain('aria-label="Leads: Leads 6, Serviced 3"');
  expect(html).toContain('<th scope="row">Nov 3</th><td>2</td><td>2</td>');
  expect(paths(html)).toHaveLength(4);
});

test("bars stand beside each other, and none where there is nothing", () => {
  const [first = [], second = []] = paths(drawn("bars")).map(barsIn);
  expect([first.length, second.length]).toEqual([2, 2]);
  const [[left = 0, bottom = 0, top = 0, width = 0] = []] = first;
  expect([bottom, top]).toEqual([178, 8]);
  expect(second[0]?.[0]).toBeCloseTo(left + width);
});

test("stacked bars stand on each other", () => {
  const [first = [], second = []] = paths(drawn("stacked")).map(barsIn);
  expect(second.map(([left]) => left)).toEqual(first.map(([left]) => left));
  expect(second.map(([, bottom]) => bottom)).toEqual(first.map(([, , top]) => top));
});

test("with nothing at all it is an empty chart", () => {
  const nothing = series.map((one) => ({ ...one, values: [0, 0, 0] }));
  expect(paths(drawn("stacked", nothing))).toEqual(["", ""]);
  expect(drawn("areas", nothing)).not.toContain("NaN");
});
