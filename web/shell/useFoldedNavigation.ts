import { useState } from "react";

const key = "navigation";

/** Whether the navigation is folded to icons; this browser remembers it. */
export function useFoldedNavigation(): [boolean, (folded: boolean) => void] {
  const [folded, setFolded] = useState(() => localStorage.getItem(key) === "collapsed");
  const remember = (next: boolean) => {
    localStorage.setItem(key, next ? "collapsed" : "expanded");
    setFolded(next);
  };
  return [folded, remember];
}
