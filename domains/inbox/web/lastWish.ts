/**
 * Sends one wish after the other: of those that come while one is on its way, the last is sent behind it. So what was
 * wished last is also what arrives last.
 *
 * @param send never rejects.
 * @param onDone when nothing is on its way any more.
 */
export function createLastWish<Wish>(send: (wish: Wish) => Promise<unknown>, onDone: () => void) {
  let isUnderWay = false;
  let next: { readonly wish: Wish } | undefined;

  async function run(wish: Wish): Promise<void> {
    isUnderWay = true;
    for (let now: typeof next = { wish }; now; now = next) {
      next = undefined;
      await send(now.wish);
    }
    isUnderWay = false;
    onDone();
  }

  return (wish: Wish): void => {
    if (isUnderWay) next = { wish };
    else void run(wish);
  };
}
