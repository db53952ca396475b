import { Outlet } from "react-router";
import classes from "./AuthLayout.module.css";
import { Mark } from "./Mark.tsx";
import { Rooftops } from "./Rooftops.tsx";

/** The frame around sign-in and its neighbours: the form, and beside it, where there is room, what the product is for. */
export function AuthLayout({ onInput }: { onInput: () => void }) {
  return (
    <div className={classes.layout} onInput={onInput}>
      <main className={classes.side}>
        {/* Not a screen: the public site has pages of its own. */}
        <a className={classes.brand} href="/">
          <Mark size={36} />
          <span>Rooftop</span>
        </a>
        <div className={classes.form}>
          <Outlet />
        </div>
      </main>
      <aside className={classes.picture} aria-label="About Rooftop">
        <p className={classes.claim}>Every customer conversation, under one roof.</p>
        <p className={classes.about}>
          Texts, appointments and customers of all your locations, answered by one team in one inbox.
        </p>
        <Rooftops />
      </aside>
    </div>
  );
}
