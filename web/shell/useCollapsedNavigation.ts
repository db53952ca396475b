import { useState } from "react";

const storageKey = "navigation";

/** Whether the navigation is collapsed to icons, stored in localStorage. */
export function useCollapsedNavigation(): [boolean, (collapsed: boolean) => void] {
  const [collapsed, setCollapsed] = useState(() => localStorage.getItem(storageKey) === "collapsed");
  const store = (next: boolean) => {
    localStorage.setItem(storageKey, next ? "collapsed" : "expanded");
    setCollapsed(next);
  };
  return [collapsed, store];
}
