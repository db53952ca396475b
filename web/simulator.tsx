import "./styles.ts";
import { MantineProvider } from "@mantine/core";
import { createRoot } from "react-dom/client";
import { BrowserRouter } from "react-router";
import { acceptPlainText } from "#core/web/loading/trustedTypes.ts";
import { SimulatorScreen } from "#simulator/web/SimulatorScreen.tsx";
import { cssVariablesResolver, theme } from "./theme.ts";

acceptPlainText();
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
