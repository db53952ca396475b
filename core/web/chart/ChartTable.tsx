import { Box } from "@mantine/core";
import { countText } from "#core/count.ts";
import classes from "./ChartTable.module.css";
import { type ChartLine, type ChartSeries, lineText } from "./chartSeries.ts";

interface Props {
  label: string;
  categories: readonly string[];
  series: readonly ChartSeries[];
  line?: ChartLine | undefined;
}

/** A chart's values as a table; it scrolls by keyboard too. */
export function ChartTable({ label, categories, series, line }: Props) {
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
              {line && <th scope="col">{line.name}</th>}
            </tr>
          </thead>
          <tbody>
            {categories.map((when, index) => (
              <tr key={when}>
                <th scope="row">{when}</th>
                {series.map(({ name, values }) => (
                  <td key={name}>{countText(values[index] ?? 0)}</td>
                ))}
                {line && <td>{lineText(line.values[index])}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      </Box>
    </details>
  );
}
