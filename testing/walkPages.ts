import { expect } from "vitest";
import type { Cursors } from "#core/envelope.ts";

/** A page of a table as its call answers it. */
export interface AnsweredPage<Row> {
  readonly data: readonly Row[];
  readonly recordsFiltered?: number | undefined;
  readonly cursors?: Cursors | undefined;
}

/** How a page is asked for. */
export interface AskedPage {
  readonly length: number;
  readonly start?: number;
  readonly cursor?: string;
}

/** Expects the pages of a table to be these rows: by cursor forwards and backwards, from the end, and by offset. */
export async function expectPages<Row>(
  rows: readonly unknown[],
  length: number,
  ask: (asked: AskedPage) => Promise<AnsweredPage<Row>>,
  keyOf: (row: Row) => unknown,
): Promise<void> {
  const forwards: Row[][] = [];
  let page = await ask({ length });
  expect(page.recordsFiltered).toBe(rows.length);
  forwards.push([...page.data]);
  while (page.cursors?.next) {
    page = await ask({ length, cursor: page.cursors.next });
    forwards.push([...page.data]);
  }
  expect(forwards.flat().map(keyOf)).toEqual(rows);
  for (const one of forwards.slice(0, -1).reverse()) {
    page = await ask({ length, cursor: page.cursors?.previous ?? "" });
    expect(page.data.map(keyOf)).toEqual(one.map(keyOf));
  }
  if (page.cursors?.last) {
    const last = await ask({ length, cursor: page.cursors.last });
    expect(last.data.map(keyOf)).toEqual(forwards.at(-1)?.map(keyOf));
  }
  const start = Math.floor(rows.length / 2);
  const middle = await ask({ length, start });
  expect(middle.data.map(keyOf)).toEqual(rows.slice(start, start + length));
}
