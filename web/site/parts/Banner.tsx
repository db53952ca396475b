import { register } from "../links.ts";

/** The call to action above the footer. */
export function Banner() {
  return (
    <section className="banner" aria-labelledby="banner">
      <div>
        <h2 id="banner">Get started today</h2>
        <p>Your first 30 days are free. Registering takes a few minutes, and your inbox is ready right after.</p>
      </div>
      <a className="button large light" href={register.to}>
        Request a Demo
      </a>
    </section>
  );
}
