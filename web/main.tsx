import "./styles.ts";
import { shown, turn } from "#core/web/pace.ts";

/** A page with a drawn frame says which files its screen needs: they are fetched at once, not one after the other. */
function fetchFiles(): void {
  const files = document.querySelector<HTMLMetaElement>('meta[name="ahead"]')?.content.split(" ") ?? [];
  // A failure here isn't one yet: whatever needs the file asks again.
  for (const file of files) import(/* @vite-ignore */ file).catch(() => undefined);
}

async function open(root: HTMLElement): Promise<void> {
  await shown();
  fetchFiles();
  new Worker("/calendar.js");
  // Fetched together, but evaluated apart.
  const [{ start }, { createRoot }] = await Promise.all([import("./start.tsx"), import("react-dom/client")]);
  await turn();
  await start(root, createRoot);
}

function sayFailure(root: HTMLElement): void {
  const text = document.createElement("p");
  text.className = "unopened";
  text.setAttribute("role", "alert");
  text.textContent = "Rooftop could not be loaded. Please check your connection and reload the page.";
  root.before(text);
}

const root = document.getElementById("root");
if (root) open(root).catch(() => sayFailure(root));
