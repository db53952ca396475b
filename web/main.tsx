import "./styles.ts";
import { afterPaint, yieldToMain } from "#core/web/loading/afterPaint.ts";
import { acceptPlainText, workerUrl } from "#core/web/loading/trustedTypes.ts";

/** Fetches the files that the build listed for this page in parallel, instead of import by import. */
function preloadFiles(): void {
  const files = document.querySelector<HTMLMetaElement>('meta[name="ahead"]')?.content.split(" ") ?? [];
  // Ignored here: the real import reports a failure.
  for (const file of files) import(/* @vite-ignore */ file).catch(() => undefined);
}

async function openApp(root: HTMLElement): Promise<void> {
  acceptPlainText();
  await afterPaint();
  preloadFiles();
  new Worker(workerUrl("/calendar.js"));
  // Fetched in parallel, but evaluated in separate tasks.
  const [{ start }, { createRoot }] = await Promise.all([import("./start.tsx"), import("react-dom/client")]);
  await yieldToMain();
  await start(root, createRoot);
}

function showFailure(root: HTMLElement): void {
  const text = document.createElement("p");
  text.className = "unopened";
  text.setAttribute("role", "alert");
  text.textContent = "Rooftop couldn't be loaded. Check your connection and reload the page.";
  root.before(text);
}

const root = document.getElementById("root");
if (root) openApp(root).catch(() => showFailure(root));
