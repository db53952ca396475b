import "./styles.ts";
import { createRoot } from "react-dom/client";
import { fetchLateStyles } from "#core/web/lateStyles.ts";
import { session } from "#core/web/session.ts";
import { App } from "./App.tsx";
import { fetchAhead } from "./screens.ts";

fetchLateStyles();

// Whoever is signed in needs the frame and the screen: both at once, not one after the other.
if (session.current()) fetchAhead(window.location.pathname);

const root = document.getElementById("root");
if (root) createRoot(root).render(<App />);
