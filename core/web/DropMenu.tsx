import { cloneElement, type ReactElement, type ReactNode, Suspense, useState } from "react";
import type { Call } from "#core/call.ts";
import { notLoaded } from "./onDemand.tsx";
import { part } from "./part.ts";
import type { Icon } from "./screen.ts";
import { toast } from "./toast.tsx";
import { useMayEach } from "./useMay.ts";

export interface DropItem {
  label: string;
  icon?: Icon;
  onClick?: () => void;
  /** A link instead of an action. */
  to?: string;
  /** True or false: the item is one of several choices, and this says whether it is the chosen one. */
  checked?: boolean;
  /** Marks what removes something. */
  danger?: boolean;
  disabled?: boolean;
  /** The call that it uses: whoever may not isn't offered it. */
  needs?: Call;
  /** Tells it from others with the same label. */
  name?: string;
  /** Stands over it, after a line: what it and those below have in common. */
  section?: string;
}

export interface DropMenuProps {
  /** The button that opens it. */
  trigger: ReactElement<TriggerProps>;
  items: readonly DropItem[];
  /** Stands over the items. */
  heading?: ReactNode;
  width?: number;
  position?: "bottom-start" | "bottom-end";
}

interface TriggerProps {
  onClick?: () => void;
  onPointerEnter?: () => void;
  onFocus?: () => void;
  "aria-haspopup"?: "menu";
  "aria-expanded"?: boolean;
}

const module = () => import("./LoadedMenu.tsx");
const LoadedMenu = part(module, "LoadedMenu");

/**
 * A menu under a button; nothing where there is nothing to choose. Its code, half a dozen times the button's, comes when
 * somebody is about to open it.
 */
export function DropMenu({ items: all, ...given }: DropMenuProps) {
  const may = useMayEach();
  const items = all.filter(({ needs }) => !needs || may(needs));
  return items.length === 0 ? null : <Offered {...given} items={items} />;
}

function Offered(props: DropMenuProps) {
  const [wanted, setWanted] = useState(false);
  const prepare = () => void module().catch(() => undefined);
  const closed = cloneElement(props.trigger, {
    "aria-haspopup": "menu",
    "aria-expanded": false,
    onClick: () =>
      void module().then(
        () => setWanted(true),
        () => toast.error(notLoaded),
      ),
    onPointerEnter: prepare,
    onFocus: prepare,
  });
  return <Suspense fallback={closed}>{wanted ? <LoadedMenu {...props} /> : closed}</Suspense>;
}
