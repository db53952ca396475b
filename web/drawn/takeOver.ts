import "../styles.ts";
// The drawn page links this file's styles and no others: the frame's must be among them.
import frame from "../shell/AuthLayout.module.css";

/** What is drawn is shown before the code is fetched that makes it work. */
const shown = () => new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
/** The browser's turn, so that nobody's typing waits for long. */
const turn = () => new Promise<void>((resolve) => setTimeout(resolve));

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
