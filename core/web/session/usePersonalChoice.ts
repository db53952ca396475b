import { useIsPrerendered } from "../loading/hydration.tsx";
import { useStore } from "../useStore.ts";
import { onPersonalChoice, personalChoice, setPersonalChoice } from "./personalChoice.ts";
import { useSession } from "./session.ts";

/** A choice that this browser remembers for the person: the value, and how to change it. */
export function usePersonalChoice(name: string): [value: string, choose: (value: string) => void] {
  const id = useSession()?.user_id ?? 0;
  const chosen = useStore(onPersonalChoice, () => (import.meta.env.SSR ? "" : personalChoice(localStorage, id, name)));
  const choose = (value: string) => setPersonalChoice(localStorage, id, name, value);
  return [useIsPrerendered() ? "" : chosen, choose];
}
