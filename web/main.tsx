import "./styles.ts";
import { afterPaint, yieldToMain } from "#core/web/loading/afterPaint.ts";
import { acceptPlainText, workerUrl } from "#core/web/loading/trustedTypes.ts";

/**
 * Runs the files that the build listed for this page, those that others import first: each in a task of its own, while the
 * page answers in between. They are fetched in parallel, instead of import by import.
 */
async function runFilesAhead(): Promise<void> {
  const files = document.querySelector<HTMLMetaElement>('meta[name="ahead"]')?.content.split(" ") ?? [];
  for (const href of files) {
    document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href }));
  }
  for (const file of files) {
    // Ignored here: the real import reports a failure.
    await import(/* @vite-ignore */ file).catch(() => undefined);
    await yieldToMain();
  }
}

async function openApp(root: HTMLElement): Promise<void> {
  acceptPlainText();
  await afterPaint();
  new Worker(workerUrl("/calendar.js"));
  await runFilesAhead();
  const [{ start }, client] = await Promise.all([import("./start.tsx"), import("react-dom/client")]);
  await yieldToMain();
  await start(root, client);
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
