import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { Navigate } from "react-router";
import { SimulatorPage } from "./SimulatorPage.tsx";
import { SimulatorError, usePolledQuery } from "./simulatorApi.ts";

const queries = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: "always" } } });

/** The simulator as a page of its own, and as the operator's screen in the app. */
export function SimulatorScreen() {
  return (
    <QueryClientProvider client={queries}>
      <SimulatorIfPresent />
    </QueryClientProvider>
  );
}

/** With a real carrier there is no simulator, and its address leads where unknown ones lead. */
function SimulatorIfPresent() {
  const { error } = usePolledQuery("numbers");
  if (error instanceof SimulatorError && error.status === 404) return <Navigate to="/dashboard" replace />;
  return <SimulatorPage />;
}
