import "../styles.ts";
import { shown, turn } from "#core/web/pace.ts";
// The drawn page links this file's styles and no others: the frame's must be among them.
import frame from "../shell/AuthLayout.module.css";

async function takeOver(root: HTMLElement): Promise<void> {
  await shown();
  // Fetched together, but evaluated apart.
  const [{ hydrate }, { hydrateRoot }] = await Promise.all([import("./hydrate.tsx"), import("react-dom/client")]);
  await turn();
  hydrate(root, hydrateRoot);
}

function sayFailure(root: HTMLElement): void {
  const text = document.createElement("p");
  text.setAttribute("role", "alert");
  text.textContent = "This page could not be loaded. Please check your connection and reload it.";
  root.querySelector(`.${frame.form}`)?.prepend(text);
}

const root = document.getElementById("root");
if (root) takeOver(root).catch(() => sayFailure(root));
