import { createObservable } from "#core/observable.ts";

let titles: readonly string[] = [];
const now = createObservable(() => titles.at(-1));

/** The title of the screen that is shown: a phone's header shows it, too. */
export const shownTitle = {
  now,
  /** Sets the title, until the result is called. */
  set(title: string): () => void {
    titles = [...titles, title];
    now.notify();
    return () => {
      const at = titles.lastIndexOf(title);
      titles = titles.filter((_, index) => index !== at);
      now.notify();
    };
  },
};
