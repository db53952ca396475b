import { useIsPrerendered } from "../loading/hydration.tsx";
import { useSession } from "../session/session.ts";
import { useStore } from "../useStore.ts";
import { type Density, densityOf, onDensityChange } from "./density.ts";

/** How high this person likes the rows of tables and lists. */
export function useDensity(): Density {
  const id = useSession()?.user_id ?? 0;
  const chosen = useStore(onDensityChange, () => densityOf(localStorage, id));
  return useIsPrerendered() ? "compact" : chosen;
}
