import type { ReactElement, ReactNode } from "react";
import type { Call } from "#core/call.ts";
import type { Icon } from "../layout/screenDeclaration.ts";

export interface MenuOption {
  label: string;
  icon?: Icon;
  onClick?: () => void;
  /** Makes the item a link to this path. */
  to?: string;
  /** Makes the item one of several choices, and says whether it is the selected one. */
  checked?: boolean;
  /** Marks a destructive action. */
  danger?: boolean;
  disabled?: boolean;
  /** The call behind the item: users who may not make it do not see the item. */
  needs?: Call;
  /** A unique key, where labels repeat. */
  name?: string;
  /** A heading, after a divider, for this item and those below it. */
  section?: string;
}

export interface DropMenuProps {
  /** The button that opens the menu. */
  trigger: ReactElement<MenuTriggerProps>;
  items: readonly MenuOption[];
  /** Shown above the items. */
  heading?: ReactNode;
  width?: number;
  position?: "bottom-start" | "bottom-end";
}

export interface MenuTriggerProps {
  onClick?: () => void;
  onPointerEnter?: () => void;
  onFocus?: () => void;
  "aria-haspopup"?: "menu";
  "aria-expanded"?: boolean;
}
