import { MantineProvider } from "@mantine/core";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Toasts, toast } from "./toast.tsx";

const shown = () => {
  const html = renderToStaticMarkup(
    <MantineProvider>
      <Toasts />
    </MantineProvider>,
  );
  return ["Plan saved", "Lead moved", "Enter a name"].map((text) => html.split(text).length - 1);
};

test("what is said again stands there once, and everything that can be undone", () => {
  toast.success("Plan saved");
  toast.error("Enter a name");
  toast.success("Plan saved");
  toast.undo("Lead moved", () => undefined);
  toast.undo("Lead moved", () => undefined);
  expect(shown()).toEqual([1, 2, 1]);
});
