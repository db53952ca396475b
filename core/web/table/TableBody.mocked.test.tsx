import { MantineProvider } from "@mantine/core";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { countCell, TableRow } from "./TableBody.tsx";
import type { TableColumn } from "./tableColumn.ts";
import type { RowSelection } from "./useRowSelection.ts";

// It reads the session, which needs a browser.
vi.mock("./RowMenu.tsx", () => ({ RowMenu: () => null }));

interface TaskRow {
  title: string;
  state: string;
  notes: string;
  calls: number;
}

const task: TaskRow = { title: "Call back", state: "Open", notes: "After five", calls: 0 };
const chosen: RowSelection<TaskRow> = { rows: [], has: () => false, set: () => undefined, clear: () => undefined };

const rowOf = (columns: TableColumn<TaskRow>[]) =>
  renderToStaticMarkup(
    <MantineProvider>
      <table>
        <tbody>
          <TableRow row={task} of={{ columns, nameOf: ({ title }) => title }} chosen={chosen} />
        </tbody>
      </table>
    </MantineProvider>,
  );

const columns: TableColumn<TaskRow>[] = [
  { key: "title", label: "Task" },
  { key: "state", label: "Status" },
  { key: "notes", label: "Notes" },
];

test("columns with a place make a card, and the others are behind its button", () => {
  const html = rowOf([
    { key: "title", label: "Task", card: "title" },
    { key: "state", label: "Status", card: "status" },
    { key: "notes", label: "Notes" },
  ]);
  expect(html).toMatch(/data-label="Task" data-place="title"/);
  expect(html).toMatch(/data-label="Status" data-place="status"/);
  const [, controlled] =
    /aria-label="Details of Call back" aria-expanded="false" aria-controls="([^"]+)"/.exec(html) ?? [];
  expect(html).toContain(`id="${controlled}" data-label="Notes" data-place="more"`);
});

test("a card without a rest has no button, and a table without places no cards", () => {
  expect(rowOf(columns.map((column) => ({ ...column, card: "line" })))).not.toContain("Details of");
  expect(rowOf(columns)).not.toMatch(/data-card|data-place|Details of/);
});

test("a count of 0 is empty, and others are aligned right", () => {
  expect(rowOf([{ key: "calls", label: "Calls", isCount: true }])).toMatch(/data-align="right"[^>]*><div><\/div>/);
  expect([countCell(0), countCell(undefined), countCell(1284), countCell("7")]).toEqual(["", "", "1,284", "7"]);
});
