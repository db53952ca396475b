import "./styles.ts";
import { MantineProvider } from "@mantine/core";
import { createRoot } from "react-dom/client";
import { BrowserRouter } from "react-router";
import { SimulatorScreen } from "#simulator/web/SimulatorScreen.tsx";
import { cssVariablesResolver, theme } from "./theme.ts";

const root = document.getElementById("root");
if (root) {
  createRoot(root).render(
    <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver} defaultColorScheme="auto">
      <BrowserRouter>
        <SimulatorScreen />
      </BrowserRouter>
    </MantineProvider>,
  );
}
