import { retryImport } from "./retryImport.ts";

const retried = new Set<string>();

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
 * Retries stylesheets that failed to load with their code. Vite requests each only once and then assumes it present, so
 * code that loads at a second try would appear unstyled.
 */
export function retryFailedStyles(): void {
  window.addEventListener("vite:preloadError", ({ payload }) => {
    const href = /preload CSS for (\S+)/.exec(payload.message)?.[1];
    if (!href || retried.has(href)) return;
    retried.add(href);
    void retryImport(() => load(href)).catch(() => retried.delete(href));
  });
}
