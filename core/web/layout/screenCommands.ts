import { createContext } from "react";
import type { MenuOption } from "../menu/menuOption.ts";

/** Something that a screen can do, as a button beside its heading. */
export interface ScreenCommand extends MenuOption {
  /** True while it runs. */
  loading?: boolean;
}

/** What a screen can do. On a phone the main command is at the thumb, and the others are in the menu beside the search box. */
export interface ScreenCommands {
  readonly main?: ScreenCommand | undefined;
  readonly others?: readonly ScreenCommand[];
}

/** The screen's other commands, for the toolbar of its table. */
export const OtherCommands = createContext<readonly ScreenCommand[]>([]);
