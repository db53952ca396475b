/** Until what the page came with is shown: only then the code is fetched that makes it work. */
export const shown = () => new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve)));

/** The browser's turn, so that nobody's typing waits for long. */
export const turn = () => new Promise<void>((resolve) => setTimeout(resolve));
