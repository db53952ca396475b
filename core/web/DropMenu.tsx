import { cloneElement, Suspense, useState } from "react";
import type { DropMenuProps } from "./dropItem.ts";
import { notLoaded } from "./onDemand.tsx";
import { part } from "./part.ts";
import { toast } from "./toast.tsx";
import { useMayEach } from "./useMay.ts";

export type { DropItem } from "./dropItem.ts";

const loadContent = () => import("./LoadedMenu.tsx");
const LoadedMenu = part(loadContent, "LoadedMenu");

/**
 * A menu under a button; renders nothing without items. Its code is six times the button's, so it loads on hover or
 * focus.
 */
export function DropMenu({ items: all, ...rest }: DropMenuProps) {
  const may = useMayEach();
  const items = all.filter(({ needs }) => !needs || may(needs));
  return items.length === 0 ? null : <LazyMenu {...rest} items={items} />;
}

function LazyMenu(props: DropMenuProps) {
  const [isRequested, setRequested] = useState(false);
  const prepare = () => void loadContent().catch(() => undefined);
  const button = cloneElement(props.trigger, {
    "aria-haspopup": "menu",
    "aria-expanded": false,
    onClick: () =>
      void loadContent().then(
        () => setRequested(true),
        () => toast.error(notLoaded),
      ),
    onPointerEnter: prepare,
    onFocus: prepare,
  });
  return <Suspense fallback={button}>{isRequested ? <LoadedMenu {...props} /> : button}</Suspense>;
}
