import { Outlet } from "react-router";
import classes from "./AuthLayout.module.css";
import { Logo } from "./Logo.tsx";
import { Rooftops } from "./Rooftops.tsx";

/** The layout of sign-in and related screens: the form and, on wide screens, a pitch for the product. */
export function AuthLayout({ onInput }: { onInput: () => void }) {
  return (
    <div className={classes.layout} onInput={onInput}>
      <main className={classes.side}>
        {/* A plain link, because the public site isn't part of the app. */}
        <a className={classes.brand} href="/">
          <Logo size={36} />
          <span>Rooftop</span>
        </a>
        <div className={classes.form}>
          <Outlet />
        </div>
      </main>
      <aside className={classes.picture} aria-label="About Rooftop">
        <p className={classes.claim}>Every customer conversation, under one roof.</p>
        <p className={classes.about}>
          Texts, appointments and customers from all your locations, in one inbox for the whole team.
        </p>
        <Rooftops />
      </aside>
    </div>
  );
}
