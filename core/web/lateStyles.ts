import { patiently } from "./patiently.ts";

const asked = new Set<string>();

function load(href: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = href;
    link.onload = () => resolve();
    link.onerror = () => {
      link.remove();
      reject(new Error(`No styles at ${href}`));
    };
    document.head.append(link);
  });
}

/**
 * Fetches styles again that could not be had with their code. Vite asks for them once and takes them for there from then
 * on: code that comes at a second try would be shown without them.
 */
export function fetchLateStyles(): void {
  window.addEventListener("vite:preloadError", ({ payload }) => {
    const href = /preload CSS for (\S+)/.exec(payload.message)?.[1];
    if (!href || asked.has(href)) return;
    asked.add(href);
    void patiently(() => load(href)).catch(() => asked.delete(href));
  });
}
