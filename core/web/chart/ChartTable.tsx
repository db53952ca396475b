import { Box } from "@mantine/core";
import { countText } from "#core/count.ts";
import classes from "./ChartTable.module.css";
import type { ChartSeries } from "./chartSeries.ts";

interface Props {
  label: string;
  categories: readonly string[];
  series: readonly ChartSeries[];
}

/** A chart's values as a table; it scrolls by keyboard too. */
export function ChartTable({ label, categories, series }: Props) {
  return (
    <details className={classes.details}>
      <summary>Show as a table</summary>
      <Box component="section" className={classes.scroll} aria-label={`${label}, as a table`} tabIndex={0}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">When</th>
              {series.map(({ name }) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {categories.map((when, index) => (
              <tr key={when}>
                <th scope="row">{when}</th>
                {series.map(({ name, values }) => (
                  <td key={name}>{countText(values[index] ?? 0)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Box>
    </details>
  );
}
