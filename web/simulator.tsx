import "./styles.ts";
import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createRoot } from "react-dom/client";
import { BrowserRouter } from "react-router";
import { SimulatorPage } from "#simulator/web/SimulatorPage.tsx";
import { cssVariablesResolver, theme } from "./theme.ts";

const queries = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: "always" } } });

const root = document.getElementById("root");
if (root) {
  createRoot(root).render(
    <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver} defaultColorScheme="auto">
      <QueryClientProvider client={queries}>
        <BrowserRouter>
          <SimulatorPage />
        </BrowserRouter>
      </QueryClientProvider>
    </MantineProvider>,
  );
}
