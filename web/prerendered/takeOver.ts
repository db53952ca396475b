import "../styles.ts";
import { afterPaint, yieldToMain } from "#core/web/loading/afterPaint.ts";
import { acceptPlainText } from "#core/web/loading/trustedTypes.ts";
// The prerendered page links only this file's styles, so they must include the layout's.
import layout from "../shell/AuthLayout.module.css";

async function takeOver(root: HTMLElement): Promise<void> {
  acceptPlainText();
  await afterPaint();
  // Fetched in parallel, but evaluated in separate tasks.
  const [{ hydrate }, { hydrateRoot }] = await Promise.all([import("./hydrate.tsx"), import("react-dom/client")]);
  await yieldToMain();
  hydrate(root, hydrateRoot);
}

function showFailure(root: HTMLElement): void {
  const text = document.createElement("p");
  text.setAttribute("role", "alert");
  text.textContent = "This page couldn't be loaded. Check your connection and reload it.";
  root.querySelector(`.${layout.form}`)?.prepend(text);
}

const root = document.getElementById("root");
if (root) takeOver(root).catch(() => showFailure(root));
