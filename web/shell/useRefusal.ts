import { useEffect, useRef } from "react";
import { matchPath, useLocation } from "react-router";
import { allows, type Role } from "#core/people.ts";
import { toast } from "#core/web/feedback/toast.tsx";
import { type ScreenDeclaration, useScreens } from "#core/web/layout/screenDeclaration.ts";
import { useSession } from "#core/web/session/session.ts";

const texts = {
  closed: "You don’t have access to that page.",
  unknown: "That page doesn’t exist.",
} as const;

/** Where everybody starts. */
const starts: readonly string[] = ["/", "/dashboard"];

/** Says, once, why somebody is at their start and not at the address that they asked for. */
export function useRefusal(): void {
  const { state, key } = useLocation();
  const screens = useScreens();
  const role = useSession()?.user_type;
  const before = useRef(role);
  const said = useRef("");
  const from: string | undefined = state?.from;
  useEffect(() => {
    // Who becomes another person, as in support access, didn't ask for the screen that they leave.
    const isOther = before.current !== role;
    before.current = role;
    if (from === undefined || said.current === key) return;
    said.current = key;
    const text = isOther || role === undefined ? undefined : refusalOf(from, role, screens);
    if (text) toast.info(text);
    // Not by the router: somebody may be on their way elsewhere by now. After a reload nothing is said again.
    const { history } = window;
    if (history.state?.usr?.from === from) history.replaceState({ ...history.state, usr: null }, "");
  }, [from, key, role, screens]);
}

function refusalOf(from: string, role: Role, screens: readonly ScreenDeclaration[]): string | undefined {
  const screen = screens.find(({ path }) => matchPath(path, from));
  if (!screen) return starts.includes(from) ? undefined : texts.unknown;
  return allows(screen.roles, role) ? undefined : texts.closed;
}
