/** The product's logo and name, linked to the landing page. */
export function Brand() {
  return (
    <a className="brand" href="/">
      <svg width="32" height="32" viewBox="0 0 32 32" aria-hidden="true">
        <rect width="32" height="32" rx="8" fill="var(--harbor-8)" />
        <path className="brand-roof" d="M6 15.5 16 7l10 8.5" />
        <path
          d="M11 16.5h10a2 2 0 0 1 2 2V22a2 2 0 0 1-2 2h-3.5L14 26.8V24h-3a2 2 0 0 1-2-2v-3.5a2 2 0 0 1 2-2Z"
          fill="var(--harbor-3)"
        />
      </svg>
      Rooftop
    </a>
  );
}
