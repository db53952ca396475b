import { createContext } from "react";

/** Where the arrow before a screen's heading leads. */
export interface ScreenBack {
  readonly to: string;
  /** Its accessible name. */
  readonly label: string;
}

/** Gives the screens inside an arrow back, shown where the list that they came from has no room beside them. */
export const ScreenBackContext = createContext<ScreenBack | undefined>(undefined);
