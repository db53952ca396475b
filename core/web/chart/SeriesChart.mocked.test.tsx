import { MantineProvider } from "@mantine/core";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { type ChartSeries, SeriesChart } from "./SeriesChart.tsx";

vi.mock("@mantine/hooks", async (original) => ({
  ...(await original<object>()),
  useElementSize: () => ({ ref: undefined, width: 444, height: 200 }),
}));

const series: ChartSeries[] = [
  { name: "Leads", tone: "first", values: [4, 0, 2] },
  { name: "Serviced", tone: "second", values: [1, 0, 2] },
];
const at = ["Nov 1", "Nov 2", "Nov 3"];

function render(kind: "areas" | "bars" | "stacked", chartSeries = series): string {
  return renderToStaticMarkup(
    <MantineProvider>
      <SeriesChart label="Leads" categories={at} series={chartSeries} kind={kind} />
    </MantineProvider>,
  );
}

/** The geometry of a path's bars: left, bottom, top and width. */
const barsIn = (path = "") =>
  [...path.matchAll(/M([\d.]+),([\d.]+)V([\d.]+)h([\d.]+)/g)].map((found) => found.slice(1).map(Number));
const paths = (html: string) => [...html.matchAll(/ d="([^"]*)"/g)].map((found) => found[1]);

test("describes its values in words and as a table", () => {
  const html = render("areas");
  expect(html).toContain('aria-label="Leads: Leads 6, Serviced 3"');
  expect(html).toContain('<th scope="row">Nov 3</th><td>2</td><td>2</td>');
  expect(paths(html)).toHaveLength(4);
});

test("grouped bars stand side by side, without a bar for zero", () => {
  const [first = [], second = []] = paths(render("bars")).map(barsIn);
  expect([first.length, second.length]).toEqual([2, 2]);
  const [[left = 0, bottom = 0, top = 0, width = 0] = []] = first;
  expect([bottom, top]).toEqual([114, 8]);
  expect(second[0]?.[0]).toBeCloseTo(left + width);
});

test("stacked bars stand on each other", () => {
  const [first = [], second = []] = paths(render("stacked")).map(barsIn);
  expect(second.map(([left]) => left)).toEqual(first.map(([left]) => left));
  expect(second.map(([, bottom]) => bottom)).toEqual(first.map(([, , top]) => top));
});

test("without values it is an empty chart", () => {
  const nothing = series.map((one) => ({ ...one, values: [0, 0, 0] }));
  expect(paths(render("stacked", nothing))).toEqual(["", ""]);
  expect(render("areas", nothing)).not.toContain("NaN");
});

test("a line over bars breaks where nothing is known, and the table says so", () => {
  const line = { name: "Average", values: [4.5, null, 4], most: 5 };
  const html = renderToStaticMarkup(
    <MantineProvider>
      <SeriesChart label="Reviews" categories={at} series={series.slice(0, 1)} kind="bars" line={line} />
    </MantineProvider>,
  );
  const [, path = ""] = paths(html);
  expect(path.match(/M/g)).toHaveLength(2);
  expect(html).toContain('<th scope="row">Nov 2</th><td>0</td><td>–</td>');
  expect(html).toContain('<th scope="row">Nov 3</th><td>2</td><td>4.0</td>');
});
