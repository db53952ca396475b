import { cloneElement, Suspense, useState } from "react";
import { toast } from "../feedback/toast.tsx";
import { loadFailedText } from "../loading/lazyDialog.tsx";
import { lazyNamed } from "../loading/lazyNamed.ts";
import { useCanEach } from "../session/useCan.ts";
import type { DropMenuProps } from "./menuOption.ts";

export type { MenuOption } from "./menuOption.ts";

const loadContent = () => import("./DropMenuContent.tsx");
const DropMenuContent = lazyNamed(loadContent, "DropMenuContent");

/**
 * A menu under a button; renders nothing without items. Its code is six times the button's, so it loads on hover or
 * focus.
 */
export function DropMenu({ items: all, ...rest }: DropMenuProps) {
  const may = useCanEach();
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
        () => toast.error(loadFailedText),
      ),
    onPointerEnter: prepare,
    onFocus: prepare,
  });
  return <Suspense fallback={button}>{isRequested ? <DropMenuContent {...props} /> : button}</Suspense>;
}
