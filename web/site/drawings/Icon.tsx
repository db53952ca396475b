const paths = {
  down: "m6 9 6 6 6-6",
  up: "m6 15 6-6 6 6",
  menu: "M4 7h16M4 12h16M4 17h16",
  right: "M5 12h14m-6-6 6 6-6 6",
  check: "m5 12 5 5L20 7",
} as const;

/** A small icon beside a word. */
export function Icon({ is, size = 20 }: { is: keyof typeof paths; size?: number }) {
  return (
    <svg className={`sign sign-${is}`} width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
      <path d={paths[is]} />
    </svg>
  );
}
